import { Controller } from '@nestjs/common';
import { asTenantId, type TenantId } from '#common/domain/ids.js';
import { MAX_TRIGGERS } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { TriggerDeliveriesStore, type TriggerDelivery } from '#common/mongo/trigger-deliveries.store.js';
import { heardAs, TriggersStore, type StoredTrigger } from '#common/mongo/triggers.store.js';
import type { Role } from '#common/spec/definitions.js';
import type { TriggerSpec } from '#common/spec/trigger.js';
import { tenantsWith } from '../access/core/access.js';
import { findNamed, requireRole, type NamedRequest } from '../access/require-access.js';
import { changedSince, matches } from '../http/core/etag.js';
import { timeText } from '../http/core/time-text.js';
import { plainId } from '../http/derived-id.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { TriggerKeeper } from './trigger.keeper.js';
import { triggerRoutes as routes, type TriggerDeliveryView } from './trigger.routes.js';

type Routes = typeof routes;
type One = AnswerOf<Routes['getTrigger']>;

@Controller()
export class TriggerController {
  constructor(
    private readonly triggers: TriggersStore,
    private readonly deliveries: TriggerDeliveriesStore,
    private readonly keeper: TriggerKeeper,
  ) {}

  @Serves(routes.listTriggers)
  async list(
    @Req() { caller, query }: RequestContext<Routes['listTriggers']>,
  ): Promise<AnswerOf<Routes['listTriggers']>> {
    if (query.tenant !== undefined) requireRole(caller, query.tenant, 'viewer');
    const [tenant, id] = placeFrom(query.cursor, 'ss') ?? [];
    const page = await this.triggers.list(
      query.tenant === undefined ? tenantsWith(caller, 'viewer') : [query.tenant],
      tenant === undefined ? null : { tenant: String(tenant), id: String(id) },
      query.limit,
    );
    const shown = (trigger: StoredTrigger): One['body'] => this.keeper.shown(trigger);
    return { body: showPage(page, shown, (trigger) => [trigger.tenant, trigger.id]) };
  }

  @Serves(routes.createTrigger)
  async create(@Req() asked: RequestContext<Routes['createTrigger']>): Promise<AnswerOf<Routes['createTrigger']>> {
    const { caller, body, mutation } = asked;
    const { id, tenant: name, ...spec } = body;
    requireRole(caller, name, 'editor');
    const tenant = asTenantId(name);
    const trigger: StoredTrigger = {
      ...{
        tenant,
        id,
        uid: plainId(mutation.seed, 'trigger'),
        rev: 1,
        owner: caller.subject,
        hears: hearsOf(tenant, spec),
      },
      ...{ spec: await this.keeper.sealed(tenant, spec, null), updatedAt: mutation.askedAt, updatedBy: caller.name },
    };
    if ((await this.triggers.countUpTo(tenant, MAX_TRIGGERS)) >= MAX_TRIGGERS)
      throw new AppError('QUOTA_EXCEEDED', `the tenant ${tenant} has ${MAX_TRIGGERS} triggers (MAX_TRIGGERS) already`);
    await mutation.record({ tenant, object: `trigger/${id}`, detail: `job ${spec.job}` });
    if ((await this.triggers.insert(trigger, mutation.seed)) === 'idTaken')
      throw new AppError('ALREADY_EXISTS', `the tenant has a trigger ${id} already`);
    const location = `/triggers/${encodeURIComponent(id)}?tenant=${encodeURIComponent(tenant)}`;
    return { ...this.answer(trigger), location };
  }

  @Serves(routes.getTrigger)
  async get(@Req() asked: RequestContext<Routes['getTrigger']>): Promise<One> {
    return this.answer(await this.find(asked, 'viewer'));
  }

  @Serves(routes.replaceTrigger)
  async replace(@Req() asked: RequestContext<Routes['replaceTrigger']>): Promise<One> {
    const { caller, body, mutation, ifMatch } = asked;
    const trigger = await this.find(asked, 'editor');
    const { tenant, id, rev } = trigger;
    if (!matches(ifMatch, rev)) throw new AppError('PRECONDITION_FAILED', changedSince('trigger', rev));
    const next: StoredTrigger = {
      ...{ ...trigger, rev: rev + 1, owner: caller.subject, updatedAt: mutation.askedAt, updatedBy: caller.name },
      hears: hearsOf(tenant, body),
      spec: await this.keeper.sealed(tenant, body, trigger.spec),
    };
    await mutation.record({ tenant, object: `trigger/${id}`, detail: `job ${body.job}` });
    if ((await this.triggers.save(next, rev, mutation.seed)) === 'stale')
      throw new AppError('CONFLICT', 'the trigger was changed at the same time');
    return this.answer(next);
  }

  @Serves(routes.deleteTrigger)
  async delete(@Req() asked: RequestContext<Routes['deleteTrigger']>): Promise<AnswerOf<Routes['deleteTrigger']>> {
    const { tenant, id, uid } = await this.find(asked, 'editor');
    await asked.mutation.record({ tenant, object: `trigger/${id}` });
    await this.triggers.beginRemoval(tenant, id);
    if (!(await this.triggers.remove(tenant, id)))
      throw new AppError('CONFLICT', 'the trigger was changed at the same time');
    // One that is just being taken is removed by its age.
    await this.deliveries.removeOf(tenant, uid);
    return { body: null };
  }

  @Serves(routes.listTriggerDeliveries)
  async listDeliveries(
    @Req() asked: RequestContext<Routes['listTriggerDeliveries']>,
  ): Promise<AnswerOf<Routes['listTriggerDeliveries']>> {
    const { uid } = await this.find(asked, 'viewer');
    const [at, id] = placeFrom(asked.query.cursor, 'ns') ?? [];
    const before = at === undefined ? null : { at: Number(at), id: String(id) };
    const page = await this.deliveries.list(uid, before, asked.query.limit);
    return { body: showPage(page, toDeliveryView, (delivery) => [delivery.at, delivery.id]) };
  }

  private answer(trigger: StoredTrigger): One {
    return { body: this.keeper.shown(trigger), rev: trigger.rev };
  }

  private find(asked: NamedRequest, role: Role): Promise<StoredTrigger> {
    return findNamed('trigger', asked, role, (tenant, id) => this.triggers.load(tenant, id));
  }
}

const hearsOf = (tenant: TenantId, { nats }: TriggerSpec): string | null =>
  nats ? heardAs(tenant, nats.subject) : null;

function toDeliveryView({ at, lastAt, ...delivery }: TriggerDelivery): TriggerDeliveryView {
  const { count, message, address, outcome, run, code, detail } = delivery;
  return { at: timeText(at), lastAt: timeText(lastAt), count, message, address, outcome, run, code, detail };
}
