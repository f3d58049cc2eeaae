/** Reads herd reports, each kept for a while, because a report needs all schedules of a tenant. */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#common/clock/clock.js';
import type { TenantId } from '#common/domain/ids.js';
import { MAX_HERD_SLOTS, MAX_SCHEDULES_IN_HERD } from '#common/domain/limits.js';
import type { CalendarsStore } from '#common/mongo/calendars.store.js';
import type { RuleOfJob, SchedulesStore } from '#common/mongo/schedules.store.js';
import { Gate } from '#common/runtime/gate.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import type { Instant } from '#common/run/run.js';
import { exclusionOf, type Exclusion } from '#common/schedule/exclusion.js';
import { HerdCount, type Herd } from './core/herd.js';

const KEPT_MS = 30_000;
const MAX_KEPT = 50;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After this many jobs, other requests are answered first. */
const JOBS_AT_ONCE = 20;
/** A replica makes one report at a time; this many requests wait for it, and for this long. */
const MAX_WAITING = 8;
const MAX_WAIT_MS = 10_000;

export interface HerdQuery {
  readonly hours: number;
  readonly crowdedFrom: number;
}

export interface HerdReport extends Herd {
  readonly from: Instant;
  readonly to: Instant;
  /** Jobs that were counted. */
  readonly counted: number;
  readonly isPartial: boolean;
}

export class HerdReader {
  private readonly kept: TtlCache<string, Promise<HerdReport>>;
  private readonly gate: Gate;

  constructor(
    private readonly schedules: Pick<SchedulesStore, 'rulesOf'>,
    private readonly calendars: Pick<CalendarsStore, 'loadMany'>,
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
  ) {
    this.kept = new TtlCache(MAX_KEPT, KEPT_MS, clock);
    this.gate = new Gate({
      resource: 'herd reports',
      limit: () => 1,
      maxWaiting: MAX_WAITING,
      maxWaitMs: MAX_WAIT_MS,
      monotonic: () => clock.monotonic(),
    });
  }

  /** Reports from the present minute on. Throws UNAVAILABLE if too many requests wait for other reports. */
  async read(tenant: TenantId, query: HerdQuery): Promise<HerdReport> {
    const key = JSON.stringify([tenant, query.hours, query.crowdedFrom]);
    const cached = this.kept.get(key);
    if (cached) return cached;
    const reading = this.gate.run('normal', () => this.make(tenant, query));
    this.kept.set(key, reading);
    reading.catch(() => this.kept.delete(key));
    return reading;
  }

  private async make(tenant: TenantId, { hours, crowdedFrom }: HerdQuery): Promise<HerdReport> {
    const from = Math.floor(this.clock.now() / MINUTE_MS) * MINUTE_MS;
    const to = from + hours * HOUR_MS;
    const { rules, isPartial } = await this.schedules.rulesOf(tenant, MAX_SCHEDULES_IN_HERD);
    const exclusions = await this.exclusionsOf(tenant, rules);
    const count = new HerdCount({ from, to });
    let counted = 0;
    let slots = 0;
    for (const { job: id, jobName: name, rule } of rules) {
      if (slots >= MAX_HERD_SLOTS) break;
      slots += count.add({ id, name, rule, excludes: exclusions(rule.exclude) });
      if (++counted % JOBS_AT_ONCE === 0) await setImmediate();
    }
    const { minutes, jobs } = count.crowd(crowdedFrom);
    for (const [i, job] of jobs.entries()) {
      count.spread(job);
      if ((i + 1) % JOBS_AT_ONCE === 0) await setImmediate();
    }
    return { ...count.result(minutes), from, to, counted, isPartial: isPartial || counted < rules.length };
  }

  private async exclusionsOf(
    tenant: TenantId,
    rules: readonly RuleOfJob[],
  ): Promise<(ids: readonly string[]) => Exclusion> {
    const ids = [...new Set(rules.flatMap(({ rule }) => rule.exclude))];
    const specs = new Map((await this.calendars.loadMany(tenant, ids)).map(({ id, spec }) => [id, spec]));
    const exclusions = new Map<string, Exclusion>();
    return (of) => {
      const key = of.join();
      const exclusion = exclusions.get(key) ?? exclusionOf(of.flatMap((id) => specs.get(id) ?? []));
      exclusions.set(key, exclusion);
      return exclusion;
    };
  }
}
