/** Calendars, each of one tenant. Written by the api alone; the scheduler reads them. */
import type { CalendarSpec } from '../spec/calendar.js';
import { asTenantId, type TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { isDuplicateKey } from './duplicate-key.js';
import { fromJsonText, toJsonText, type JsonText } from './json-text.js';
import { FIRST_BATCH_OF_DEFINITIONS, scanPage, type Page } from '../runtime/paged-scan.js';
import { keysUnder } from './log-document.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';

export interface StoredCalendar {
  readonly tenant: TenantId;
  /** Unique in its tenant: what `schedule.exclude` names. */
  readonly id: string;
  readonly rev: number;
  readonly updatedAt: Instant;
  readonly updatedBy: string;
  readonly spec: CalendarSpec;
}

interface CalendarDocument extends Omit<StoredCalendar, 'id' | 'spec'>, StoredDocument {
  readonly name: string;
  readonly writer: string;
  readonly spec: JsonText<CalendarSpec>;
  /** Set while a DELETE looks for jobs that use it: no further job may name it. */
  readonly leaving?: true;
}

export type CalendarWrite = 'saved' | 'repeated' | 'stale' | 'idTaken';

const keyOf = (tenant: TenantId, id: string): string => `${tenant}/${id}`;

export class CalendarsStore {
  private readonly calendars: DocumentCollection<CalendarDocument>;

  constructor(mongo: Mongo) {
    this.calendars = mongo.collection<CalendarDocument>('calendars');
  }

  async insert(calendar: StoredCalendar, writer: string): Promise<CalendarWrite> {
    try {
      await this.calendars.insertOne(toDocument(calendar, writer));
      return 'saved';
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await this.wroteLast(calendar, writer)) ? 'repeated' : 'idTaken';
    }
  }

  async load(tenant: TenantId, id: string): Promise<StoredCalendar | null> {
    const document = await this.calendars.findOne({ _id: keyOf(tenant, id) });
    return document && fromDocument(document);
  }

  /** Those of the calendars that exist. */
  async loadMany(tenant: TenantId, ids: readonly string[]): Promise<StoredCalendar[]> {
    if (ids.length === 0) return [];
    const documents = await this.calendars.find({ _id: { $in: ids.map((id) => keyOf(tenant, id)) } }).toArray();
    return documents.map(fromDocument);
  }

  /** Those of the calendars that jobs may name: one that is about to be removed may not. */
  async usable(tenant: TenantId, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const documents = await this.calendars.find({ _id: { $in: ids.map((id) => keyOf(tenant, id)) } }).toArray();
    return new Set(documents.filter(({ leaving }) => leaving !== true).map(({ name }) => name));
  }

  async save(next: StoredCalendar, expectedRev: number, writer: string): Promise<CalendarWrite> {
    const document = toDocument(next, writer);
    const result = await this.calendars.replaceOne({ _id: document._id, rev: expectedRev }, document);
    if (result.matchedCount === 1) return 'saved';
    return (await this.wroteLast(next, writer)) ? 'repeated' : 'stale';
  }

  /** By tenant and id. */
  async list(
    tenants: readonly string[] | null,
    after: { readonly tenant: string; readonly id: string } | null,
    limit: number,
  ): Promise<Page<StoredCalendar>> {
    const read = async (last: StoredCalendar | null, size: number): Promise<StoredCalendar[]> => {
      const place = last ?? after;
      const filter = {
        ...(tenants === null ? {} : { tenant: { $in: tenants.map(asTenantId) } }),
        ...(place === null ? {} : { _id: { $gt: keyOf(asTenantId(place.tenant), place.id) } }),
      };
      const documents = await this.calendars.find(filter, { sort: { _id: 1 }, limit: size }).toArray();
      return documents.map(fromDocument);
    };
    return scanPage(read, () => true, limit, FIRST_BATCH_OF_DEFINITIONS);
  }

  /** Keeps further jobs from naming the calendar, until it is removed or `cancelRemoval` is called. */
  async beginRemoval(tenant: TenantId, id: string): Promise<void> {
    await this.calendars.updateOne({ _id: keyOf(tenant, id) }, { $set: { leaving: true } });
  }

  async cancelRemoval(tenant: TenantId, id: string): Promise<void> {
    await this.calendars.updateOne({ _id: keyOf(tenant, id) }, { $unset: { leaving: true } });
  }

  /** False where an edit came in between since the removal began: then it stays. */
  async remove(tenant: TenantId, id: string): Promise<boolean> {
    return (await this.calendars.deleteOne({ _id: keyOf(tenant, id), leaving: true })).deletedCount === 1;
  }

  /** All calendars of a tenant that is removed. */
  async removeAll(tenant: TenantId): Promise<void> {
    await this.calendars.deleteMany({ _id: keysUnder(tenant) });
  }

  private async wroteLast({ tenant, id }: StoredCalendar, writer: string): Promise<boolean> {
    const own = await this.calendars.findOne({ _id: keyOf(tenant, id), writer }, { projection: { _id: 1 } });
    return own !== null;
  }
}

function toDocument({ id, spec, ...rest }: StoredCalendar, writer: string): CalendarDocument {
  return { _id: keyOf(rest.tenant, id), ...rest, name: id, writer, spec: toJsonText(spec) };
}

function fromDocument(document: CalendarDocument): StoredCalendar {
  const { _id, name, writer: _writer, leaving: _leaving, spec, ...rest } = document;
  return { id: name, ...rest, spec: fromJsonText(spec) };
}
