/** Calendars, each of one tenant. Written by the api alone; the scheduler reads them. */
import type { CalendarRules } from '../schedule/exclusion.js';
import type { TenantId } from '../domain/ids.js';
import type { Mongo } from './mongo.js';
import { keyOf, TenantDefinitions, type TenantDefinition } from './tenant-definitions.js';

/** Its id is what `schedule.exclude` names. */
export interface StoredCalendar extends TenantDefinition {
  readonly spec: CalendarRules;
}

export class CalendarsStore extends TenantDefinitions<StoredCalendar> {
  constructor(mongo: Mongo) {
    super(mongo, 'calendars');
  }

  /** The calendars among these that exist. */
  async loadMany(tenant: TenantId, ids: readonly string[]): Promise<StoredCalendar[]> {
    if (ids.length === 0) return [];
    return this.documents
      .find({ _id: { $in: ids.map((id) => keyOf(tenant, id)) } })
      .map((document) => this.fromDocument(document))
      .toArray();
  }
}
