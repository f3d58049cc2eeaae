/**
 * The ends of runs as events of the tenants that subscribe to them, and how far each channel has got them. Kept for some days, and written
 * for no other tenant. Written by the executor alone.
 */
import type { RunId, TenantId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import { EVENT_KEPT_MS } from '../domain/limits.js';
import type { EventCursor } from '../run/event-cursor.js';
import type { EndEvent, LoggedEvent } from '../run/end-event.js';
import { byKeys, insertInOrder, keyAfter, saveRevision, type StoredDocument } from './document.js';
import { fromJsonText, toJsonText, type JsonText } from './json-text.js';
import type { Mongo } from './mongo.js';
import { keyOf } from './tenant-definitions.js';

/** A place in the order of runs by their last change. */
export interface ChangePlace {
  readonly changedAt: Instant;
  readonly id: RunId;
}

/** How far the log is written. */
export interface LogProgress {
  readonly rev: number;
  /** When the log began: earlier ends are not in it. */
  readonly since: Instant;
  /** The greatest number that was given to an event; those up to `stored` are in the log. */
  readonly last: number;
  readonly stored: number;
  /** Runs up to here were read soon after they changed, and once more when every change is certainly stored. */
  readonly soon: ChangePlace;
  readonly settled: ChangePlace;
}

interface EventDocument extends StoredDocument {
  readonly tenant: TenantId;
  readonly seq: number;
  readonly event: JsonText<EndEvent>;
  readonly expireAt: Date;
}
interface ProgressDocument extends LogProgress, StoredDocument {}
interface CursorDocument extends EventCursor, StoredDocument {}

const LOG = 'log';

export class EventLogStore {
  private readonly events;
  private readonly progresses;
  private readonly places;

  constructor(mongo: Mongo) {
    this.events = mongo.collection<EventDocument>('eventLog');
    this.progresses = mongo.collection<ProgressDocument>('eventCursors');
    this.places = mongo.collection<CursorDocument>('eventCursors');
  }

  // The log

  async progress(): Promise<LogProgress | null> {
    return this.progresses.findOne({ _id: LOG });
  }

  /** False: another process has written meanwhile. */
  async saveProgress(progress: LogProgress): Promise<boolean> {
    return saveRevision(this.progresses, { ...progress, _id: LOG });
  }

  /** Forgets how far the log is written, because nobody subscribes. */
  async forgetProgress({ rev }: LogProgress): Promise<void> {
    await this.progresses.deleteOne({ _id: LOG, rev });
  }

  /** Adds the events in their order, up to the first one that is in the log; returns how many it has added. */
  async add(events: readonly LoggedEvent[], now: Instant): Promise<number> {
    const expireAt = new Date(now + EVENT_KEPT_MS);
    const documents = events.map(({ seq, ...event }) => {
      return { _id: event.id, tenant: event.tenant, seq, event: toJsonText<EndEvent>(event), expireAt };
    });
    return insertInOrder(this.events, documents);
  }

  /** The ids among these that are in the log. */
  async existing(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const keys = await byKeys(this.events, ids, {}, { projection: { _id: 1 } });
    return new Set(keys.map(({ _id }) => _id));
  }

  /** Events of a tenant after a place and up to another one, in order. */
  async after(tenant: TenantId, seq: number, until: number, limit: number): Promise<LoggedEvent[]> {
    return this.events
      .find({ tenant, seq: { $gt: seq, $lte: until } }, { sort: { seq: 1 }, limit })
      .map((document) => ({ ...fromJsonText(document.event), seq: document.seq }))
      .toArray();
  }

  // Channels

  async cursor(tenant: TenantId, channel: string): Promise<EventCursor | null> {
    const document = await this.places.findOne({ _id: keyOf(tenant, channel) });
    return document && cursorOf(document);
  }

  async cursorsOf(channels: readonly { readonly tenant: TenantId; readonly id: string }[]): Promise<EventCursor[]> {
    const documents = await byKeys(
      this.places,
      channels.map(({ tenant, id }) => keyOf(tenant, id)),
    );
    return documents.map(cursorOf);
  }

  /** False: another process has saved it meanwhile. */
  async saveCursor(cursor: EventCursor): Promise<boolean> {
    return saveRevision(this.places, { _id: keyOf(cursor.tenant, cursor.channel), ...cursor });
  }

  /** The cursors of all channels, a page in the order of tenant and id. */
  async cursors(after: EventCursor | null, limit: number): Promise<EventCursor[]> {
    const place = keyAfter(after && keyOf(after.tenant, after.channel));
    const documents = this.places.find({ channel: { $exists: true }, ...place }, { sort: { _id: 1 }, limit });
    return (await documents.toArray()).map(cursorOf);
  }

  async removeCursor({ tenant, channel, rev }: EventCursor): Promise<void> {
    await this.places.deleteOne({ _id: keyOf(tenant, channel), rev });
  }
}

const cursorOf = ({ _id, ...cursor }: CursorDocument): EventCursor => cursor;
