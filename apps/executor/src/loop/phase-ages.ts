import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import type { ShardSet } from '#common/domain/shards.js';
import { isFinal, type Phase } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { RunWatcher } from './post-commit.js';

/** Publishes how long the slowest run has been in each phase, so that a stuck run is visible among many that move. */
export class PhaseAges implements RunWatcher {
  private readonly stays = new Map<RunId, { readonly phase: Phase; readonly since: Instant }>();

  constructor(
    private readonly metrics: Pick<Metrics, 'runOldest' | 'beforeReading'>,
    private readonly clock: Clock,
    private readonly owned: () => ShardSet,
  ) {
    metrics.beforeReading(() => {
      this.measure();
    });
  }

  see({ id, phase, phaseSince }: Pick<Run, 'id' | 'phase' | 'phaseSince'>): void {
    if (isFinal(phase) || phase === 'Queued') this.stays.delete(id);
    else this.stays.set(id, { phase, since: phaseSince });
  }

  private measure(): void {
    const owned = this.owned();
    const oldest = new Map<Phase, Instant>();
    for (const [run, { phase, since }] of this.stays) {
      if (!owned.owns(run)) this.stays.delete(run);
      else oldest.set(phase, Math.min(since, oldest.get(phase) ?? since));
    }
    this.metrics.runOldest.reset();
    const now = this.clock.now();
    for (const [phase, since] of oldest) this.metrics.runOldest.set({ phase }, Math.max(0, now - since) / 1_000);
  }
}
