/** Lists of runs: their filters, as conditions that an index serves in order. */
import type { JobId } from '../domain/ids.js';
import { EXCEPTIONAL_PHASES, isFinal, phasesOf, stateOf, type Phase, type RunState } from '../run/phase.js';
import { FAILED_ENDS } from '../run/failed-ends.js';
import type { Instant, Run, Trigger } from '../run/run.js';
import { BY_PEOPLE, UNSCHEDULED } from '../run/trigger.js';
import { firstOfParts } from '../runtime/first-of-parts.js';
import { scanPage, type Page } from '../runtime/paged-scan.js';
import { mergedTenants, ofTenants, type Tenants } from './document.js';
import { ascendingFrom, descendingFrom } from './index-order.js';
import { common, nearWindow, windowsBehind, type SampledTimes, type Window } from './run-windows.js';

/** null: any. */
export interface RunFilter {
  readonly tenants: Tenants;
  readonly job: JobId | null;
  readonly state: RunState | null;
  readonly phase: Phase | null;
  readonly trigger: Trigger | null;
  /** Failed runs that belong to this error group. */
  readonly errorGroup: string | null;
  /** True: only failures, as `isFailure` tells them; false: only others. Left out: any. */
  readonly failed?: boolean | undefined;
  /** One end of failures, where a list of them is read in parts. */
  readonly reason?: string | undefined;
  /** By creation, both ends included. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  /** The creation times of tenants whose ids had belonged to other tenants: older runs are not theirs. */
  readonly begins: ReadonlyMap<string, Instant>;
  /** For a list of more tenants than are queried one by one: the windows of time to read. */
  readonly sampled?: SampledTimes;
}

export interface RunCursor {
  readonly createdAt: Instant;
  readonly id: string;
}

/** Splits the list into parts that an index returns in order: of one tenant, or of all tenants in one phase. */
function partsOf(filter: RunFilter): readonly RunFilter[] {
  if (filter.failed === true) return failedEndsOf(filter).flatMap(partsOf);
  const { job, state, phase, errorGroup } = filter;
  if (job !== null || errorGroup !== null) return [filter];
  if (filter.sampled !== undefined)
    return groupsOfTenants(filter.tenants ?? []).map((each) => ({ ...filter, tenants: each }));
  const tenants = mergedTenants(filter.tenants);
  if (tenants === null)
    return state !== null && phase === null && isExceptional(filter) && !isByPeople(filter)
      ? phasesOf(state).map((each) => ({ ...filter, state: null, phase: each }))
      : [filter];
  return tenants.map((tenant) => {
    const begins = filter.begins.get(tenant);
    return {
      ...filter,
      tenants: [tenant],
      from: begins === undefined ? filter.from : Math.max(begins, filter.from ?? 0),
    };
  });
}

/** No index has failures in order, but one has those of each kind. */
const failedEndsOf = ({ failed: _failed, ...filter }: RunFilter): readonly RunFilter[] =>
  FAILED_ENDS.filter(({ state }) => filter.state === null || filter.state === state).map((end) => ({
    ...filter,
    ...end,
  }));

/** Each run that is found is compared with all requested tenants. */
const MAX_TENANTS_AT_ONCE = 50;

const groupsOfTenants = (tenants: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(tenants.length / MAX_TENANTS_AT_ONCE) }, (_, i) =>
    tenants.slice(i * MAX_TENANTS_AT_ONCE, (i + 1) * MAX_TENANTS_AT_ONCE),
  );

/** A condition on the time when runs were recorded. */
export type RunOrder = 'newestFirst' | 'oldestFirst';

const newestFirst = (a: Run, b: Run): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
export const inOrder = (order: RunOrder): ((a: Run, b: Run) => number) =>
  order === 'newestFirst' ? newestFirst : (a, b) => newestFirst(b, a);

export interface RunPage {
  readonly after: RunCursor | null;
  readonly limit: number;
  readonly order: RunOrder;
}

type ReadPart = (part: RunFilter, page: RunPage) => Promise<readonly Run[]>;

/** A page of a list, merged from its parts. `read` returns runs of one part in order, after the cursor. */
export async function mergedParts(filter: RunFilter, page: RunPage, read: ReadPart): Promise<Page<Run>> {
  const keep = (run: Run): boolean => run.createdAt >= (filter.begins.get(run.tenant) ?? 0);
  const readAll = async (last: Run | null, size: number): Promise<readonly Run[]> =>
    firstRuns(filter, { after: last ?? page.after, limit: size, order: page.order }, read);
  return scanPage(readAll, keep, page.limit);
}

/** Reads a list of many tenants: first among all runs near the cursor, then in one window after the other. */
async function firstRuns(filter: RunFilter, page: RunPage, read: ReadPart): Promise<readonly Run[]> {
  const { sampled, ...plain } = filter;
  if (sampled === undefined) return firstOfAllParts(filter, page, read);
  const [place, way] = [placeOf(filter, page), page.order === 'newestFirst' ? -1 : 1] as const;
  const split = nearWindow(place, sampled, way);
  const near = split && within({ ...plain, tenants: null }, split.near);
  const runs = near === null ? [] : [...(await read(near, page))];
  const rest = split === null ? filter : within(filter, split.rest);
  for (const window of windowsBehind(split?.end ?? place, sampled.ofList, way)) {
    if (runs.length === page.limit) break;
    const part = rest && within(rest, window);
    if (part !== null) runs.push(...(await firstOfAllParts(part, { ...page, limit: page.limit - runs.length }, read)));
  }
  return runs;
}

const firstOfAllParts = async (filter: RunFilter, page: RunPage, read: ReadPart): Promise<readonly Run[]> =>
  firstOfParts(
    partsOf(filter),
    (part, from: Run | null, most) => read(part, { ...page, after: from ?? page.after, limit: most }),
    page.limit,
    inOrder(page.order),
  );

/** The beginning of the page; null: at the beginning of all runs. */
function placeOf({ from, to }: RunFilter, { after, order }: RunPage): Instant | null {
  const places = [after?.createdAt ?? null, order === 'newestFirst' ? to : from].filter((each) => each !== null);
  if (places.length === 0) return null;
  return order === 'newestFirst' ? Math.min(...places) : Math.max(...places);
}

function within(filter: RunFilter, window: Window): RunFilter | null {
  const times = common(filter, window);
  return times && { ...filter, ...times };
}

/** How many runs a list has, counted no further than `upTo`. `count` counts those of one part, no further than asked. */
export async function countedParts(
  filter: RunFilter,
  upTo: number,
  count: (part: RunFilter, upTo: number) => Promise<number>,
): Promise<number> {
  const counts = await Promise.all(partsOf(filter).map((part) => count(part, upTo)));
  return Math.min(
    upTo,
    counts.reduce((sum, each) => sum + each, 0),
  );
}

/** Selects what follows the cursor. */
const behind = ({ createdAt, id }: RunCursor, order: RunOrder): Record<string, unknown> =>
  (order === 'newestFirst' ? descendingFrom : ascendingFrom)('createdAt', { at: createdAt, id });

export const isOfOneTenant = ({ tenants, job }: Pick<RunFilter, 'tenants' | 'job'>): boolean =>
  tenants?.length === 1 && job === null;

/** Unfinished runs of all tenants: no index has them in the order of lists, and a search for few of them would read all runs. */
export const areOpenOfAll = (filter: RunFilter): boolean =>
  !isOfOneTenant(filter) && filter.job === null && filter.errorGroup === null && isUnfinished(filter);

const isUnfinished = ({ state, phase }: RunFilter): boolean =>
  state === 'QUEUED' || state === 'RUNNING' || (state === null && phase !== null && !isFinal(phase));

const conditionsOfEnds = ({ failed, reason }: RunFilter): Record<string, unknown>[] => [
  ...(failed === undefined ? [] : [{ [failed ? '$or' : '$nor']: FAILED_ENDS }]),
  ...(reason === undefined ? [] : [{ reason }]),
];

export function conditionsOf(
  filter: RunFilter,
  cursor: RunCursor | null,
  order: RunOrder = 'newestFirst',
): Record<string, unknown>[] {
  const { tenants, job, state, phase, trigger, from, to, errorGroup } = filter;
  const equal = (['job', 'state', 'phase', 'trigger'] as const).flatMap((field) =>
    filter[field] === null ? [] : [{ [field]: filter[field] }],
  );
  return [
    ...(tenants === null ? [] : [ofTenants(tenants)]),
    ...equal,
    // The runs of a job have an index by state only.
    ...(phase === null || job === null ? [] : [{ state: stateOf(phase) }]),
    // The indexes of triggers have the phase in them, and no state.
    ...(state === null || phase !== null || trigger === null ? [] : [{ phase: { $in: phasesOf(state) } }]),
    ...conditionsOfEnds(filter),
    ...(errorGroup === null ? [] : [{ grouped: true, errorGroup }]),
    ...(from === null ? [] : [{ createdAt: { $gte: from } }]),
    ...(to === null ? [] : [{ createdAt: { $lte: to } }]),
    ...(cursor === null ? [] : [behind(cursor, order)]),
  ];
}

const BY_TRIGGER = { trigger: 1, createdAt: -1, _id: -1, phase: 1 } as const;
const BY_PHASE = { phase: 1, createdAt: -1, _id: -1, trigger: 1 } as const;
const NEWEST = { createdAt: -1, _id: -1 } as const;
type RunIndex = Readonly<Record<string, 1 | -1>>;
type Kind = Pick<RunFilter, 'state' | 'phase' | 'trigger' | 'failed'>;

const isExceptional = ({ state, phase, failed }: Kind): boolean =>
  failed === true || EXCEPTIONAL_PHASES.some((each) => each === phase || (phase === null && stateOf(each) === state));
const isUnscheduled = ({ trigger }: Kind): boolean => UNSCHEDULED.some((each) => each === trigger);
const isByPeople = ({ trigger }: Kind): boolean => BY_PEOPLE.some((each) => each === trigger);

/** Whether an index returns the list of all tenants in order: any other list is merged from those of the tenants. */
export const isInOrderForAll = (kind: Kind): boolean => isExceptional(kind) || isUnscheduled(kind);

/** The index that finds the fewest runs, where a server may choose another: it does not know how rare a value is. */
export function hintFor(filter: RunFilter): { hint?: RunIndex } {
  const { job, state, phase, errorGroup } = filter;
  if (errorGroup !== null) return { hint: { errorGroup: 1, ...NEWEST } };
  if (job !== null) return {};
  if (filter.sampled !== undefined) return { hint: { tenant: 1, ...ofManyTenants(filter) } };
  if (isOfOneTenant(filter))
    return isByPeople(filter) && (state !== null || phase !== null) ? { hint: { tenant: 1, ...BY_TRIGGER } } : {};
  if (isByPeople(filter)) return { hint: BY_TRIGGER };
  if (phase !== null && isExceptional(filter)) return { hint: BY_PHASE };
  return isUnscheduled(filter) ? { hint: BY_TRIGGER } : {};
}

/** The fields after the tenant in the index that finds the fewest runs. */
function ofManyTenants({ state, phase, trigger }: Kind): RunIndex {
  if (trigger !== null && (isUnscheduled({ state, phase, trigger }) || (state === null && phase === null)))
    return BY_TRIGGER;
  if (phase !== null) return { phase: 1, ...NEWEST };
  return state === null ? NEWEST : { state: 1, ...NEWEST };
}
