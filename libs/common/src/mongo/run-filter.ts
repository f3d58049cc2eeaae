/** Lists of runs: what they may ask for, as conditions that an index serves in order. */
import { asRunId, type JobId } from '../domain/ids.js';
import { EXCEPTIONAL_PHASES, phasesOf, stateOf, type Phase, type RunState } from '../run/phase.js';
import type { Instant, Run, Trigger } from '../run/run.js';
import { BY_PEOPLE, UNSCHEDULED } from '../run/trigger.js';
import { firstOfParts } from '../runtime/first-of-parts.js';
import { scanPage, type Page } from '../runtime/paged-scan.js';
import { mergedTenants, ofTenants, type Tenants } from './document.js';

/** null: any. */
export interface RunFilter {
  readonly tenants: Tenants;
  readonly job: JobId | null;
  readonly state: RunState | null;
  readonly phase: Phase | null;
  readonly trigger: Trigger | null;
  /** Failed runs that belong to this error group. */
  readonly errorGroup: string | null;
  /** By creation, both ends included. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  /** When tenants began whose ids belonged to others before: older runs are not theirs. */
  readonly begins: ReadonlyMap<string, Instant>;
}

export interface RunCursor {
  readonly createdAt: Instant;
  readonly id: string;
}

/** The same list as several, each of which an index gives in order: of one tenant, or of all tenants in one phase. */
function partsOf(filter: RunFilter): readonly RunFilter[] {
  const { job, state, phase, errorGroup } = filter;
  if (job !== null || errorGroup !== null) return [filter];
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

/** By when runs were recorded. */
export type RunOrder = 'newestFirst' | 'oldestFirst';

const newestFirst = (a: Run, b: Run): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
export const inOrder = (order: RunOrder): ((a: Run, b: Run) => number) =>
  order === 'newestFirst' ? newestFirst : (a, b) => newestFirst(b, a);

export interface RunPage {
  readonly after: RunCursor | null;
  readonly limit: number;
  readonly order: RunOrder;
}

/** A page of a list, merged from its parts. `read` gives runs of one part in order, behind the cursor. */
export async function mergedParts(
  filter: RunFilter,
  { after, limit, order }: RunPage,
  read: (part: RunFilter, page: RunPage) => Promise<readonly Run[]>,
): Promise<Page<Run>> {
  const parts = partsOf(filter);
  const keep = (run: Run): boolean => run.createdAt >= (filter.begins.get(run.tenant) ?? 0);
  const readAll = async (last: Run | null, size: number): Promise<readonly Run[]> =>
    firstOfParts(
      parts,
      (part, from: Run | null, most) => read(part, { after: from ?? last ?? after, limit: most, order }),
      size,
      inOrder(order),
    );
  return scanPage(readAll, keep, limit);
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

/** Behind the cursor in the order. */
const behind = ({ createdAt, id }: RunCursor, order: RunOrder): Record<string, unknown>[] =>
  order === 'newestFirst'
    ? [{ createdAt: { $lte: createdAt } }, { $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: asRunId(id) } }] }]
    : [{ createdAt: { $gte: createdAt } }, { $or: [{ createdAt: { $gt: createdAt } }, { _id: { $gt: asRunId(id) } }] }];

export const isOfOneTenant = ({ tenants, job }: Pick<RunFilter, 'tenants' | 'job'>): boolean =>
  tenants?.length === 1 && job === null;

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
    // Of a job's runs there is an index by state alone.
    ...(phase === null || job === null ? [] : [{ state: stateOf(phase) }]),
    // The indexes of triggers have the phase in them, and no state.
    ...(state === null || phase !== null || trigger === null ? [] : [{ phase: { $in: phasesOf(state) } }]),
    ...(errorGroup === null ? [] : [{ grouped: true, errorGroup }]),
    ...(from === null ? [] : [{ createdAt: { $gte: from } }]),
    ...(to === null ? [] : [{ createdAt: { $lte: to } }]),
    ...(cursor === null ? [] : behind(cursor, order)),
  ];
}

const BY_TRIGGER = { trigger: 1, createdAt: -1, _id: -1, phase: 1 } as const;
const BY_PHASE = { phase: 1, createdAt: -1, _id: -1, trigger: 1 } as const;
type RunIndex = typeof BY_TRIGGER | typeof BY_PHASE | ({ readonly tenant: 1 } & typeof BY_TRIGGER);
type Kind = Pick<RunFilter, 'state' | 'phase' | 'trigger'>;

const isExceptional = ({ state, phase }: Kind): boolean =>
  EXCEPTIONAL_PHASES.some((each) => each === phase || (phase === null && stateOf(each) === state));
const isUnscheduled = ({ trigger }: Kind): boolean => UNSCHEDULED.some((each) => each === trigger);
const isByPeople = ({ trigger }: Kind): boolean => BY_PEOPLE.some((each) => each === trigger);

/** Whether an index has in order what all tenants have of it: each other list is merged from those of the tenants. */
export const isInOrderForAll = (kind: Kind): boolean => isExceptional(kind) || isUnscheduled(kind);

/** The index that finds least, where a server may choose another: it does not know how rare anything is. */
export function hintFor(filter: RunFilter): { hint?: RunIndex } {
  const { job, state, phase, errorGroup } = filter;
  if (job !== null || errorGroup !== null) return {};
  if (isOfOneTenant(filter))
    return isByPeople(filter) && (state !== null || phase !== null) ? { hint: { tenant: 1, ...BY_TRIGGER } } : {};
  if (isByPeople(filter)) return { hint: BY_TRIGGER };
  if (phase !== null && isExceptional(filter)) return { hint: BY_PHASE };
  return isUnscheduled(filter) ? { hint: BY_TRIGGER } : {};
}
