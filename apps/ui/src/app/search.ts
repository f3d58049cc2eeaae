/** The filters in the address of a page. Invalid filters are ignored. */
import { useNavigate } from '@tanstack/react-router';
import type {
  ErrorFilter,
  ErrorSort,
  IncidentFilter,
  JobFilter,
  JobSort,
  RunFilter,
  RunSort,
} from '../api/questions.js';

type RawSearch = Record<string, unknown>;

/** The router reads `137` as a number and `true` as a truth value. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value) || undefined
    : undefined;

/** The text of a value in quotation marks, as former versions wrote it; throws for other values, which mean themselves: `137` is no number. */
export function unquoted(value: string): unknown {
  if (!/^".*"$/s.test(value)) throw new SyntaxError('not quoted');
  return value.slice(1, -1).replace(/\\(.)/gs, '$1');
}

/** The values of these names, as texts. */
export const textsOf =
  <Name extends string>(...names: readonly Name[]) =>
  (search: RawSearch): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = textOf(search[name]);
        return text === undefined ? [] : [[name, text]];
      }),
    ) as Partial<Record<Name, string>>;

export const RUN_STATES = ['QUEUED', 'RUNNING', 'FINISHED', 'FAILED', 'ABORTED', 'SKIPPED', 'MISSED'] as const;
/** Phases of runs under way, which the state RUNNING does not tell apart. */
export const OPEN_PHASES = [
  'Pending',
  'Running',
  'Backoff',
  'Restarting',
  'Completing',
  'Aborting',
  'Terminating',
] as const;
export const TRIGGERS = ['schedule', 'manual', 'backfill', 'retry', 'dependency', 'webhook', 'nats'] as const;

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((each) => each === value);

const definedOf = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

export interface JobsSearch extends Omit<JobFilter, 'label' | 'enabled' | 'archived'> {
  readonly label?: string;
  readonly enabled?: 'true' | 'false';
  readonly archived?: 'true' | 'any';
  readonly sort?: JobSort;
}

export interface RunsSearch extends RunFilter {
  readonly sort?: RunSort;
}

/** The first of each is the default order. */
export const JOB_SORTS = ['name', '-name', 'nextSlot'] as const satisfies readonly JobSort[];
export const RUN_SORTS = ['-createdAt', 'createdAt'] as const satisfies readonly RunSort[];

export const jobsSearch = (search: RawSearch): JobsSearch =>
  definedOf({
    ...textsOf('q', 'tenant', 'worker', 'label')(search),
    enabled: oneOf(['true', 'false'] as const, String(search.enabled)),
    archived: oneOf(['true', 'any'] as const, String(search.archived)),
    sort: oneOf(JOB_SORTS.slice(1), search.sort),
  });

export const runsSearch = (search: RawSearch): RunsSearch =>
  definedOf({
    ...textsOf('tenant', 'job', 'errorGroup', 'from', 'to')(search),
    state: oneOf(RUN_STATES, search.state),
    failed: oneOf(['true'] as const, String(search.failed)),
    archived: oneOf(['true', 'false'] as const, String(search.archived)),
    phase: oneOf(OPEN_PHASES, search.phase),
    trigger: oneOf(TRIGGERS, search.trigger),
    sort: oneOf(RUN_SORTS.slice(1), search.sort),
  });

export const ERROR_STATES = ['open', 'muted', 'quiet'] as const;
export const ERROR_SORTS = ['-lastSeen', '-count'] as const satisfies readonly ErrorSort[];

/** The ages of a last success to filter by, in seconds; metrics count by the same ages. */
export const SUCCESS_AGES = ['3600', '21600', '86400', '604800', '2592000'] as const;

export interface SuccessSearch {
  readonly tenant?: string;
  readonly label?: string;
  readonly age?: (typeof SUCCESS_AGES)[number];
}

export const successSearch = (search: RawSearch): SuccessSearch =>
  definedOf({ ...textsOf('tenant', 'label')(search), age: oneOf(SUCCESS_AGES, String(search.age)) });

/** What a line of usage stands for; without a choice a tenant. */
export const USAGE_BY = ['job', 'day'] as const;

export interface UsageSearch {
  readonly by?: (typeof USAGE_BY)[number];
  readonly month?: string;
  readonly tenant?: string;
}

export const usageSearch = (search: RawSearch): UsageSearch =>
  definedOf({ ...textsOf('month', 'tenant')(search), by: oneOf(USAGE_BY, search.by) });

/** Labels as people type them: `team=reports, set=nights`; in quotes with blanks or commas: `set="all nights"`, or `"set=all nights"`. */
export const labelsOf = (text: string): string[] => partsOf(text).filter((each) => each.includes('='));

/** Such labels as changes: the value of each name, null to remove it. */
export const labelChanges = (text: string): Record<string, string | null> =>
  Object.fromEntries(
    partsOf(text).map((part) => {
      const [name = ''] = part.split('=', 1);
      return [name, part.slice(name.length + 1) || null];
    }),
  );

const QUOTED = /"((?:\\.|[^"\\])*)"/gu;

/** A quotation mark that is not closed is a sign like others. */
const partsOf = (text: string): string[] =>
  [...text.matchAll(new RegExp(`(?:${QUOTED.source}|[^\\s,])+`, 'gu'))].map(([typed]) =>
    typed.replace(QUOTED, (_, quoted: string) => quoted.replace(/\\(.)/gu, '$1')),
  );

/** A label in the form that `labelsOf` reads. */
export function labelText(name: string, value: string): string {
  const label = `${name}=${value}`;
  return /[\s,"]/u.test(label) ? `"${label.replace(/["\\]/gu, '\\$&')}"` : label;
}

export interface ErrorsSearch extends ErrorFilter {
  readonly sort?: ErrorSort;
}

export const errorsSearch = (search: RawSearch): ErrorsSearch =>
  definedOf({
    ...textsOf('q', 'tenant', 'job')(search),
    state: oneOf(ERROR_STATES, search.state),
    sort: oneOf(ERROR_SORTS.slice(1), search.sort),
  });

export const INCIDENT_STATES = ['open', 'acknowledged', 'resolved'] as const;

export type IncidentsSearch = Pick<IncidentFilter, 'state' | 'tenant'>;

export const incidentsSearch = (search: RawSearch): IncidentsSearch =>
  definedOf({ ...textsOf('tenant')(search), state: oneOf(INCIDENT_STATES, search.state) });

/** Changes some filters in the page's address without adding an entry to the browser's history. */
export function useSetSearch<Search extends object>(): (change: Partial<Search>) => void {
  const navigate = useNavigate();
  return (change) => {
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true });
  };
}

interface Filter<T> {
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
}

/** By the name of a filter in the page's address: its value, and what changes it. */
export function useFilters<Search extends object>(
  search: Search,
): <Name extends keyof Search & string>(name: Name) => Filter<NonNullable<Search[Name]>> {
  const set = useSetSearch<Search>();
  return (name) => ({
    value: search[name] ?? undefined,
    onChange: (value) => {
      set({ [name]: value === '' ? undefined : value } as Partial<Search>);
    },
  });
}
