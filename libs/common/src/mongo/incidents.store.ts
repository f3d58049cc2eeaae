/** Incidents of monitors and rules. Written by the executor alone, by compare-and-set; the api removes those of a tenant with it. */
import type { TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { firstOfParts } from '../runtime/first-of-parts.js';
import { firstPage, type Page } from '../runtime/paged-scan.js';
import {
  endOfKeeping,
  stateOfIncident,
  type Incident,
  type IncidentReason,
  type IncidentState,
} from '../watch/incident.js';
import {
  partsByTenant,
  type StoredDocument,
  type Tenants,
  inShards,
  isAny,
  insertIgnoringExisting,
  saveRevision,
} from './document.js';
import { descendingFrom } from './index-order.js';
import type { Mongo } from './mongo.js';

interface IncidentDocument extends Omit<Incident, 'id'>, StoredDocument {
  readonly state: IncidentState;
  /** True until it is resolved. */
  readonly live?: true;
  /** True while a step is to be taken: the index of due incidents covers it. */
  readonly timed?: true;
  readonly expireAt?: Date;
}

/** The incident after which a page begins. */
export interface IncidentCursor {
  readonly at: Instant;
  readonly id: string;
}

export interface IncidentFilter {
  readonly tenants: Tenants;
  readonly state?: IncidentState | undefined;
  /** The key of a monitor or a rule, unique over all tenants. */
  readonly uid?: string | undefined;
}

/** An incident with unsent steps is due at once. */
const AT_ONCE = 0;

export class IncidentsStore {
  private readonly incidents;

  constructor(mongo: Mongo) {
    this.incidents = mongo.collection<IncidentDocument>('incidents');
  }

  /** A repeat changes nothing. */
  async insert(incident: Incident): Promise<void> {
    await insertIgnoringExisting(this.incidents, [toIncidentDocument(incident)]);
  }

  async load(id: string): Promise<Incident | null> {
    const document = await this.incidents.findOne({ _id: id });
    return document && fromDocument(document);
  }

  /** Saves it with the next revision. Null where another writer was first. */
  async save(incident: Incident): Promise<Incident | null> {
    const next = { ...incident, rev: incident.rev + 1 };
    return (await saveRevision(this.incidents, toIncidentDocument(next))) ? next : null;
  }

  /** The longest due first. */
  async due(shards: readonly number[], now: Instant, limit: number): Promise<Incident[]> {
    return this.incidents
      .find({ timed: true, ...inShards(shards), wakeAt: { $lte: now } }, { sort: { wakeAt: 1 }, limit })
      .map(fromDocument)
      .toArray();
  }

  /** Newest first. */
  async list(filter: IncidentFilter, cursor: IncidentCursor | null, limit: number): Promise<Page<Incident>> {
    const read = (part: object, last: Incident | null, most: number): Promise<Incident[]> =>
      this.part(part, last === null ? cursor : { at: last.openedAt, id: last.id }, most);
    const incidents = await firstOfParts(partsOf(filter), read, limit + 1, newestFirst);
    return firstPage(incidents, limit);
  }

  private async part(part: object, cursor: IncidentCursor | null, limit: number): Promise<Incident[]> {
    const page = { sort: { openedAt: -1, _id: -1 }, limit } as const;
    const after = descendingFrom('openedAt', cursor);
    return this.incidents
      .find({ ...part, ...after }, page)
      .map(fromDocument)
      .toArray();
  }

  /** How many incidents the list has, counted up to `most`. */
  async countUpTo(filter: IncidentFilter, most: number): Promise<number> {
    const counts = partsOf(filter).map(async (part) => this.incidents.countDocuments(part, { limit: most }));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  async isAnyOpen(shards: readonly number[]): Promise<boolean> {
    const open = { live: true as const, ...inShards(shards) };
    return isAny(this.incidents, open);
  }

  async countOpen(shards: readonly number[], reason: IncidentReason): Promise<number> {
    return this.incidents.countDocuments({ live: true, ...inShards(shards), reason });
  }

  async remove(id: string): Promise<void> {
    await this.incidents.deleteOne({ _id: id });
  }

  /** Removes all incidents of a removed tenant. */
  async removeAll(tenant: TenantId): Promise<void> {
    await this.incidents.deleteMany({ tenant });
  }

  /** Removes all incidents of a removed monitor or rule. */
  async removeOf(uid: string): Promise<void> {
    await this.incidents.deleteMany({ uid });
  }
}

/** Splits the list into several, each of which an index returns in order. */
function partsOf({ tenants, state, uid }: IncidentFilter): readonly object[] {
  const of = state === undefined ? {} : { state };
  if (uid !== undefined) return [{ uid, ...of }];
  return partsByTenant(tenants).map((part) => ({ ...part, ...of }));
}

const newestFirst = (a: Incident, b: Incident): number => b.openedAt - a.openedAt || (a.id < b.id ? 1 : -1);

/** The stored form of an incident, also for callers that store very many at once. */
export function toIncidentDocument({ id, ...rest }: Incident): IncidentDocument {
  const incident = { id, ...rest };
  const wakeAt = rest.pending.length > 0 ? AT_ONCE : rest.wakeAt;
  const end = endOfKeeping(incident);
  return {
    _id: id,
    ...rest,
    wakeAt,
    state: stateOfIncident(incident),
    ...(rest.resolved === null && { live: true as const }),
    ...(wakeAt !== null && { timed: true as const }),
    ...(end !== null && { expireAt: new Date(end) }),
  };
}

const fromDocument = ({
  _id,
  state: _state,
  live: _live,
  timed: _timed,
  expireAt: _expireAt,
  ...rest
}: IncidentDocument): Incident => ({ id: _id, ...rest });
