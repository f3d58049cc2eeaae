/** Calendars, each of one tenant. Written by the api alone; the scheduler reads them. */
import type { CalendarSpec } from '../spec/calendar.js';
import type { TenantId } from '../domain/ids.js';
import type { Mongo } from './mongo.js';
import { keyOf, TenantDefinitions, type TenantDefinition } from './tenant-definitions.js';

/** Its id is what `schedule.exclude` names. */
export interface StoredCalendar extends TenantDefinition {
  readonly spec: CalendarSpec;
}

export class CalendarsStore extends TenantDefinitions<StoredCalendar> {
  constructor(mongo: Mongo) {
    super(mongo, 'calendars');
  }

  /** Those of the calendars that exist. */
  async loadMany(tenant: TenantId, ids: readonly string[]): Promise<StoredCalendar[]> {
    if (ids.length === 0) return [];
    const found = await this.documents.find({ _id: { $in: ids.map((id) => keyOf(tenant, id)) } }).toArray();
    return found.map((document) => this.fromDocument(document));
  }

  /** Those of the calendars that jobs may name: one that is about to be removed may not. */
  async usable(tenant: TenantId, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const found = await this.documents.find({ _id: { $in: ids.map((id) => keyOf(tenant, id)) } }).toArray();
    return new Set(found.filter(({ leaving }) => leaving !== true).map(({ name }) => name));
  }

  /** Keeps further jobs from naming the calendar, until it is removed or `cancelRemoval` is called. */
  async beginRemoval(tenant: TenantId, id: string): Promise<void> {
    await this.documents.updateOne({ _id: keyOf(tenant, id) }, { $set: { leaving: true } });
  }

  async cancelRemoval(tenant: TenantId, id: string): Promise<void> {
    await this.documents.updateOne({ _id: keyOf(tenant, id) }, { $unset: { leaving: true } });
  }

  /** False where an edit came in between since the removal began: then it stays. */
  async remove(tenant: TenantId, id: string): Promise<boolean> {
    return (await this.documents.deleteOne({ _id: keyOf(tenant, id), leaving: true })).deletedCount === 1;
  }
}
