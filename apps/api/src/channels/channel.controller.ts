import { Controller } from '@nestjs/common';
import type { Role } from '#common/spec/definitions.js';
import { asTenantId } from '#common/domain/ids.js';
import { MAX_CHANNELS } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { contracts } from '#common/messages/registry.js';
import { ChannelsStore, type StoredChannel } from '#common/mongo/channels.store.js';
import { Nats } from '#common/nats/nats.js';
import { tenantsWith } from '../access/core/access.js';
import { findNamed, requireRole, type NamedRequest } from '../access/require-access.js';
import { changedSince, matches } from '../http/core/etag.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { refusal } from '../scheduler-port.js';
import { ChannelKeeper, toChannelView } from './channel.keeper.js';
import { channelRoutes as routes } from './channel.routes.js';
import { ChannelUsers } from './channel-users.js';

type Routes = typeof routes;

/** Longer than the executor tries to deliver a message. */
const TEST_TIMEOUT_MS = 30_000;

@Controller()
export class ChannelController {
  constructor(
    private readonly channels: ChannelsStore,
    private readonly keeper: ChannelKeeper,
    private readonly users: ChannelUsers,
    private readonly nats: Nats,
  ) {}

  @Serves(routes.listChannels)
  async list(
    @Req() { caller, query }: RequestContext<Routes['listChannels']>,
  ): Promise<AnswerOf<Routes['listChannels']>> {
    if (query.tenant !== undefined) requireRole(caller, query.tenant, 'viewer');
    const [tenant, id] = placeFrom(query.cursor, 'ss') ?? [];
    const page = await this.channels.list(
      query.tenant === undefined ? tenantsWith(caller, 'viewer') : [query.tenant],
      tenant === undefined ? null : { tenant: String(tenant), id: String(id) },
      query.limit,
    );
    return { body: showPage(page, toChannelView, (channel) => [channel.tenant, channel.id]) };
  }

  @Serves(routes.createChannel)
  async create(@Req() asked: RequestContext<Routes['createChannel']>): Promise<AnswerOf<Routes['createChannel']>> {
    const { caller, body, mutation } = asked;
    const { id, tenant: name, ...spec } = body;
    requireRole(caller, name, 'owner');
    const tenant = asTenantId(name);
    const channel: StoredChannel = {
      ...{ tenant, id, rev: 1, updatedAt: mutation.askedAt, updatedBy: caller.name },
      spec: this.keeper.sealed(spec, null),
    };
    if ((await this.channels.countUpTo(tenant, MAX_CHANNELS)) >= MAX_CHANNELS)
      throw new AppError('QUOTA_EXCEEDED', `the tenant ${tenant} has ${MAX_CHANNELS} channels (MAX_CHANNELS) already`);
    await mutation.record({ tenant, object: `channel/${id}`, detail: spec.target.type });
    const outcome = await this.channels.insert(channel, mutation.seed);
    if (outcome === 'idTaken') throw new AppError('ALREADY_EXISTS', `the tenant has a channel ${id} already`);
    const location = `/channels/${encodeURIComponent(id)}?tenant=${encodeURIComponent(tenant)}`;
    return { body: toChannelView(channel), rev: channel.rev, location };
  }

  @Serves(routes.getChannel)
  async get(@Req() asked: RequestContext<Routes['getChannel']>): Promise<AnswerOf<Routes['getChannel']>> {
    const channel = await this.find(asked, 'viewer');
    return { body: toChannelView(channel), rev: channel.rev };
  }

  @Serves(routes.replaceChannel)
  async replace(@Req() asked: RequestContext<Routes['replaceChannel']>): Promise<AnswerOf<Routes['replaceChannel']>> {
    const { caller, body, mutation, ifMatch } = asked;
    const channel = await this.find(asked, 'owner');
    if (!matches(ifMatch, channel.rev)) throw new AppError('PRECONDITION_FAILED', changedSince('channel', channel.rev));
    const next = {
      ...channel,
      ...{ rev: channel.rev + 1, updatedAt: mutation.askedAt, updatedBy: caller.name },
      spec: this.keeper.sealed(body, channel.spec.target),
    };
    await mutation.record({ tenant: channel.tenant, object: `channel/${channel.id}`, detail: body.target.type });
    if ((await this.channels.save(next, channel.rev, mutation.seed)) === 'stale')
      throw new AppError('CONFLICT', 'the channel was changed at the same time');
    return { body: toChannelView(next), rev: next.rev };
  }

  @Serves(routes.deleteChannel)
  async delete(@Req() asked: RequestContext<Routes['deleteChannel']>): Promise<AnswerOf<Routes['deleteChannel']>> {
    const { tenant, id } = await this.find(asked, 'owner');
    // From here on no job may begin to use the channel. A request that is writing such a job now checks again after its write.
    await this.channels.beginRemoval(tenant, id);
    try {
      await this.users.requireNone(tenant, id);
    } catch (error) {
      await this.channels.cancelRemoval(tenant, id);
      throw error;
    }
    await asked.mutation.record({ tenant, object: `channel/${id}` });
    if (!(await this.channels.remove(tenant, id)))
      throw new AppError('CONFLICT', 'the channel was changed at the same time');
    return { body: null };
  }

  @Serves(routes.testChannel)
  async test(@Req() asked: RequestContext<Routes['testChannel']>): Promise<AnswerOf<Routes['testChannel']>> {
    const { tenant, id } = await this.find(asked, 'editor');
    await asked.mutation.record({ tenant, object: `channel/${id}` });
    const request = { v: 1 as const, tenant, channel: id, actor: asked.caller.name };
    const reply = await this.nats.request(contracts.testChannel, {}, request, TEST_TIMEOUT_MS);
    if (!reply.ok) throw refusal(reply);
    const { ok: _ok, ...result } = reply;
    return { body: result };
  }

  private find(asked: NamedRequest, role: Role): Promise<StoredChannel> {
    return findNamed('channel', asked, role, (tenant, id) => this.channels.load(tenant, id));
  }
}
