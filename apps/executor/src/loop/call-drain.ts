/**
 * What a stopping executor does about calls whose answers are ends: it starts nothing more, and waits for them. Meanwhile others own its
 * shards, and are told what it saves of their runs, since they have read these before.
 */
import type { RunId } from '#common/domain/ids.js';
import type { Membership } from '#common/membership/membership.js';
import type { Run } from '#common/run/run.js';
import type { Engines } from '../engines/engine.js';
import type { AttemptStarter, RunObserver } from './post-commit.js';

interface Draining {
  readonly engines: Pick<Engines, 'underWay' | 'drain'>;
  readonly attempts: Pick<AttemptStarter, 'close'>;
  readonly membership: Pick<Membership, 'retire'>;
  /** Makes the owner of a run read it again; a sweep does so, later, if that is lost. */
  readonly tellOwner: (run: RunId) => void;
  /** How long the answers are waited for. */
  readonly ms: number;
}

export class CallDrain implements RunObserver {
  private hasRetired = false;

  constructor(private readonly parts: Draining) {}

  /** Resolves at once if no call is under way. */
  async finish(): Promise<void> {
    const { engines, attempts, membership, ms } = this.parts;
    await attempts.close();
    if (engines.underWay().length === 0) return;
    this.hasRetired = true;
    void membership.retire();
    await engines.drain(ms);
  }

  observe({ decision }: { readonly decision: { readonly next: Pick<Run, 'id'> } }): void {
    if (this.hasRetired) this.parts.tellOwner(decision.next.id);
  }
}
