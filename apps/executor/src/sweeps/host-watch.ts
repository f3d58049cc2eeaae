import type { Clock } from '#common/clock/clock.js';
import type { EndedLeases } from '#common/membership/membership.js';
import type { DecisionContext } from '../run/context.js';
import { HOST_LOST_MS } from '../run/deadlines.js';

export interface LiveMember {
  readonly replica: string;
  readonly host: string;
}

/** The replicas and hosts that are alive; a host counts as alive for a while after its last replica was seen. */
export class HostWatch {
  private readonly heardAt = new Map<string, number>();
  private since: number | null = null;

  constructor(
    private readonly members: () => readonly LiveMember[],
    private readonly endedLeases: () => EndedLeases,
    private readonly clock: Clock,
  ) {}

  /** Reads the members again. True when a host has just been given up. */
  step(): boolean {
    const now = this.clock.monotonic();
    const members = this.members();
    if (members.length === 0) return false;
    this.since ??= this.clock.now();
    for (const { host } of members) this.heardAt.set(host, now);
    const lost = [...this.heardAt].filter(([, at]) => now - at >= HOST_LOST_MS);
    for (const [host] of lost) this.heardAt.delete(host);
    return lost.length > 0;
  }

  /** Null while no member is known, not even this replica: then no replica counts as dead. */
  alive(): DecisionContext['alive'] {
    if (this.since === null) return null;
    const { silent, asOf } = this.endedLeases();
    return {
      silent,
      asOf,
      replicas: new Set(this.members().map(({ replica }) => replica)),
      hosts: new Set(this.heardAt.keys()),
      since: this.since,
    };
  }
}
