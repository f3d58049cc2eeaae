import { SecretBox } from '#common/crypto/secret-box.js';
import { MAX_CHANNELS } from '#common/domain/limits.js';
import { contracts } from '#common/messages/registry.js';
import { ChannelsStore, type StoredChannel } from '#common/mongo/channels.store.js';
import { Nats } from '#common/nats/nats.js';
import { withSecrets, type ChannelSpec } from '#common/spec/channel.js';
import { MASK } from '#common/spec/fields.js';
import { Kind } from '../http/kind.js';
import { Serves, type Handlers } from '../http/serves.js';
import { refusal } from '../scheduler-port.js';
import { channelRoutes as routes, type ChannelView } from './channel.routes.js';
import { sealedChannel } from './channel-secrets.js';
import { ChannelUsers } from './channel-users.js';

/** Longer than the executor tries to deliver a message. */
const TEST_TIMEOUT_MS = 30_000;

@Serves(routes)
export class ChannelController {
  readonly handlers: Handlers<typeof routes>;

  constructor(store: ChannelsStore, secrets: SecretBox, users: ChannelUsers, nats: Nats) {
    const kind = new Kind<StoredChannel, ChannelSpec, ChannelView>({
      noun: 'channel',
      store,
      max: MAX_CHANNELS,
      editors: 'owner',
      stored: (spec, { present }) =>
        Promise.resolve({ spec: sealedChannel(secrets, spec, present?.spec.target ?? null) }),
      views: () => Promise.resolve(({ spec }) => ({ ...spec, target: withSecrets(spec.target, () => MASK) })),
      detail: ({ spec }) => spec.target.type,
      requireUnused: async ({ tenant, id }) => users.requireNone(tenant, id),
    });
    this.handlers = {
      ...kind.handlers,
      testChannel: async (asked) => {
        const { tenant, id } = await kind.find(asked, 'editor');
        await asked.mutation.record({ tenant, object: `channel/${id}` });
        const request = { v: 1 as const, tenant, channel: id, actor: asked.caller.name };
        const reply = await nats.request(contracts.testChannel, {}, request, TEST_TIMEOUT_MS);
        if (!reply.ok) throw refusal(reply);
        const { ok: _ok, ...result } = reply;
        return { body: result };
      },
    };
  }
}
