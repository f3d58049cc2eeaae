/** The outcome of every accepted run: from the API, as its user sees it, compared with the records of the worker. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { linesOfLog, logFault, type LogFault } from '#testing/product/log-fault.js';
import { savesAfter } from '#testing/product/storage-fault.js';
import { linesOf, type AttemptReport } from '#testing/product/worker-process.js';
import type { ApiClient } from '#testing/api-client.js';
import { WORK } from './product.js';
import { count, type RequestedRun, type Door } from './storm.js';

const PAGE = 500;
const LOGS_AT_ONCE = 8;
const LOGS_LIMIT_MS = 45_000;
const LOG_TIMEOUT_MS = 15_000;
const TRIES = 5;
const RETRY_MS = 1_000;
const SHOWN = 5;

const pageSchema = z.object({
  items: z.array(
    z.looseObject({
      id: z.string(),
      job: z.string(),
      state: z.string(),
      reason: z.string(),
      createdAt: z.string(),
      finished: z.string().nullable(),
    }),
  ),
  nextCursor: z.string().nullish(),
});
type RunView = z.output<typeof pageSchema>['items'][number];
const storageSchema = z.looseObject({ run: z.string() });

export interface Account {
  /** Number of runs by state and, where they did not succeed, reason. */
  readonly states: Readonly<Record<string, number>>;
  readonly notFinal: number;
  readonly failed: number;
  /** Runs that were accepted and are missing. */
  readonly lost: number;
  /** Runs that were not requested, beyond those whose request was never answered. */
  readonly unasked: number;
  /** Runs whose worker was called twice, or that finished without it. */
  readonly calledOtherThanOnce: number;
  /** Runs that did not end although their worker has reported, or whose report was refused. */
  readonly refused: Readonly<Record<string, number>>;
  /** Logs with missing, repeated or foreign lines. */
  readonly brokenLogs: number;
  /** Logs with every line once, but not in the order in which they were sent and acknowledged. */
  readonly disorderedLogs: number;
  /** Logs that could not be read within the time limit. */
  readonly unreadLogs: number;
  readonly outdatedStorage: number;
  /** The first of each kind, as examples. */
  readonly examples: readonly string[];
}

export async function takeAccount(
  { api, door }: { readonly api: ApiClient; readonly door: Door },
  part: {
    readonly jobs: readonly string[];
    readonly since: number;
    readonly accepted: readonly RequestedRun[];
    /** Requests whose answer is unknown: each may have made a run. */
    readonly inDoubt: number;
  },
  allReports: readonly AttemptReport[],
): Promise<Account> {
  const asked = new Set(part.accepted.map(({ run }) => run));
  const runs = (await runsSince(api, part)).filter(({ createdAt }) => Date.parse(createdAt) >= part.since);
  const there = new Set(runs.map(({ id }) => id));
  const reports = allReports.filter(({ run }) => there.has(run) || asked.has(run));
  const reportsOf = new Map<string, AttemptReport[]>();
  for (const report of reports) reportsOf.set(report.run, [...(reportsOf.get(report.run) ?? []), report]);
  const examples: string[] = [];
  const select = <T>(
    what: string,
    of: readonly T[],
    name: (each: T) => string,
    isBad: (each: T) => boolean,
  ): number => {
    const bad = of.filter((each) => isBad(each));
    examples.push(...bad.slice(0, SHOWN).map((each) => `${what}: ${name(each)}`));
    return bad.length;
  };
  const nameOf = ({ id, state, reason }: RunView): string => `${id} ${state} ${reason}`;
  const { faults: logFaults, unread } = await logFaultsOf(door, runs, reportsOf);
  const logsWith = (kind: LogFault['kind']): number =>
    select(
      `log, ${kind}`,
      logFaults,
      ({ what }) => what,
      (fault) => fault.kind === kind,
    );
  const outdated = await outdatedStorageOf(api, { ...part, runs }, reports);
  const states: Record<string, number> = {};
  for (const { state, reason } of runs) count(states, state === 'FINISHED' ? state : `${state} ${reason}`);
  const refused: Record<string, number> = {};
  for (const { refusals } of reports) for (const refusal of refusals) count(refused, refusal);
  return {
    states,
    notFinal: select('not final', runs, nameOf, ({ state }) => state === 'QUEUED' || state === 'RUNNING'),
    failed: select('failed', runs, nameOf, ({ state }) => !['QUEUED', 'RUNNING', 'FINISHED'].includes(state)),
    lost: select('lost', [...asked], String, (run) => !there.has(run)),
    unasked: Math.max(0, select('not asked for', runs, nameOf, ({ id }) => !asked.has(id)) - part.inDoubt),
    calledOtherThanOnce: select('called other than once', runs, nameOf, (run) => {
      const calls = callsOf(reportsOf.get(run.id));
      // The worker of a waiting run is not called yet.
      return calls > 1 || (calls === 0 && run.state === 'FINISHED');
    }),
    refused,
    brokenLogs: logsWith('lines'),
    disorderedLogs: logsWith('order'),
    unreadLogs: unread,
    outdatedStorage: select('storage', outdated, String, () => true),
    examples,
  };
}

const callsOf = (reports: readonly AttemptReport[] = []): number => reports.reduce((sum, { calls }) => sum + calls, 0);

async function runsSince(
  api: ApiClient,
  { jobs, since }: { readonly jobs: readonly string[]; readonly since: number },
): Promise<RunView[]> {
  const runs: RunView[] = [];
  for (const job of jobs) {
    let cursor = '';
    do {
      const from = new Date(since).toISOString();
      const path = `/runs?job=${job}&from=${from}&limit=${PAGE}${cursor}`;
      const { body } = await patiently(() => api.expect([200], 'GET', path));
      const page = pageSchema.parse(body);
      runs.push(...page.items);
      cursor = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : '';
    } while (cursor !== '');
  }
  return runs;
}

async function logFaultsOf(
  { apiUrl, token }: Door,
  runs: readonly RunView[],
  reports: ReadonlyMap<string, readonly AttemptReport[]>,
): Promise<{ readonly faults: readonly LogFault[]; readonly unread: number }> {
  const deadline = performance.now() + LOGS_LIMIT_MS;
  const faults: LogFault[] = [];
  const rest = runs.filter(({ id }) => reports.get(id)?.some(({ logCalls }) => logCalls > 0));
  const reader = async (): Promise<void> => {
    while (performance.now() < deadline) {
      const run = rest.pop();
      if (run === undefined) return;
      const url = `${apiUrl}/runs/${run.id}/logs`;
      const log = await patiently(async () => {
        const signal = AbortSignal.timeout(LOG_TIMEOUT_MS);
        const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
        if (!response.ok) throw new Error(`${url} was answered ${response.status}`);
        return response.text();
      });
      const wanted = (reports.get(run.id) ?? []).flatMap(({ id }) => linesOf(id, WORK));
      const fault = logFault(linesOfLog(log), wanted);
      if (fault !== null) faults.push({ ...fault, what: `${run.id} (${run.state}) ${fault.what}` });
    }
  };
  await Promise.all(Array.from({ length: LOGS_AT_ONCE }, reader));
  return { faults, unread: rest.length };
}

/**
 * Saves of overlapping runs may come in any order. A value is outdated only if another run began to save after the run
 * of the value had ended.
 */
async function outdatedStorageOf(
  api: ApiClient,
  { jobs, runs }: { readonly jobs: readonly string[]; readonly runs: readonly RunView[] },
  reports: readonly AttemptReport[],
): Promise<string[]> {
  const outdated: string[] = [];
  const ends = new Map(runs.map(({ id, finished }) => [id, finished === null ? Infinity : Date.parse(finished)]));
  for (const job of jobs) {
    const saves = reports.flatMap(({ job: of, run, saved }) =>
      of === job && saved !== null ? [{ run, from: saved.from }] : [],
    );
    if (saves.length === 0) continue;
    const { status, body } = await patiently(() => api.expect([200, 404], 'GET', `/jobs/${job}/storage`));
    const value = storageSchema.safeParse(body).data?.run;
    const later = savesAfter(value, saves, (run) => ends.get(run) ?? -Infinity);
    if (later > 0) outdated.push(`${job} holds that of ${value ?? `nobody (${status})`}, ${later} saved later`);
  }
  return outdated;
}

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await ask();
    } catch (error) {
      if (tried >= TRIES) throw error;
      await delay(RETRY_MS);
    }
  }
}
