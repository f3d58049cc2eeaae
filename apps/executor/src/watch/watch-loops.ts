import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import type { Logger } from '#common/logging/logger.js';
import { forEachContinuing } from '#common/runtime/continuing.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import { SweepLoops } from '#common/runtime/sweep-loops.js';
import type { IncidentWatch } from './incident-watch.js';
import type { MonitorWatch } from './monitor-watch.js';
import type { RuleWatch } from './rule-watch.js';

/** The loops that evaluate monitors, rules and incidents. */
interface Watches {
  readonly monitors: MonitorWatch;
  readonly rules: RuleWatch;
  readonly incidents: IncidentWatch;
  /** Updates their metrics. */
  readonly gauges: readonly { step(): Promise<void> }[];
}

/** Makes these loops. Work that only stored documents announce is searched for every `intervalMs`. */
export function watchLoopsOf(
  { monitors, rules, incidents, gauges }: Watches,
  intervalMs: number,
  log: Logger,
): WatchLoops {
  return new WatchLoops([
    new SweepLoop('monitors', () => monitors.step(), SWEEP_INTERVAL_MS, { log }),
    new SweepLoop('all monitors', () => monitors.sweep(), intervalMs, { log }),
    new SweepLoop('rules', () => rules.step(), intervalMs, { log }),
    new SweepLoop('removed rules', () => rules.sweep(), intervalMs, { log }),
    new SweepLoop('incidents', () => incidents.step(), SWEEP_INTERVAL_MS, { log }),
    new SweepLoop('gauges of monitors', () => forEachContinuing(gauges, (each) => each.step()), intervalMs, { log }),
  ]);
}

export class WatchLoops extends SweepLoops {}
