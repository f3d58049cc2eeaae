import { MAX_MONITORS } from '#common/domain/limits.js';
import { MonitorStatesStore } from '#common/mongo/monitor-states.store.js';
import { MonitorsStore, type StoredMonitor } from '#common/mongo/monitors.store.js';
import { PingsStore } from '#common/mongo/pings.store.js';
import type { Caller } from '../access/core/access.js';
import { timeText } from '../http/core/time-text.js';
import { DefinitionRequests } from '../http/definition-requests.js';
import { plainId } from '../http/derived-id.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { hasOtherTimes, MonitorKeeper } from './monitor.keeper.js';
import { monitorRoutes as routes } from './monitor.routes.js';

type Routes = typeof routes;
type One = AnswerOf<Routes['getMonitor']>;

@Serves(routes)
export class MonitorController {
  private readonly requests: DefinitionRequests<StoredMonitor>;

  constructor(
    private readonly monitors: MonitorsStore,
    private readonly states: MonitorStatesStore,
    private readonly pings: PingsStore,
    private readonly keeper: MonitorKeeper,
  ) {
    this.requests = new DefinitionRequests('monitor', monitors, MAX_MONITORS);
  }

  readonly handlers: Handlers<typeof routes> = {
    listMonitors: async (asked) => {
      const page = await this.requests.list(asked);
      const states = await this.states.load(page.items.map(({ uid }) => uid));
      const shown = (monitor: StoredMonitor): One['body'] =>
        this.keeper.shown(monitor, states.get(monitor.uid) ?? null, asked.caller);
      return { body: showPage(page, shown, (monitor) => [monitor.tenant, monitor.id]) };
    },

    createMonitor: async (asked) => {
      const { caller, mutation } = asked;
      const { id, tenant: _tenant, ...spec } = asked.body;
      const begun = this.requests.begun(asked, 'editor');
      const { tenant } = begun;
      await this.keeper.requireValid(tenant, spec);
      const uid = plainId(mutation.seed, 'monitor');
      const monitor: StoredMonitor = {
        ...begun,
        uid,
        shard: this.monitors.shards.of(uid),
        spec,
        ...this.keeper.newAddress(),
        since: mutation.askedAt,
      };
      const { location, isRepeated } = await this.requests.create(asked, monitor);
      await this.keeper.withdrawUnless(tenant, spec, async () => this.requests.withdraw(tenant, id));
      // A repeat returns the address that was made first.
      const stored = isRepeated ? ((await this.monitors.load(tenant, id)) ?? monitor) : monitor;
      return { ...(await this.answer(stored, caller)), location };
    },

    getMonitor: async (asked) => this.answer(await this.requests.find(asked, 'viewer'), asked.caller),

    replaceMonitor: async (asked) => {
      const { caller, body, mutation } = asked;
      const monitor = await this.requests.findToReplace(asked, 'editor');
      await this.keeper.requireValid(monitor.tenant, body);
      const next: StoredMonitor = {
        ...this.requests.next(asked, monitor),
        spec: body,
        since: hasOtherTimes(monitor.spec, body) ? mutation.askedAt : monitor.since,
      };
      await this.requests.save(asked, next);
      await this.keeper.withdrawUnless(next.tenant, body, async () => {
        await this.monitors.save({ ...monitor, rev: next.rev + 1 }, next.rev, `${mutation.seed}/withdrawn`);
      });
      return this.answer(next, caller);
    },

    rotateMonitor: async (asked) => {
      const monitor = await this.requests.find(asked, 'editor');
      const next: StoredMonitor = { ...this.requests.next(asked, monitor), ...this.keeper.newAddress() };
      await this.requests.save(asked, next);
      return this.answer((await this.monitors.load(monitor.tenant, monitor.id)) ?? next, asked.caller);
    },

    deleteMonitor: async (asked) => {
      await this.requests.delete(asked, 'editor');
      return { body: null };
    },

    listPings: async (asked) => {
      const { uid } = await this.requests.find(asked, 'viewer');
      const [before] = placeFrom(asked.query.cursor, 's') ?? [];
      const page = await this.pings.list(uid, before === undefined ? null : String(before), asked.query.limit);
      const body = showPage(
        page,
        ({ id, at, kind, exitCode, text, address }) => ({ id, at: timeText(at), kind, exitCode, text, address }),
        ({ id }) => [id],
      );
      return { body };
    },
  };

  private async answer(monitor: StoredMonitor, caller: Caller): Promise<One> {
    const states = await this.states.load([monitor.uid]);
    return { body: this.keeper.shown(monitor, states.get(monitor.uid) ?? null, caller), rev: monitor.rev };
  }
}
