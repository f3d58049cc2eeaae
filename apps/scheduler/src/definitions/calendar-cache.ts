import type { Clock } from '#common/clock/clock.js';
import type { CalendarSpec } from '#common/spec/calendar.js';
import type { TenantId } from '#common/domain/ids.js';
import { exclusionOf, excludesNothing, type Exclusion } from '#common/schedule/exclusion.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';

/** With `LOOK_AHEAD_MS`, a changed calendar takes effect after at most eight seconds. */
const KEPT_MS = 3_000;
const MAX_KEPT = 10_000;

export interface CalendarStore {
  loadMany(tenant: TenantId, ids: readonly string[]): Promise<readonly { readonly spec: CalendarSpec }[]>;
}

/** Caches for a few seconds which times the calendars of schedules exclude. A deleted calendar excludes nothing. */
export class CalendarCache {
  private readonly kept: TtlCache<string, Promise<Exclusion>>;

  constructor(
    private readonly calendars: CalendarStore,
    clock: Clock,
  ) {
    this.kept = new TtlCache(MAX_KEPT, KEPT_MS, clock);
  }

  async exclusionFor({ tenant, rule }: Pick<ScheduleState, 'tenant' | 'rule'>): Promise<Exclusion> {
    const names = rule?.exclude ?? [];
    if (names.length === 0) return excludesNothing;
    const key = [tenant, ...names].join('/');
    const cached = this.kept.get(key);
    if (cached) return cached;
    const exclusion = this.calendars
      .loadMany(tenant, names)
      .then((calendars) => exclusionOf(calendars.map(({ spec }) => spec)));
    exclusion.catch(() => this.kept.delete(key));
    this.kept.set(key, exclusion);
    return exclusion;
  }
}
