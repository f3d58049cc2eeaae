/** Error groups. Written by the executor alone, by compare-and-set; the api removes those of a tenant with it. */
import type { TenantId } from '../domain/ids.js';
import { ERROR_GROUP_KEPT_MS, MAX_SEARCH_MS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import { firstOfParts } from '../runtime/first-of-parts.js';
import { MAX_SCANNED_PER_PAGE, scanPage, type Page } from '../runtime/paged-scan.js';
import type { ErrorGroup, GroupMark } from '../watch/error-group.js';
import {
  mergedTenants,
  ofTenants,
  partsByTenant,
  type StoredDocument,
  type Tenants,
  byKeys,
  mapById,
  saveRevision,
} from './document.js';
import { ANY_NUMBER, descendingFrom } from './index-order.js';
import type { Mongo } from './mongo.js';

interface GroupDocument extends Omit<ErrorGroup, 'id'>, StoredDocument {
  /** The time of its last failure: lists are in this order. */
  readonly lastAt: Instant;
  readonly expireAt: Date;
}

export type ErrorGroupOrder = 'lastSeen' | 'count';

/** The group after which a page begins, by the field that orders the list. */
export interface ErrorGroupCursor {
  readonly by: number;
  readonly id: string;
}

/** A group without the runs that were counted last, which only its writers need. */
export type ShownGroup = Omit<ErrorGroup, 'counted'>;

interface ErrorGroupFilter {
  readonly tenants: Tenants;
  readonly order: ErrorGroupOrder;
  /** Only groups in which this job has failed. */
  readonly job?: string | undefined;
  /** Only groups that are muted, or were muted before. */
  readonly isMuted?: boolean | undefined;
  /** Only groups whose texts may contain this; `keep` decides, since the database does not know both cases of all letters. */
  readonly says?: string | undefined;
  readonly keep: (group: ShownGroup) => boolean;
}

type Read = (last: ShownGroup | null, size: number) => Promise<readonly ShownGroup[]>;

const ORDER_FIELD = { lastSeen: 'lastAt', count: 'count' } as const;
/** Groups of a tenant that are read to choose the ones to remove: a tenant exceeds the limit only briefly. */
const MAX_MARKS = 2_000;
/** Groups of a job, or muted ones, that are read and sorted here. */
const MAX_FEW = 1_000;
const BY_JOB = { 'jobs.job': 1 } as const;
const BY_MUTE = { 'mute.at': 1 } as const;

export class ErrorGroupsStore {
  private readonly groups;

  constructor(mongo: Mongo) {
    this.groups = mongo.collection<GroupDocument>('errorGroups');
  }

  async load(ids: readonly string[]): Promise<Map<string, ErrorGroup>> {
    return mapById(await byKeys(this.groups, ids), fromDocument);
  }

  /** Inserts it, or replaces the document with the previous revision. False where another writer was first. */
  async save(group: ErrorGroup): Promise<boolean> {
    return saveRevision(this.groups, toGroupDocument(group), { since: group.since });
  }

  /** The groups that `keep` accepts, the last seen first, or the most frequent first. */
  async list(filter: ErrorGroupFilter, after: ErrorGroupCursor | null, limit: number): Promise<Page<ShownGroup>> {
    const few = await this.few(filter);
    if (few !== null) return scanPage(readOf(few, filter.order, after), filter.keep, limit);
    // Each tenant has few.
    const isBounded = filter.says === undefined || mergedTenants(filter.tenants) !== null;
    const end = isBounded ? null : await this.endOfScan(filter.order, after);
    const page = await scanPage(this.readInOrder(filter, after, end), filter.keep, limit);
    return page.lastSeen === null ? { items: page.items, lastSeen: end } : page;
  }

  /** The last of the groups that are read for a page; null where fewer follow. */
  private async endOfScan(order: ErrorGroupOrder, after: ErrorGroupCursor | null): Promise<ShownGroup | null> {
    const options = { projection: { counted: 0 }, sort: sortBy(order), skip: MAX_SCANNED_PER_PAGE - 1, limit: 1 };
    const place = placeOf(order, after);
    const [end] = await this.groups.find(place, { ...options, hint: sortBy(order) }).toArray();
    return end === undefined ? null : fromDocument(end);
  }

  /** All groups of a job, or all muted ones, in no order; null where there are too many, or neither filter is given. */
  private async few({ tenants, job, isMuted }: ErrorGroupFilter): Promise<readonly ShownGroup[] | null> {
    if (job === undefined && isMuted !== true) return null;
    const [narrow, hint] = job === undefined ? [{ 'mute.at': { $gt: 0 } }, BY_MUTE] : [{ 'jobs.job': job }, BY_JOB];
    const documents = await this.groups
      .find({ ...narrow, ...ofTenants(tenants) } as object, { projection: { counted: 0 }, limit: MAX_FEW + 1, hint })
      .toArray();
    return documents.length > MAX_FEW ? null : documents.map(fromDocument);
  }

  /** `end`: the last group that is read; null: there is no bound. */
  private readInOrder(
    { tenants, order, says }: ErrorGroupFilter,
    after: ErrorGroupCursor | null,
    end: ShownGroup | null,
  ): Read {
    const parts = partsByTenant(tenants);
    const narrow = [says === undefined ? null : saying(says), end === null ? null : downTo(end, order)].filter(
      (each) => each !== null,
    );
    return (last, size) => {
      const read = (part: object, from: ShownGroup | null, most: number): Promise<ShownGroup[]> => {
        const behind = from ?? last;
        const place = placeOf(order, behind === null ? after : cursorOf(behind, order));
        return this.page([{ ...part, ...place }, ...narrow], order, most);
      };
      return firstOfParts(parts, read, size, highestFirst(order));
    };
  }

  private async page(
    [first = {}, ...narrow]: readonly object[],
    order: ErrorGroupOrder,
    limit: number,
  ): Promise<ShownGroup[]> {
    const all = narrow.length === 0 ? first : { $and: [first, ...narrow] };
    const isOfOne = 'tenant' in first && typeof first.tenant === 'string';
    // Without the hint DocumentDB sorts all of them where many are requested.
    const hint = { ...(isOfOne && { tenant: 1 as const }), ...sortBy(order) };
    return this.groups
      .find(all, { projection: { counted: 0 }, sort: sortBy(order), limit, hint, maxTimeMS: MAX_SEARCH_MS })
      .map(fromDocument)
      .toArray();
  }

  /** The fields of a tenant's groups that are needed to choose which of them to remove. */
  async marks(tenant: TenantId): Promise<GroupMark[]> {
    const projection = { rev: 1, count: 1, mute: 1, counted: 1, lastAt: 1 };
    return this.groups
      .find({ tenant, lastAt: ANY_NUMBER }, { projection, sort: { lastAt: -1, _id: -1 }, limit: MAX_MARKS })
      .map(({ _id, rev, count, mute, counted, lastAt }) => ({ id: _id, rev, count, mute, counted, lastAt }))
      .toArray();
  }

  /** Counted no further than `upTo`. */
  async countOf(tenant: TenantId, upTo: number): Promise<number> {
    return this.groups.countDocuments({ tenant, lastAt: ANY_NUMBER }, { limit: upTo });
  }

  /** Removes the group unless another writer has changed it meanwhile. */
  async remove({ id, rev }: Pick<ErrorGroup, 'id' | 'rev'>): Promise<boolean> {
    return (await this.groups.deleteOne({ _id: id, rev })).deletedCount === 1;
  }

  /** Removes all groups of a removed tenant. */
  async removeAll(tenant: TenantId): Promise<void> {
    await this.groups.deleteMany({ tenant });
  }
}

/** The place of a group in a list. */
export const cursorOf = ({ id, last, count }: ShownGroup, order: ErrorGroupOrder): ErrorGroupCursor => ({
  by: order === 'lastSeen' ? last.at : count,
  id,
});

function readOf(few: readonly ShownGroup[], order: ErrorGroupOrder, after: ErrorGroupCursor | null): Read {
  const all = few.toSorted(highestFirst(order));
  return (last, size) => {
    const from = last === null ? after : cursorOf(last, order);
    return Promise.resolve(all.filter((each) => from === null || isBehind(cursorOf(each, order), from)).slice(0, size));
  };
}

const sortBy = (order: ErrorGroupOrder): Record<string, -1> => ({ [ORDER_FIELD[order]]: -1, _id: -1 });

const placeOf = (order: ErrorGroupOrder, cursor: ErrorGroupCursor | null): object =>
  descendingFrom(ORDER_FIELD[order], cursor && { at: cursor.by, id: cursor.id });

function downTo(end: ShownGroup, order: ErrorGroupOrder): object {
  const field = ORDER_FIELD[order];
  const { by, id } = cursorOf(end, order);
  return { [field]: { $gte: by }, $or: [{ [field]: { $gt: by } }, { _id: { $gte: id } }] };
}

/**
 * Matches every group with the text, and others: only the longest part of the text in ASCII is compared, as servers differ in the case of
 * other letters. Null: there is no such part. The pattern has no wildcard, so its cost is bounded whatever the text is.
 */
function saying(text: string): object | null {
  const [part = ''] = text.split(/[^ -~]+/).sort((a, b) => b.length - a.length);
  if (part === '') return null;
  const said = new RegExp(part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'i');
  return { $or: ['reason', 'lines', 'jobs.job', 'jobs.name'].map((field) => ({ [field]: said })) };
}

const isBehind = (a: ErrorGroupCursor, b: ErrorGroupCursor): boolean => a.by < b.by || (a.by === b.by && a.id < b.id);

const highestFirst =
  (order: ErrorGroupOrder) =>
  (a: ShownGroup, b: ShownGroup): number =>
    cursorOf(b, order).by - cursorOf(a, order).by || (a.id < b.id ? 1 : -1);

/** The stored form of a group, also for callers that store very many at once. */
export const toGroupDocument = ({ id, ...rest }: ErrorGroup): GroupDocument => ({
  _id: id,
  ...rest,
  lastAt: rest.last.at,
  expireAt: new Date(rest.last.at + ERROR_GROUP_KEPT_MS),
});

const fromDocument = ({ _id, lastAt: _lastAt, expireAt: _expireAt, ...rest }: GroupDocument): ErrorGroup => ({
  id: _id,
  ...rest,
});
