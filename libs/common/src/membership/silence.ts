/**
 * Which other replicas are silent. No clocks are compared: a replica is silent if its heartbeat has not changed for the time in
 * its document, while we read. A time without reads (we or the database stood still) counts only in part, so that a replica that
 * recovers as slowly as we do is not expelled.
 */
import { MEMBER_EXPIRY_MS } from '../domain/limits.js';
import type { HeardMember } from '../mongo/members.store.js';

/** One read of the members' documents. */
export interface Look {
  readonly members: readonly HeardMember[];
  /** When they were requested and received, on the monotonic clock. */
  readonly askedAt: number;
  readonly heardAt: number;
  /** Database time of the request: the age of a heartbeat that is seen for the first time. */
  readonly databaseTime: number;
}

export interface View {
  readonly alive: readonly HeardMember[];
  readonly silent: readonly HeardMember[];
}

/** At most this much of the time between two reads counts as silence. */
const MAX_COUNTED_MS = MEMBER_EXPIRY_MS / 2;

interface Heard {
  readonly heartbeatAt: number;
  readonly silentMs: number;
}

export class Silence {
  private heard = new Map<string, Heard>();
  private lastLookAt: number | null = null;

  look({ members, askedAt, heardAt, databaseTime }: Look): View {
    const sinceLast = Math.min(MAX_COUNTED_MS, askedAt - (this.lastLookAt ?? askedAt));
    this.lastLookAt = heardAt;
    const heard = new Map<string, Heard>();
    for (const { replica, heartbeatAt } of members) {
      const former = this.heard.get(replica);
      const age = Math.max(0, databaseTime - heartbeatAt);
      const silentMs = !former ? age : former.heartbeatAt === heartbeatAt ? former.silentMs + sinceLast : 0;
      heard.set(replica, { heartbeatAt, silentMs });
    }
    this.heard = heard;
    const isSilent = ({ replica, expiryMs }: HeardMember): boolean => (heard.get(replica)?.silentMs ?? 0) >= expiryMs;
    return { alive: members.filter((member) => !isSilent(member)), silent: members.filter(isSilent) };
  }
}
