import type { TenantId } from '#common/domain/ids.js';
import { MAX_TRIGGERS } from '#common/domain/limits.js';
import { TriggerDeliveriesStore, type TriggerDelivery } from '#common/mongo/trigger-deliveries.store.js';
import { heardAs, TriggersStore, type StoredTrigger } from '#common/mongo/triggers.store.js';
import type { TriggerSpec } from '#common/spec/trigger.js';
import { timeText } from '../http/core/time-text.js';
import { DefinitionRequests } from '../http/definition-requests.js';
import { plainId } from '../http/derived-id.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { TriggerKeeper } from './trigger.keeper.js';
import { triggerRoutes as routes, type TriggerDeliveryView } from './trigger.routes.js';

type Routes = typeof routes;
type One = AnswerOf<Routes['getTrigger']>;

@Serves(routes)
export class TriggerController {
  private readonly requests: DefinitionRequests<StoredTrigger>;

  constructor(
    triggers: TriggersStore,
    private readonly deliveries: TriggerDeliveriesStore,
    private readonly keeper: TriggerKeeper,
  ) {
    this.requests = new DefinitionRequests('trigger', triggers, MAX_TRIGGERS);
  }

  readonly handlers: Handlers<typeof routes> = {
    listTriggers: async (asked) => {
      const page = await this.requests.list(asked);
      const shown = (trigger: StoredTrigger): One['body'] => this.keeper.shown(trigger);
      return { body: showPage(page, shown, (trigger) => [trigger.tenant, trigger.id]) };
    },

    createTrigger: async (asked) => {
      const { id: _id, tenant: _tenant, ...spec } = asked.body;
      const begun = this.requests.begun(asked, 'editor');
      const { tenant } = begun;
      const trigger: StoredTrigger = {
        ...begun,
        uid: plainId(asked.mutation.seed, 'trigger'),
        owner: asked.caller.subject,
        hears: hearsOf(tenant, spec),
        spec: await this.keeper.sealed(tenant, spec, null),
      };
      const { location } = await this.requests.create(asked, trigger, `job ${spec.job}`);
      return { ...this.answer(trigger), location };
    },

    getTrigger: async (asked) => this.answer(await this.requests.find(asked, 'viewer')),

    replaceTrigger: async (asked) => {
      const { caller, body } = asked;
      const trigger = await this.requests.findToReplace(asked, 'editor');
      const next: StoredTrigger = {
        ...this.requests.next(asked, trigger),
        owner: caller.subject,
        hears: hearsOf(trigger.tenant, body),
        spec: await this.keeper.sealed(trigger.tenant, body, trigger.spec),
      };
      await this.requests.save(asked, next, `job ${body.job}`);
      return this.answer(next);
    },

    deleteTrigger: async (asked) => {
      const { tenant, uid } = await this.requests.delete(asked, 'editor');
      // A delivery that is stored at this moment is removed when it expires.
      await this.deliveries.removeOf(tenant, uid);
      return { body: null };
    },

    listTriggerDeliveries: async (asked) => {
      const { uid } = await this.requests.find(asked, 'viewer');
      const [at, id] = placeFrom(asked.query.cursor, 'ns') ?? [];
      const before = at === undefined ? null : { at: Number(at), id: String(id) };
      const page = await this.deliveries.list(uid, before, asked.query.limit);
      return { body: showPage(page, toDeliveryView, (delivery) => [delivery.at, delivery.id]) };
    },
  };

  private answer(trigger: StoredTrigger): One {
    return { body: this.keeper.shown(trigger), rev: trigger.rev };
  }
}

const hearsOf = (tenant: TenantId, { nats }: TriggerSpec): string | null =>
  nats ? heardAs(tenant, nats.subject) : null;

function toDeliveryView({ at, lastAt, ...delivery }: TriggerDelivery): TriggerDeliveryView {
  const { count, message, address, outcome, run, code, detail } = delivery;
  return { at: timeText(at), lastAt: timeText(lastAt), count, message, address, outcome, run, code, detail };
}
