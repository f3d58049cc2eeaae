/**
 * Gathers several requests in one run: how each request changes the run, and when it starts. Pure. The run itself records the requests
 * that it stands for; it takes requests while it is queued and open, each by a guarded save, and none once it is released.
 */
import type { RunId } from '#common/domain/ids.js';
import { MAX_ITEMS_BYTES, MAX_KNOWN_REQUESTS, MAX_NAMED_REQUESTS } from '#common/domain/limits.js';
import { GATHERING, isGathering, type GatheredRequests, type RequestMark } from '#common/run/gathered.js';
import type { Instant, Run, RunOverrides } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { manualRun, type ManualRequest } from '../../core/slot-run.js';

export type GatherRule =
  | { readonly by: 'debounce'; readonly key: string; readonly seconds: number; readonly maxWaitSeconds: number }
  | { readonly by: 'collect'; readonly key: string; readonly seconds: number; readonly maxItems: number };

export interface GatherRequest {
  /** Identifies the request; a repeat has the same id. */
  readonly id: RunId;
  /** The print of the id (`request-print.ts`). */
  readonly print: string;
  readonly rule: GatherRule;
  /** The number of shards of the installation. */
  readonly shardCount: number;
  /** The overrides contain the request's own item if items are collected. */
  readonly run: Omit<ManualRequest, 'run' | 'startAfter'>;
}

const MS = 1_000;
/** Characters of a print. */
export const PRINT_LENGTH = 8;

/** A run that begins with the request and takes further ones. */
export function gatheringRun(state: ScheduleState, id: RunId, request: GatherRequest, now: Instant): Run {
  const { by, key } = request.rule;
  const none = { by, key, open: true as const, firstAt: now, lastAt: now, count: 0, first: [], last: [], prints: '' };
  const requests = withRequest(none, request, now);
  const how = { limited: true, shardCount: request.shardCount };
  const run = manualRun(state, { ...request.run, run: id, startAfter: null }, how, now);
  const wait = waiting(startOf(request.rule, requests, run.createdAt), by);
  const transitions = run.transitions.map((transition) => ({ ...transition, ...wait.why }));
  return { ...run, requests, startAfter: wait.startAfter, ...wait.why, transitions };
}

/**
 * The run with the request: it gets the values of the latest request, and keeps all collected items. Null: the run does not take the
 * request, because its window is over, it is full, or its items were judged by another version of the job.
 */
export function joined(run: Run, state: ScheduleState, request: GatherRequest, now: Instant): Run | null {
  const { rule, run: wanted, shardCount } = request;
  if (!isGathering(run) || run.requests?.by !== rule.by || now >= run.startAfter) return null;
  const overrides = withItems(run, state, request);
  if (overrides === 'full') return null;
  const requests = withRequest(run.requests, request, now);
  const requestOfRun = { ...wanted, overrides, run: run.id, startAfter: null };
  const latest = manualRun(state, requestOfRun, { limited: true, shardCount }, now);
  const { transitions, commands, createdAt, phaseSince } = run;
  const wait = waiting(startOf(rule, requests, createdAt), rule.by);
  return {
    ...latest,
    transitions,
    commands,
    createdAt,
    phaseSince,
    requests,
    ...(run.change && { change: run.change }),
    startAfter: wait.startAfter,
    ...wait.why,
    rev: run.rev + 1,
  };
}

function withItems(run: Run, state: ScheduleState, { rule, run: wanted }: GatherRequest): RunOverrides | null | 'full' {
  if (rule.by === 'debounce') return wanted.overrides;
  if ((run.requests?.count ?? 0) >= rule.maxItems || run.jobVersion !== state.jobVersion) return 'full';
  const items = [...(run.overrides?.items ?? []), ...(wanted.overrides?.items ?? [])];
  if (Buffer.byteLength(JSON.stringify(items)) > MAX_ITEMS_BYTES) return 'full';
  return { ...wanted.overrides, items };
}

function withRequest(
  requests: GatheredRequests,
  { id, print, run: wanted }: GatherRequest,
  now: Instant,
): GatheredRequests {
  // Clocks of replicas differ: a request is never counted before the one that it follows.
  const lastAt = Math.max(requests.lastAt, now);
  const mark: RequestMark = { id, at: lastAt, by: wanted.requestedBy, trigger: wanted.trigger ?? 'manual' };
  const isFirst = requests.first.length < MAX_NAMED_REQUESTS;
  return {
    ...requests,
    lastAt,
    count: requests.count + 1,
    ...(isFirst ? { first: [...requests.first, mark] } : { last: [...requests.last, mark].slice(-MAX_NAMED_REQUESTS) }),
    prints: `${requests.prints}${print}`.slice(-PRINT_LENGTH * MAX_KNOWN_REQUESTS),
  };
}

/** The start is later than the run's record, so the run is never mistaken for one that must be started or refused at once. */
function startOf(rule: GatherRule, { firstAt, lastAt, count }: GatheredRequests, createdAt: Instant): Instant {
  if (rule.by === 'debounce')
    return Math.max(Math.min(lastAt + rule.seconds * MS, firstAt + rule.maxWaitSeconds * MS), createdAt + 1);
  return Math.max(count >= rule.maxItems ? lastAt : firstAt + rule.seconds * MS, createdAt + 1);
}

function waiting(
  startAfter: Instant,
  by: GatherRule['by'],
): { readonly startAfter: Instant; readonly why: Pick<Run, 'reason' | 'message'> } {
  const until = new Date(startAfter).toISOString();
  const message =
    by === 'debounce'
      ? `The run starts at ${until}, or later if further requests with its key arrive.`
      : `The run collects requests with its key until ${until}.`;
  return { startAfter, why: { reason: GATHERING[by], message } };
}

/** The run takes no further requests; it may start now, even if its window is not over because the run is full. */
export function closed(run: Run, now: Instant): Run {
  if (run.requests === undefined) return run;
  const { open: _open, ...requests } = run.requests;
  return { ...run, requests, startAfter: Math.min(run.startAfter, Math.max(now, run.createdAt + 1)) };
}
