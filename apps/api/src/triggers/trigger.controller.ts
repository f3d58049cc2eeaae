import type { TenantId } from '#common/domain/ids.js';
import { MAX_TRIGGERS } from '#common/domain/limits.js';
import { TriggerDeliveriesStore, type TriggerDelivery } from '#common/mongo/trigger-deliveries.store.js';
import { heardAs, TriggersStore, type StoredTrigger } from '#common/mongo/triggers.store.js';
import type { TriggerSpec } from '#common/spec/trigger.js';
import { plainId } from '../http/derived-id.js';
import { Kind } from '../http/kind.js';
import { placeFrom, showPage, timeText } from '../http/page.js';
import { Serves, type Handlers } from '../http/serves.js';
import { TriggerKeeper } from './trigger.keeper.js';
import { triggerRoutes as routes, type TriggerDeliveryView, type TriggerView } from './trigger.routes.js';

@Serves(routes)
export class TriggerController {
  readonly handlers: Handlers<typeof routes>;

  constructor(store: TriggersStore, deliveries: TriggerDeliveriesStore, keeper: TriggerKeeper) {
    const kind = new Kind<StoredTrigger, TriggerSpec, TriggerView>({
      noun: 'trigger',
      store,
      max: MAX_TRIGGERS,
      editors: 'editor',
      stored: async (spec, { tenant, caller, mutation, present }) => ({
        uid: present?.uid ?? plainId(mutation.seed, 'trigger'),
        owner: caller.subject,
        hears: hearsOf(tenant, spec),
        spec: await keeper.sealed(tenant, spec, present?.spec ?? null),
      }),
      views: () => Promise.resolve((trigger) => keeper.viewOf(trigger)),
      detail: ({ spec }) => `job ${spec.job}`,
      // A delivery that is stored at this moment is removed when it expires.
      afterRemoval: async ({ tenant, uid }) => deliveries.removeOf(tenant, uid),
    });
    this.handlers = {
      ...kind.handlers,
      listTriggerDeliveries: async (request) => {
        const { uid } = await kind.find(request, 'viewer');
        const before = placeFrom(request.query.cursor, { at: 'n', id: 's' });
        const page = await deliveries.list(uid, before, request.query.limit);
        return { body: showPage(page, toDeliveryView, (delivery) => [delivery.at, delivery.id]) };
      },
    };
  }
}

const hearsOf = (tenant: TenantId, { nats }: TriggerSpec): string | null =>
  nats ? heardAs(tenant, nats.subject) : null;

function toDeliveryView({ at, lastAt, ...delivery }: TriggerDelivery): TriggerDeliveryView {
  const { count, message, address, outcome, run, code, detail } = delivery;
  return { at: timeText(at), lastAt: timeText(lastAt), count, message, address, outcome, run, code, detail };
}
