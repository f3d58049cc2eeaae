import { Controller } from '@nestjs/common';
import { asTenantId, type TenantId } from '#common/domain/ids.js';
import { MAX_MONITORS } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { MonitorStatesStore } from '#common/mongo/monitor-states.store.js';
import { MonitorsStore, type StoredMonitor } from '#common/mongo/monitors.store.js';
import { PingsStore } from '#common/mongo/pings.store.js';
import type { Role } from '#common/spec/definitions.js';
import { tenantsWith, type Caller } from '../access/core/access.js';
import { findNamed, requireRole, type NamedRequest } from '../access/require-access.js';
import { changedSince, matches } from '../http/core/etag.js';
import { timeText } from '../http/core/time-text.js';
import { plainId } from '../http/derived-id.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { hasOtherTimes, MonitorKeeper } from './monitor.keeper.js';
import { monitorRoutes as routes } from './monitor.routes.js';

type Routes = typeof routes;
type One = AnswerOf<Routes['getMonitor']>;

@Controller()
export class MonitorController {
  constructor(
    private readonly monitors: MonitorsStore,
    private readonly states: MonitorStatesStore,
    private readonly pings: PingsStore,
    private readonly keeper: MonitorKeeper,
  ) {}

  @Serves(routes.listMonitors)
  async list(
    @Req() { caller, query }: RequestContext<Routes['listMonitors']>,
  ): Promise<AnswerOf<Routes['listMonitors']>> {
    if (query.tenant !== undefined) requireRole(caller, query.tenant, 'viewer');
    const [tenant, id] = placeFrom(query.cursor, 'ss') ?? [];
    const page = await this.monitors.list(
      query.tenant === undefined ? tenantsWith(caller, 'viewer') : [query.tenant],
      tenant === undefined ? null : { tenant: String(tenant), id: String(id) },
      query.limit,
    );
    const states = await this.states.load(page.items.map(({ uid }) => uid));
    const shown = (monitor: StoredMonitor): One['body'] =>
      this.keeper.shown(monitor, states.get(monitor.uid) ?? null, caller);
    return { body: showPage(page, shown, (monitor) => [monitor.tenant, monitor.id]) };
  }

  @Serves(routes.createMonitor)
  async create(@Req() asked: RequestContext<Routes['createMonitor']>): Promise<AnswerOf<Routes['createMonitor']>> {
    const { caller, body, mutation } = asked;
    const { id, tenant: name, ...spec } = body;
    requireRole(caller, name, 'editor');
    const tenant = asTenantId(name);
    await this.keeper.requireValid(tenant, spec);
    if ((await this.monitors.countUpTo(tenant, MAX_MONITORS)) >= MAX_MONITORS)
      throw new AppError('QUOTA_EXCEEDED', `the tenant ${tenant} has ${MAX_MONITORS} monitors (MAX_MONITORS) already`);
    const uid = plainId(mutation.seed, 'monitor');
    const monitor: StoredMonitor = {
      ...{ tenant, id, uid, shard: this.monitors.shards.of(uid), rev: 1, spec, ...this.keeper.newAddress() },
      ...{ since: mutation.askedAt, updatedAt: mutation.askedAt, updatedBy: caller.name },
    };
    await mutation.record({ tenant, object: `monitor/${id}` });
    const outcome = await this.monitors.insert(monitor, mutation.seed);
    if (outcome === 'idTaken') throw new AppError('ALREADY_EXISTS', `the tenant has a monitor ${id} already`);
    await this.keeper.withdrawUnless(tenant, spec, async () => this.removeNow(tenant, id));
    const location = `/monitors/${encodeURIComponent(id)}?tenant=${encodeURIComponent(tenant)}`;
    // A repeat gives the address that was made first.
    const stored = outcome === 'repeated' ? ((await this.monitors.load(tenant, id)) ?? monitor) : monitor;
    return { ...(await this.answer(stored, caller)), location };
  }

  @Serves(routes.getMonitor)
  async get(@Req() asked: RequestContext<Routes['getMonitor']>): Promise<One> {
    return this.answer(await this.find(asked, 'viewer'), asked.caller);
  }

  @Serves(routes.replaceMonitor)
  async replace(@Req() asked: RequestContext<Routes['replaceMonitor']>): Promise<One> {
    const { caller, body, mutation, ifMatch } = asked;
    const monitor = await this.find(asked, 'editor');
    if (!matches(ifMatch, monitor.rev)) throw new AppError('PRECONDITION_FAILED', changedSince('monitor', monitor.rev));
    await this.keeper.requireValid(monitor.tenant, body);
    const next: StoredMonitor = {
      ...{ ...monitor, spec: body, rev: monitor.rev + 1, updatedAt: mutation.askedAt, updatedBy: caller.name },
      since: hasOtherTimes(monitor.spec, body) ? mutation.askedAt : monitor.since,
    };
    await this.save(asked, next);
    await this.keeper.withdrawUnless(next.tenant, body, async () => {
      await this.monitors.save({ ...monitor, rev: next.rev + 1 }, next.rev, `${mutation.seed}/withdrawn`);
    });
    return this.answer(next, caller);
  }

  @Serves(routes.rotateMonitor)
  async rotate(@Req() asked: RequestContext<Routes['rotateMonitor']>): Promise<One> {
    const { caller, mutation } = asked;
    const monitor = await this.find(asked, 'editor');
    const next: StoredMonitor = {
      ...{ ...monitor, ...this.keeper.newAddress(), rev: monitor.rev + 1 },
      ...{ updatedAt: mutation.askedAt, updatedBy: caller.name },
    };
    await this.save(asked, next);
    return this.answer((await this.monitors.load(monitor.tenant, monitor.id)) ?? next, caller);
  }

  @Serves(routes.deleteMonitor)
  async delete(@Req() asked: RequestContext<Routes['deleteMonitor']>): Promise<AnswerOf<Routes['deleteMonitor']>> {
    const { tenant, id } = await this.find(asked, 'editor');
    await asked.mutation.record({ tenant, object: `monitor/${id}` });
    await this.removeNow(tenant, id);
    return { body: null };
  }

  @Serves(routes.listPings)
  async listPings(@Req() asked: RequestContext<Routes['listPings']>): Promise<AnswerOf<Routes['listPings']>> {
    const { uid } = await this.find(asked, 'viewer');
    const [before] = placeFrom(asked.query.cursor, 's') ?? [];
    const page = await this.pings.list(uid, before === undefined ? null : String(before), asked.query.limit);
    const body = showPage(
      page,
      ({ id, at, kind, exitCode, text, address }) => ({ id, at: timeText(at), kind, exitCode, text, address }),
      ({ id }) => [id],
    );
    return { body };
  }

  private async save(
    { mutation }: Pick<RequestContext<Routes['getMonitor']>, 'mutation'>,
    next: StoredMonitor,
  ): Promise<void> {
    await mutation.record({ tenant: next.tenant, object: `monitor/${next.id}` });
    if ((await this.monitors.save(next, next.rev - 1, mutation.seed)) === 'stale')
      throw new AppError('CONFLICT', 'the monitor was changed at the same time');
  }

  private async removeNow(tenant: TenantId, id: string): Promise<void> {
    await this.monitors.beginRemoval(tenant, id);
    if (!(await this.monitors.remove(tenant, id)))
      throw new AppError('CONFLICT', 'the monitor was changed at the same time');
  }

  private async answer(monitor: StoredMonitor, caller: Caller): Promise<One> {
    const states = await this.states.load([monitor.uid]);
    return { body: this.keeper.shown(monitor, states.get(monitor.uid) ?? null, caller), rev: monitor.rev };
  }

  private find(asked: NamedRequest, role: Role): Promise<StoredMonitor> {
    return findNamed('monitor', asked, role, (tenant, id) => this.monitors.load(tenant, id));
  }
}
