import { MAX_MONITORS } from '#common/domain/limits.js';
import { MonitorsStore, type StoredMonitor } from '#common/mongo/monitors.store.js';
import { PingsStore } from '#common/mongo/pings.store.js';
import type { MonitorSpec } from '#common/spec/monitor.js';
import { parseMonitorSchedule } from '#common/watch/monitor.js';
import { plainId } from '../http/derived-id.js';
import { Kind } from '../http/kind.js';
import { placeFrom, showPage, timeText } from '../http/page.js';
import { refuseProblems } from '../http/problem.js';
import { Serves, type Handlers } from '../http/serves.js';
import { AlertingCheck } from './alerting-check.js';
import { MonitorKeeper } from './monitor.keeper.js';
import { monitorRoutes as routes, type MonitorView } from './monitor.routes.js';

@Serves(routes)
export class MonitorController {
  readonly handlers: Handlers<typeof routes>;

  constructor(store: MonitorsStore, pings: PingsStore, alerting: AlertingCheck, keeper: MonitorKeeper) {
    const kind = new Kind<StoredMonitor, MonitorSpec, MonitorView>({
      noun: 'monitor',
      store,
      max: MAX_MONITORS,
      editors: 'editor',
      stored: async (spec, { tenant, mutation: { seed, askedAt }, present }) => {
        const parsed = parseMonitorSchedule(spec.schedule);
        const problems = [...(parsed.ok ? [] : parsed.problems), ...(await alerting.problemsOf(tenant, spec))];
        refuseProblems(problems);
        if (present) return { ...present, spec, since: hasOtherTimes(present.spec, spec) ? askedAt : present.since };
        const uid = plainId(seed, 'monitor');
        return { uid, shard: store.shards.of(uid), spec, ...keeper.newAddress(), since: askedAt };
      },
      isRandom: true,
      recheck: async ({ tenant, spec }, withdraw) => alerting.withdrawUnless(tenant, spec, withdraw),
      views: async (monitors, caller) => keeper.views(monitors, caller),
    });
    this.handlers = {
      ...kind.handlers,

      rotateMonitor: async (request) => {
        const monitor = await kind.find(request, 'editor');
        const next = await kind.save(request, monitor, keeper.newAddress());
        return kind.answer((await store.load(monitor.tenant, monitor.id)) ?? next, request.caller);
      },

      listPings: async (request) => {
        const { uid } = await kind.find(request, 'viewer');
        const place = placeFrom(request.query.cursor, { before: 's' });
        const page = await pings.list(uid, place?.before ?? null, request.query.limit);
        const body = showPage(
          page,
          ({ id, at, kind: what, exitCode, text, address }) => ({
            id,
            at: timeText(at),
            kind: what,
            exitCode,
            text,
            address,
          }),
          ({ id }) => [id],
        );
        return { body };
      },
    };
  }
}

/** True if the times at which pings are expected have changed. */
export const hasOtherTimes = (a: MonitorSpec, b: MonitorSpec): boolean => timesOf(a) !== timesOf(b);

const timesOf = ({
  schedule: { cron, every, timezone },
  graceSeconds,
  runSeconds,
  enabled = true,
}: MonitorSpec): string => JSON.stringify([cron, every, timezone, graceSeconds, runSeconds, enabled]);
