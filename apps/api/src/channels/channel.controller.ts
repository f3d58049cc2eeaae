import { MAX_CHANNELS } from '#common/domain/limits.js';
import { contracts } from '#common/messages/registry.js';
import { ChannelsStore, type StoredChannel } from '#common/mongo/channels.store.js';
import { Nats } from '#common/nats/nats.js';
import { DefinitionRequests } from '../http/definition-requests.js';
import { showPage } from '../http/page.js';
import { Serves, type Handlers } from '../http/serves.js';
import { refusal } from '../scheduler-port.js';
import { ChannelKeeper, toChannelView } from './channel.keeper.js';
import { channelRoutes as routes } from './channel.routes.js';
import { ChannelUsers } from './channel-users.js';

/** Longer than the executor tries to deliver a message. */
const TEST_TIMEOUT_MS = 30_000;

@Serves(routes)
export class ChannelController {
  private readonly requests: DefinitionRequests<StoredChannel>;

  constructor(
    channels: ChannelsStore,
    private readonly keeper: ChannelKeeper,
    private readonly users: ChannelUsers,
    private readonly nats: Nats,
  ) {
    this.requests = new DefinitionRequests('channel', channels, MAX_CHANNELS);
  }

  readonly handlers: Handlers<typeof routes> = {
    listChannels: async (asked) => {
      const page = await this.requests.list(asked);
      return { body: showPage(page, toChannelView, (channel) => [channel.tenant, channel.id]) };
    },

    createChannel: async (asked) => {
      const { id: _id, tenant: _tenant, ...spec } = asked.body;
      const channel: StoredChannel = { ...this.requests.begun(asked, 'owner'), spec: this.keeper.sealed(spec, null) };
      const { location } = await this.requests.create(asked, channel, spec.target.type);
      return { body: toChannelView(channel), rev: channel.rev, location };
    },

    getChannel: async (asked) => {
      const channel = await this.requests.find(asked, 'viewer');
      return { body: toChannelView(channel), rev: channel.rev };
    },

    replaceChannel: async (asked) => {
      const channel = await this.requests.findToReplace(asked, 'owner');
      const spec = this.keeper.sealed(asked.body, channel.spec.target);
      const next = { ...this.requests.next(asked, channel), spec };
      await this.requests.save(asked, next, spec.target.type);
      return { body: toChannelView(next), rev: next.rev };
    },

    deleteChannel: async (asked) => {
      await this.requests.delete(asked, 'owner', async ({ tenant, id }) => this.users.requireNone(tenant, id));
      return { body: null };
    },

    testChannel: async (asked) => {
      const { tenant, id } = await this.requests.find(asked, 'editor');
      await asked.mutation.record({ tenant, object: `channel/${id}` });
      const request = { v: 1 as const, tenant, channel: id, actor: asked.caller.name };
      const reply = await this.nats.request(contracts.testChannel, {}, request, TEST_TIMEOUT_MS);
      if (!reply.ok) throw refusal(reply);
      const { ok: _ok, ...result } = reply;
      return { body: result };
    },
  };
}
