/** The results as one table, with the data that each system keeps: a job that leaves nothing behind costs less. */
import type { Measured, Processor } from './measure.js';

const KEEPS: Readonly<Record<string, string>> = {
  carillon:
    'each run with its attempts, times, log and saved state for the retention of its tenant; a slot is recorded exactly once; a run may be tried again, and the worker is told the run’s id; here a job also has a callback that the worker sends and that is stored before it is answered, tenants, tokens, limits and an audit log',
  'graphile-worker':
    'nothing of a job that has ended well: its row is deleted; no log; at least once; a time of its crontab is added once',
  'pg-boss':
    'the row of a job with its state and times for seven days; no log; at least once; a time of its schedule is sent once',
  bullmq:
    'the hash of a job with its times until it is removed; a log of the lines that the handler adds (none here); at least once; Redis writes its file once a second, so that the last second may be lost with the machine',
  agenda:
    'the document of a job with the times of its last run; no log (it can record events, which is off here); at least once',
};

/** The system that the others are compared with: goals are ratios, because machines differ. */
const REFERENCE = 'pg-boss';

/** Of the jobs that are added at once, as multiples of the reference in the same run; null if it was not measured. */
export interface Ratios {
  readonly endedPerSecond: number | null;
  /** The processor time of the system without its database, by the whole of the reference. */
  readonly own: number | null;
  /** That of the system with its database. */
  readonly whole: number | null;
}

/** By system. */
export function ratiosOf(measured: readonly Measured[]): Record<string, Ratios> {
  const reference = measured.find(({ system }) => system === REFERENCE)?.atOnce;
  const cost = reference && reference.processorMsPerJob.own + reference.processorMsPerJob.database;
  const by = (value: number, divisor: number | undefined): number | null =>
    divisor ? Number((value / divisor).toFixed(3)) : null;
  return Object.fromEntries(
    measured.map(({ system, atOnce: { endedPerSecond, processorMsPerJob: ms } }) => [
      system,
      {
        endedPerSecond: by(endedPerSecond, reference?.endedPerSecond),
        own: by(ms.own, cost),
        whole: by(ms.own + ms.database, cost),
      },
    ]),
  );
}

/** The data of a job that stays, by system. */
export function keptBy(systems: readonly string[]): Record<string, string> {
  return Object.fromEntries(systems.map((name) => [name, KEEPS[name] ?? '']));
}

/** The table as Markdown: rates, milliseconds of processor for each job, and waits in milliseconds. */
export function tableOf(measured: readonly Measured[]): string {
  const header = [
    ...['system', 'added/s', 'ended/s', 'own', 'database', 'worker', 'added → POST p50 / p99', 'all, one by one'],
    ...['due → POST p50 / p99', 'all, each second'],
    ...[`ended ÷ ${REFERENCE}`, `own ÷ ${REFERENCE}'s all`, `all ÷ ${REFERENCE}'s`],
  ];
  const ratios = ratiosOf(measured);
  const rows = measured.map(({ system, version, atOnce, oneByOne, eachSecond }) => {
    const cost = atOnce.processorMsPerJob;
    return [
      ...[`${system} ${version}`, atOnce.addedPerSecond, atOnce.endedPerSecond, cost.own, cost.database, cost.bench],
      ...[waits(oneByOne.addedToPostMs), allOf(oneByOne.processorMsPerJob)],
      ...[waits(eachSecond.dueToPostMs), allOf(eachSecond.processorMsPerJob)],
      ...Object.values(ratios[system] ?? {}).map((ratio: number | null) => ratio ?? '–'),
    ];
  });
  const kept = measured.map(({ system }) => `${system} keeps ${KEEPS[system] ?? ''}`);
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return ['', ...lines, '', ...kept, ''].join('\n');
}

const waits = ({ p50, p99 }: { readonly p50: number; readonly p99: number }): string => `${p50} / ${p99}`;
const allOf = ({ own, database }: Processor): string => (own + database).toFixed(2);
