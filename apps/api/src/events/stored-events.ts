import type { Clock } from '#common/clock/clock.js';
import type { TenantId } from '#common/domain/ids.js';
import type { EventLogStore } from '#common/mongo/event-log.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { EVENT_KEPT_MS } from '#common/domain/limits.js';
import { endOfRun, gapEvent, type CloudEvent } from '#common/notices/cloud-event.js';
import { seqAt, seqText } from '#common/run/end-event.js';

export interface EventsPage {
  readonly items: CloudEvent[];
  readonly after: string;
  readonly hasMore: boolean;
}

/** Reads the log of events of a tenant. */
export class StoredEvents {
  constructor(
    private readonly log: Pick<EventLogStore, 'progress' | 'after'>,
    private readonly tenants: Pick<TenantsStore, 'beginnings'>,
    private readonly uiBase: string,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  beginnings(): ReturnType<TenantsStore['beginnings']> {
    return this.tenants.beginnings();
  }

  /** The events after a place, the oldest that are kept where it is null. A gap before the first of them is told as an event. */
  async after(tenant: TenantId, place: number | null, limit: number): Promise<EventsPage> {
    const { log, tenants, uiBase } = this;
    // Numbers beyond this may still be added in another order. While nobody subscribes, none are.
    const until = (await log.progress())?.stored ?? Number.MAX_SAFE_INTEGER;
    const kept = seqAt(this.clock.now() - EVENT_KEPT_MS);
    // Another tenant may have had the id.
    const begin = seqAt((await tenants.beginnings()).get(tenant) ?? 0);
    const from = Math.max(place ?? 0, kept, begin);
    const page = await log.after(tenant, from, until, limit + 1);
    const events = page.slice(0, limit);
    const gap = place === null || place >= kept ? [] : [gapEvent({ after: place, until: kept }, tenant, uiBase)];
    return {
      items: [...gap, ...events.map((event) => endOfRun(event, uiBase))],
      after: seqText(events.at(-1)?.seq ?? from),
      hasMore: page.length > limit,
    };
  }
}
