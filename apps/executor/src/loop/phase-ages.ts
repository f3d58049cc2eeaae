import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import type { ShardSet } from '#common/domain/shards.js';
import type { Holds } from '#common/holds/hold-watch.js';
import { isFinal, type Phase } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { RunWatcher } from './post-commit.js';

/** A run passes through these by itself; `Running` takes as long as its worker needs, and `Backoff` as long as its job says. */
const PASSING: ReadonlySet<Phase> = new Set(['Pending', 'Restarting', 'Completing', 'Aborting', 'Terminating']);
/** A run that has been in one of them for longer counts as stuck. */
const STUCK_AFTER_MS = 30 * 60_000;

interface Stay {
  readonly phase: Phase;
  readonly since: Instant;
  readonly tenant: string;
}

/** Publishes how long the slowest run has been in each phase, and whose runs are stuck, so that they are visible among many that move. */
export class PhaseAges implements RunWatcher {
  private readonly stays = new Map<RunId, Stay>();

  constructor(
    private readonly metrics: Pick<Metrics, 'runOldest' | 'runsStuck' | 'tenantNames' | 'beforeReading'>,
    private readonly clock: Clock,
    private readonly owned: () => ShardSet,
    private readonly holds: Pick<Holds, 'isHeld'>,
  ) {
    metrics.beforeReading(() => {
      this.measure();
    });
  }

  see({ id, phase, phaseSince, tenant }: Pick<Run, 'id' | 'phase' | 'phaseSince' | 'tenant'>): void {
    if (isFinal(phase) || phase === 'Queued') this.stays.delete(id);
    else this.stays.set(id, { phase, since: phaseSince, tenant });
  }

  private measure(): void {
    const { runOldest, runsStuck, tenantNames } = this.metrics;
    const owned = this.owned();
    const now = this.clock.now();
    const oldest = new Map<Phase, Instant>();
    runsStuck.reset();
    for (const [run, stay] of this.stays) {
      const { phase, since, tenant } = stay;
      if (!owned.owns(run)) {
        this.stays.delete(run);
        continue;
      }
      oldest.set(phase, Math.min(since, oldest.get(phase) ?? since));
      if (this.isStuck(stay, now)) runsStuck.inc({ phase, tenant: tenantNames.of(tenant) });
    }
    runOldest.reset();
    for (const [phase, since] of oldest) runOldest.set({ phase }, Math.max(0, now - since) / 1_000);
  }

  private isStuck({ phase, since, tenant }: Stay, now: Instant): boolean {
    if (!PASSING.has(phase) || now - since <= STUCK_AFTER_MS) return false;
    return phase !== 'Pending' || !this.holds.isHeld('starts', tenant);
  }
}
