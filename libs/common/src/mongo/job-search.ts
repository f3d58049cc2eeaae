/**
 * Lists of jobs by filters, each from an index. A query has terms (`spec/job-terms.ts`), of which the rarest is looked up. Where few jobs have it,
 * all of them are read, and sorted here. Where many have it, pages are read in the order of the list: the first from the index of terms, the later
 * ones from that of names, since DocumentDB cannot continue in the middle of an index of arrays; where many jobs have the term, the next one is
 * near.
 */
import { asJobId, asTenantId, type JobId, type TenantId } from '../domain/ids.js';
import { MAX_COUNTED_TOTAL, MAX_SEARCH_MS } from '../domain/limits.js';
import { isNamedLike } from '../domain/named-like.js';
import { isStoredAfter } from '../domain/stored-order.js';
import { FIRST_BATCH_OF_DEFINITIONS, scanPage, type Page } from '../runtime/paged-scan.js';
import type { StoredJob } from '../spec/definitions.js';
import { jobMatcher, type JobQuestion } from '../spec/job-matcher.js';
import { onShelves, termsAskedBy, type AskedTerm } from '../spec/job-terms.js';
import { mergedTenants, type Tenants } from './document.js';
import { BY_TERM, fromJobDocument, type JobDocument } from './job-document.js';
import type { JobSample, SampledJob } from './samples.js';
import type { Mongo } from './mongo.js';

export interface JobFilter extends JobQuestion {
  /** null: of every tenant. */
  readonly tenants: Tenants;
  /** Only those that are archived, or only those that are not; both if absent. */
  readonly archived?: boolean | undefined;
  /** A further condition for each job. */
  readonly keep?: (job: StoredJob) => boolean;
}

export type JobOrder = 'byName' | 'byNameReversed';

/** A job's place in its list, ordered by tenant, then name. */
export interface JobCursor {
  readonly tenant: string;
  readonly name: string;
}

/** The most jobs with a term of which all are read for one answer. */
const MAX_FEW = MAX_COUNTED_TOTAL;
/** Up to this estimate of the sample there may still be few. */
const MAYBE_FEW = MAX_FEW * 1.5;
const LOADED_AT_ONCE = 64;
/** Jobs with a term that are read for the first page, where more have it: some of them do not match the rest of the query. */
const MAX_FIRST = 150;
/** Terms are half of the size of a job, and took most of the time of a page. */
const SHOWN = { terms: 0 } as const;
const BY_NAME = { live: 1, tenant: 1, name: 1 } as const;
const BY_SHELF_AND_NAME = { live: 1, archived: 1, tenant: 1, name: 1 } as const;

/** The documents of a query, and whether the index of terms returns them in order. */
interface Lookup {
  readonly conditions: object;
  readonly isInOrder: boolean;
  /** The same for archived jobs only, or for the others only. */
  ofShelf(archived: boolean): Lookup;
}

type Found = Pick<JobDocument, '_id' | 'tenant' | 'name'>;
type Read = (last: StoredJob | null, size: number) => Promise<StoredJob[]>;

export class JobSearch {
  private readonly jobs;

  constructor(
    mongo: Pick<Mongo, 'collection'>,
    private readonly sample: Pick<JobSample, 'count'>,
  ) {
    this.jobs = mongo.collection<JobDocument>('jobs');
  }

  /** Live jobs by tenant and name. */
  async list(
    filter: JobFilter,
    after: JobCursor | null,
    limit: number,
    order: JobOrder = 'byName',
  ): Promise<Page<StoredJob>> {
    const { lookup, few } = await this.look(filter);
    const place = { after, order };
    const read = few === null ? this.readInOrder(filter, lookup, place) : this.readOf(few, place);
    const fits = jobMatcher(filter);
    const keep = (job: StoredJob): boolean => fits(job) && filter.keep?.(job) !== false;
    return scanPage(read, keep, limit, FIRST_BATCH_OF_DEFINITIONS);
  }

  /** All jobs that match the query, in no order; null where they may be more than a thousand. */
  async fewIds(filter: JobFilter): Promise<readonly JobId[] | null> {
    const { few } = await this.look(filter);
    return few?.map(({ _id }) => asJobId(_id)) ?? null;
  }

  /** The jobs among these that match the query, as far as an index can decide it. */
  async among(filter: JobFilter, ids: readonly JobId[]): Promise<Map<JobId, StoredJob>> {
    if (ids.length === 0) return new Map();
    const terms = termsAskedBy(filter);
    const lookup = terms.length === 0 ? null : lookupOf(terms, 0, filter.archived);
    const all = { _id: { $in: [...ids] }, ...plainConditions(filter), ...lookup?.conditions };
    return new Map((await this.read(all, {})).map((job) => [job.id, job]));
  }

  /** How many jobs match the query; estimated where more than a thousand would have to be read. */
  async total(filter: JobFilter): Promise<{ readonly count: number; readonly exact: boolean }> {
    const { lookup, few } = await this.look(filter);
    if (few !== null) return { count: few.length, exact: true };
    const counted =
      lookup === null
        ? await this.jobs.countDocuments(plainConditions(filter), { limit: MAX_COUNTED_TOTAL + 1 })
        : null;
    if (counted !== null && counted <= MAX_COUNTED_TOTAL) return { count: counted, exact: true };
    const [estimate = 0] = await this.sample.count(filter.tenants, [fitting(filter)]);
    return { count: Math.max(counted ?? 0, estimate), exact: false };
  }

  /** `few`: all jobs that match the query; null without a term, and where more than a thousand have the rarest term. */
  private async look(
    filter: JobFilter,
  ): Promise<{ readonly lookup: Lookup | null; readonly few: readonly Found[] | null }> {
    const terms = termsAskedBy(filter);
    if (terms.length === 0) return { lookup: null, few: null };
    const questions = terms.map((term) => (job: SampledJob) => hasTerm(job, term, filter.archived));
    const counts = await this.sample.count(filter.tenants, questions);
    const least = Math.min(...counts);
    const lookup = lookupOf(terms, counts.indexOf(least), filter.archived);
    return { lookup, few: least > MAYBE_FEW ? null : await this.few(filter, lookup) };
  }

  private async few({ tenants, q }: JobFilter, { conditions }: Lookup): Promise<readonly Found[] | null> {
    const all = { live: true as const, ...conditions, ...inTenants(tenants) };
    const options = {
      projection: { tenant: 1, name: 1 },
      limit: MAX_FEW + 1,
      hint: BY_TERM,
      maxTimeMS: MAX_SEARCH_MS,
    } as const;
    const matches: Found[] = await this.jobs.find(all, options).toArray();
    return matches.length > MAX_FEW ? null : matches.filter(({ _id, name }) => isNamedLike(q, [name, _id]));
  }

  private readOf(few: readonly Found[], { after, order }: Place): Read {
    const rest = few.filter((each) => after === null || isBehind(each, after, order)).sort(byPlace(order));
    return async (_last, size) => {
      const jobs: StoredJob[] = [];
      // A page with fewer jobs than requested would mean that there are no more.
      while (jobs.length < size && rest.length > 0) {
        const ids = rest.splice(0, Math.min(size - jobs.length, LOADED_AT_ONCE)).map(({ _id }) => _id);
        const documents = await this.jobs.find({ _id: { $in: ids }, live: true }, { projection: SHOWN }).toArray();
        jobs.push(...documents.sort(byPlace(order)).map(fromJobDocument));
      }
      return jobs;
    };
  }

  private readInOrder(filter: JobFilter, lookup: Lookup | null, place: Place): Read {
    const isOfOneIndex = filter.tenants === null || filter.tenants.length === 1;
    if (filter.archived !== undefined && lookup?.isInOrder === true && place.after === null && isOfOneIndex)
      return this.readFromBeginning(filter, lookup, place.order);
    if (filter.archived !== undefined || lookup === null) return this.readShelf(filter, lookup, place);
    // Their terms differ: two lists, each in order.
    const both = [false, true].map((archived) =>
      this.readShelf({ ...filter, archived }, lookup.ofShelf(archived), place),
    );
    return async (last, size) => {
      const lists = await Promise.all(both.map((read) => read(last, size)));
      return lists.flat().sort(byPlaceOf(place.order)).slice(0, size);
    };
  }

  /** The first jobs from the index of terms, and those that follow from that of names. */
  private readFromBeginning(filter: JobFilter, lookup: Lookup, order: JobOrder): Read {
    let first: Promise<{ readonly read: Read; readonly rest: Read | null }> | null = null;
    let isBehind = false;
    return async (last, size) => {
      const { read, rest } = await (first ??= this.firstOf(filter, lookup, order));
      const jobs = isBehind ? [] : await read(last, size);
      if (jobs.length === size || rest === null) return jobs;
      const more = await rest(isBehind ? last : null, size - jobs.length);
      isBehind = true;
      return [...jobs, ...more];
    };
  }

  private async firstOf(
    filter: JobFilter,
    lookup: Lookup,
    order: JobOrder,
  ): Promise<{ readonly read: Read; readonly rest: Read | null }> {
    const [way, [tenant]] = [order === 'byName' ? 1 : -1, filter.tenants ?? []] as const;
    const sort = { ...(tenant === undefined && { tenant: way }), name: way } as const;
    const options = {
      projection: { tenant: 1, name: 1 },
      sort,
      limit: MAX_FIRST,
      hint: BY_TERM,
      maxTimeMS: MAX_SEARCH_MS,
    } as const;
    const all = { live: true, ...lookup.conditions, ...(tenant !== undefined && { tenant }) };
    const matches: Found[] = await this.jobs.find(all as object, options).toArray();
    const named = matches.filter(({ _id, name }) => isNamedLike(filter.q, [name, _id]));
    const end = matches.length === MAX_FIRST ? matches.at(-1) : undefined;
    return {
      read: this.readOf(named, { after: null, order }),
      rest: end === undefined ? null : this.readShelf(filter, lookup, { after: end, order }),
    };
  }

  private readShelf(filter: JobFilter, lookup: Lookup | null, { after, order }: Place): Read {
    const each = mergedTenants(filter.tenants)?.toSorted() ?? null;
    if (order === 'byNameReversed') each?.reverse();
    return async (last, size) => {
      const cursor = last === null ? after : { tenant: last.tenant, name: last.spec.name };
      if (each === null) return this.part(filter, lookup, { cursor, order, size });
      const jobs: StoredJob[] = [];
      for (const tenant of each) {
        if (jobs.length === size) break;
        if (cursor !== null && tenant !== cursor.tenant && !isLater(tenant, cursor.tenant, order)) continue;
        const name = cursor?.tenant === tenant ? cursor.name : null;
        jobs.push(...(await this.ofTenant(filter, lookup, { tenant, name, order, size: size - jobs.length })));
      }
      return jobs;
    };
  }

  private async ofTenant(
    filter: JobFilter,
    lookup: Lookup | null,
    { tenant, name, order, size }: TenantPart,
  ): Promise<StoredJob[]> {
    const way = order === 'byName' ? 1 : -1;
    const own = { tenant, ...(name === null ? {} : { name: { [way === 1 ? '$gt' : '$lt']: name } }) };
    if (lookup?.isInOrder === true && name === null)
      return this.read(
        { live: true, ...lookup.conditions, ...own },
        { sort: { name: way }, limit: size, hint: BY_TERM },
      );
    const all = { ...plainConditions({ ...filter, tenants: null }), ...lookup?.conditions, ...own };
    return this.read(all, {
      sort: { tenant: way, name: way },
      limit: size,
      hint: nameIndex(filter),
    });
  }

  /** For all tenants, or for more than are queried one by one. */
  private async part(
    filter: JobFilter,
    lookup: Lookup | null,
    { cursor, order, size }: { cursor: JobCursor | null; order: JobOrder; size: number },
  ): Promise<StoredJob[]> {
    if (cursor === null) return this.ofTenants(filter, lookup, { behind: null, order, size });
    // Two queries: a single one would read the index from the beginning of the tenant.
    const tenant = asTenantId(cursor.tenant);
    const { name } = cursor;
    const isAsked = filter.tenants?.includes(tenant) !== false;
    const same = isAsked ? await this.ofTenant(filter, lookup, { tenant, name, order, size }) : [];
    if (same.length === size) return same;
    return [...same, ...(await this.ofTenants(filter, lookup, { behind: tenant, order, size: size - same.length }))];
  }

  private async ofTenants(
    filter: JobFilter,
    lookup: Lookup | null,
    { behind, order, size }: { behind: TenantId | null; order: JobOrder; size: number },
  ): Promise<StoredJob[]> {
    const way = order === 'byName' ? 1 : -1;
    const options = { sort: { tenant: way, name: way }, limit: size } as const;
    if (lookup?.isInOrder === true && behind === null && filter.tenants === null)
      return this.read({ live: true, ...lookup.conditions }, { ...options, hint: BY_TERM });
    const later = behind === null ? {} : { tenant: { [way === 1 ? '$gt' : '$lt']: behind } };
    const all = { $and: [{ ...plainConditions(filter), ...lookup?.conditions }, later] };
    return this.read(all, { ...options, hint: nameIndex(filter) });
  }

  private async read(conditions: object, options: object): Promise<StoredJob[]> {
    const bounded = { ...options, projection: SHOWN, maxTimeMS: MAX_SEARCH_MS };
    return (await this.jobs.find(conditions, bounded).toArray()).map(fromJobDocument);
  }
}

interface Place {
  readonly after: JobCursor | null;
  readonly order: JobOrder;
}

interface TenantPart {
  readonly tenant: TenantId;
  /** The name after which the page begins; null for the beginning. */
  readonly name: string | null;
  readonly order: JobOrder;
  readonly size: number;
}

const inTenants = (tenants: Tenants): object => (tenants === null ? {} : { tenant: { $in: tenants.map(asTenantId) } });

/** The conditions of a query that indexes serve, without its terms. */
const plainConditions = ({ tenants, archived }: JobFilter): object => ({
  live: true as const,
  ...(archived === undefined ? {} : { archived: archived ? (true as const) : { $exists: false } }),
  ...inTenants(tenants),
});

/** Archived jobs are skipped: in a query for a missing field DocumentDB reads an index from its beginning up to the tenant. */
const nameIndex = ({ archived }: JobFilter): Record<string, 1> =>
  archived === true ? { ...BY_SHELF_AND_NAME } : { ...BY_NAME };

const isLater = (a: string, b: string, order: JobOrder): boolean =>
  order === 'byName' ? isStoredAfter(a, b) : isStoredAfter(b, a);
const isBehind = (a: JobCursor, b: JobCursor, order: JobOrder): boolean =>
  isLater(a.tenant, b.tenant, order) || (a.tenant === b.tenant && isLater(a.name, b.name, order));
const byPlace =
  (order: JobOrder) =>
  (a: Found, b: Found): number =>
    isBehind(a, b, order) ? 1 : -1;

const byPlaceOf = (order: JobOrder): ((a: StoredJob, b: StoredJob) => number) => {
  const cursorOf = ({ tenant, spec }: StoredJob): JobCursor => ({ tenant, name: spec.name });
  return (a, b) => (isBehind(cursorOf(a), cursorOf(b), order) ? 1 : -1);
};

const fitting =
  (filter: JobFilter) =>
  (job: SampledJob): boolean =>
    (filter.archived === undefined || filter.archived === (job.archived === true)) &&
    termsAskedBy(filter).every((term) => hasTerm(job, term, filter.archived)) &&
    isNamedLike(filter.q, [job.name, job._id]);

function hasTerm({ terms }: SampledJob, { text, isPrefix }: AskedTerm, archived: boolean | undefined): boolean {
  const wanted = onShelves(text, archived);
  return terms.some((term) => wanted.some((each) => (isPrefix ? term.startsWith(each) : term === each)));
}

/** `at`: the term that is looked up. The others are compared with each document that it finds; pieces of a name are compared here. */
function lookupOf(terms: readonly AskedTerm[], at: number, archived: boolean | undefined): Lookup {
  const shelved = terms.map(({ text, isPrefix }) => ({ texts: onShelves(text, archived), isPrefix }));
  const [wanted] = shelved.splice(at, 1);
  const { texts = [], isPrefix = false } = wanted ?? {};
  const others = shelved.filter((each) => !each.isPrefix).map((each) => each.texts);
  const values = isPrefix ? texts.map((text) => new RegExp(`^${escaped(text)}`)) : texts;
  const conditions = {
    terms: values.length === 1 ? values[0] : { $in: values },
    // An expression, since a query for several terms by an index reads all documents of each.
    ...(others.length > 0 && {
      $expr: { $and: others.map((each) => ({ $or: each.map((text) => ({ $in: [text, '$terms'] })) })) },
    }),
  };
  const isInOrder = !isPrefix && texts.length === 1;
  return { conditions, isInOrder, ofShelf: (shelf) => lookupOf(terms, at, shelf) };
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
