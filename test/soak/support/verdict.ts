/** Compares the records of the product with what workers and clients know. */
import { logFault } from '#testing/product/log-fault.js';
import { savesAfter } from '#testing/product/storage-fault.js';
import { linesOf, type AttemptReport } from '#testing/product/worker-process.js';
import type { Books, RunView } from './books.js';
import type { Stroke } from './freezes.js';
import { judgeAnswers } from './answers.js';
import { isCall, processLines, type SoakJob } from './jobs.js';
import type { ManualRuns } from './manual-runs.js';
import type { PlainRequest } from './plain-service.js';
import { slotFaults } from './slots.js';

const LOGS_AT_ONCE = 8;

export interface Evidence {
  readonly books: Books;
  readonly jobs: readonly SoakJob[];
  readonly reports: readonly AttemptReport[];
  /** Of the plain service. */
  readonly requests: readonly PlainRequest[];
  /** Lines that processes have written outside: `begin|end <run> <attempt>`. */
  readonly processLedger: readonly string[];
  readonly manual: ManualRuns;
  readonly diary: readonly Stroke[];
  /** By job: when it was made, and up to when its slots are judged. */
  readonly spans: ReadonlyMap<string, { readonly since: number; readonly until: number }>;
}

/** Faults by kind, and the counts. */
export interface Verdict {
  readonly faults: Record<string, string[]>;
  readonly counts: Record<string, number>;
}

export async function judge(evidence: Evidence): Promise<Verdict> {
  const verdict: Verdict = { faults: {}, counts: { runs: 0, attempts: evidence.reports.length, gaps: 0, logs: 0 } };
  const reportsOf = groupBy(evidence.reports, ({ run }) => run);
  const seen = new Set<string>();
  for (const job of evidence.jobs) {
    const runs = await evidence.books.runs(job.id);
    for (const { id } of runs) seen.add(id);
    add(verdict.counts, 'runs', runs.length);
    await judgeSlots(job, runs, { evidence, verdict });
    if (isCall(job)) {
      await judgeCallsOf(job, runs, { evidence, verdict });
      continue;
    }
    for (const run of runs) judgeRun(job, run, { evidence, verdict, reports: reportsOf.get(run.id) ?? [] });
    await judgeLogs(job, runs, { evidence, verdict, reportsOf });
    await judgeStorage(job, runs, { evidence, verdict, reportsOf });
  }
  judgeCalls(evidence, verdict);
  for (const [run, job] of evidence.manual.accepted) if (!seen.has(run)) blame(verdict, 'run lost', `${run} of ${job}`);
  for (const fault of evidence.manual.faults) blame(verdict, 'request', fault);
  return verdict;
}

interface Judging {
  readonly evidence: Evidence;
  readonly verdict: Verdict;
}
type WithReports = Judging & { readonly reportsOf: ReadonlyMap<string, readonly AttemptReport[]> };

async function judgeCallsOf(job: SoakJob, runs: readonly RunView[], { evidence, verdict }: Judging): Promise<void> {
  const sums = await judgeAnswers(job, runs, evidence, (kind, what) => {
    blame(verdict, kind, what);
  });
  add(verdict.counts, 'callsRepeated', sums.repeated);
  add(verdict.counts, 'callsInterrupted', sums.interrupted);
}

async function judgeSlots(job: SoakJob, runs: readonly RunView[], { evidence, verdict }: Judging): Promise<void> {
  const span = evidence.spans.get(job.id);
  if (job.every === null || span === undefined) return;
  const gaps = await evidence.books.gaps(job.id, span.since, span.until);
  add(
    verdict.counts,
    'gaps',
    gaps.reduce((sum, { count }) => sum + count, 0),
  );
  // Those of the runs that are removed are known from the worker.
  const ofRuns = runs.flatMap(({ id, scheduledFor }) => (scheduledFor === null ? [] : [{ id, scheduledFor }]));
  const ofReports = evidence.reports.flatMap(({ job: of, run: id, scheduledFor }) =>
    of === job.id && scheduledFor !== null ? [{ id, scheduledFor }] : [],
  );
  const slots = new Map([...ofReports, ...ofRuns].map(({ id, scheduledFor }) => [id, Date.parse(scheduledFor)]));
  const books = { job, ran: [...slots.values()], gaps, ...span };
  for (const fault of slotFaults(books, evidence.diary)) blame(verdict, 'slot', fault);
}

function judgeRun(
  job: SoakJob,
  run: RunView,
  { evidence, verdict, reports }: Judging & { readonly reports: readonly AttemptReport[] },
): void {
  const name = `${run.id} of ${job.id} (${run.state} ${run.phase} ${run.reason}: ${run.message})`;
  if (run.trigger === 'manual' && !evidence.manual.accepted.has(run.id)) blame(verdict, 'run not asked for', name);
  if (run.state === 'QUEUED' || run.state === 'RUNNING') blame(verdict, 'not final', name);
  else if (run.state !== 'FINISHED' && !evidence.manual.killed.has(run.id)) {
    const uncalled = reports.length === 0 && job.work !== null ? ', its worker was never called' : '';
    blame(verdict, 'not finished', `${name}${uncalled}`);
  }
  if (run.state === 'FINISHED' && job.work !== null) judgeWork(job, name, { verdict, reports });
}

/** The worker of a run that finished was called as often as it had to be, and each index succeeded once. */
function judgeWork(
  job: SoakJob,
  name: string,
  { verdict, reports }: { readonly verdict: Verdict; readonly reports: readonly AttemptReport[] },
): void {
  const places = groupBy(reports, ({ place }) => `${place.task}/${place.index}`);
  for (const [place, attempts] of places) {
    const done = attempts.filter(({ ended }) => ended?.state === 'FINISHED').length;
    if (done !== 1) blame(verdict, 'work not done once', `${place} of ${name}: ${done} times`);
  }
  if (reports.length !== job.attempts) {
    blame(verdict, 'attempts', `${name}: the worker knows ${reports.length} in place of ${job.attempts}`);
  }
}

/** Calls that came twice, and calls of workers that were refused, in whatever state the run is. */
function judgeCalls({ jobs, reports, processLedger, manual }: Evidence, verdict: Verdict): void {
  const kindOf = new Map(jobs.map(({ id, kind }) => [id, kind]));
  for (const { id, job, run, calls, refusals } of reports) {
    if (calls > 1 && kindOf.get(job) !== 'again') blame(verdict, 'attempt doubled', `${id} of ${job}: ${calls} calls`);
    if (!manual.killed.has(run))
      for (const refusal of refusals) blame(verdict, 'callback', `${id} of ${job}: ${refusal}`);
  }
  const lines = groupBy(processLedger, (line) => line);
  for (const [line, times] of lines) {
    if (times.length > 1) blame(verdict, 'attempt doubled', `process: ${line}, ${times.length} times`);
  }
  add(verdict.counts, 'attempts', processLedger.filter((line) => line.startsWith('begin')).length);
}

/** Every attempt's log contains what was acknowledged, line by line. */
async function judgeLogs(
  job: SoakJob,
  runs: readonly RunView[],
  { evidence, verdict, reportsOf }: WithReports,
): Promise<void> {
  // A killed attempt may be cut anywhere, and brief runs are removed while they are read.
  if (job.kind === 'brief' || job.kind === 'doomed') return;
  const { work } = job;
  const logs = runs
    .filter(({ state }) => state === 'FINISHED')
    .flatMap(({ id }) =>
      work === null
        ? [{ run: id, place: { index: 0, attempt: 1 }, wanted: processLines(id, 1) }]
        : (reportsOf.get(id) ?? []).map((report) => ({
            run: id,
            place: report.place,
            wanted: linesOf(report.id, work),
          })),
    );
  add(verdict.counts, 'logs', logs.length);
  const reader = async (): Promise<void> => {
    for (let log = logs.pop(); log !== undefined; log = logs.pop()) {
      const fault = logFault(await evidence.books.log(log.run, log.place), log.wanted);
      const name = `${log.run} ${log.place.index}.${log.place.attempt} of ${job.id}`;
      if (fault !== null) blame(verdict, `log, ${fault.kind}`, `${name} ${fault.what}`);
    }
  };
  await Promise.all(Array.from({ length: LOGS_AT_ONCE }, reader));
}

async function judgeStorage(
  job: SoakJob,
  runs: readonly RunView[],
  { evidence, verdict, reportsOf }: WithReports,
): Promise<void> {
  if (job.kind === 'brief' || job.kind === 'doomed') return;
  const saves = runs.flatMap(({ id, started, state }) => {
    if (job.work !== null) {
      return (reportsOf.get(id) ?? []).flatMap(({ saved }) => (saved === null ? [] : [{ run: id, from: saved.from }]));
    }
    return state === 'FINISHED' && started !== null ? [{ run: id, from: Date.parse(started) }] : [];
  });
  const ends = new Map(runs.map(({ id, finished }) => [id, finished === null ? Infinity : Date.parse(finished)]));
  const stored = await evidence.books.storedBy(job.id);
  const later = savesAfter(stored, saves, (run) => ends.get(run) ?? -Infinity);
  if (later > 0) blame(verdict, 'storage', `${job.id} holds that of ${stored ?? 'nobody'}, ${later} were saved later`);
}

export function blame({ faults }: Pick<Verdict, 'faults'>, kind: string, what: string): void {
  (faults[kind] ??= []).push(what);
}

function add(counts: Record<string, number>, what: string, number: number): void {
  counts[what] = (counts[what] ?? 0) + number;
}

function groupBy<T>(list: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return groups;
}
