/** The limits that a storm must keep, and whether it did. */
import type { PartReport } from './part.js';

const MAX_MEMORY_MIB = 350;
const MAX_PROBE_MS = 1_000;
const MAX_READ_P99_MS = 2_000;
const MAX_REPORT_TO_FINAL_MS = 5_000;
const MIN_SHARE_OF_BEST = 0.7;
const MAX_IDLE_AFTER_S = 30;

export interface Goal {
  readonly what: string;
  readonly measured: string;
  readonly met: boolean;
}

/** `best` is the rate of runs per second at lower load; null where it was not measured. */
export function judge(part: PartReport, best: number | null): Goal[] {
  const { account } = part;
  const none = (what: string, count: number): Goal => ({ what, measured: String(count), met: count === 0 });
  const most = (what: string, value: number, limit: number): Goal => ({
    what,
    measured: Number.isFinite(value) ? String(value) : 'none',
    // A value that was never measured meets nothing.
    met: value <= limit,
  });
  const goals = [
    none('runs not accepted', part.notAccepted),
    none('runs lost', account.lost),
    none('runs not final', account.notFinal),
    none('runs that failed', account.failed),
    none('runs doubled or not asked for', account.unasked),
    none('runs whose worker was called other than once', account.calledOtherThanOnce),
    none(
      'calls of the worker refused',
      Object.values(account.refused).reduce((sum, each) => sum + each, 0),
    ),
    none('callbacks acknowledged and not applied', part.inboxLeft),
    none('logs that could not be read in time', account.unreadLogs),
    none('logs that are not whole', account.brokenLogs),
    none('logs whose lines are out of order', account.disorderedLogs),
    none('job storages that are outdated', account.outdatedStorage),
    ...['api', 'scheduler', 'executor', 'log-collector'].map((name) =>
      most(`peak memory of the ${name}, MiB (${MAX_MEMORY_MIB})`, part.peakMemoryMiB[name] ?? NaN, MAX_MEMORY_MIB),
    ),
    most(`slowest answer of /readyz and /metrics, ms (${MAX_PROBE_MS})`, part.probes.max, MAX_PROBE_MS),
    most(`reads of the API, p99 in ms (${MAX_READ_P99_MS})`, part.reads.p99, MAX_READ_P99_MS),
    most(`report to final, max in ms (${MAX_REPORT_TO_FINAL_MS})`, part.reportToFinalMs.max, MAX_REPORT_TO_FINAL_MS),
    most(`idle after the last run, s (${MAX_IDLE_AFTER_S})`, part.idleAfterSeconds ?? NaN, MAX_IDLE_AFTER_S),
  ];
  if (best === null) return goals;
  const share = part.unfinished > 0 ? NaN : part.finalPerSecond / best;
  const what = `runs/s of the best at lower load (${MIN_SHARE_OF_BEST})`;
  return [...goals, { what, measured: share.toFixed(2), met: share >= MIN_SHARE_OF_BEST }];
}

export function asTable(title: string, goals: readonly Goal[]): string {
  const rows = goals.map(
    ({ what, measured, met }) => `  ${met ? 'met   ' : 'MISSED'}  ${measured.padStart(8)}  ${what}\n`,
  );
  return `${title}\n${rows.join('')}`;
}
