import { Controller } from '@nestjs/common';
import { SHARD_COUNT } from '#common/domain/ids.js';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';
import { shardsOf } from '#common/membership/rendezvous.js';
import { MembersStore, type HeardMember } from '#common/mongo/members.store.js';
import { timeText } from '../http/core/time-text.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { systemRoutes as routes } from './system.routes.js';

type Routes = typeof routes;
type ReplicaView = AnswerOf<Routes['getSystem']>['body']['replicas'][number];

/** Replicas that were heard of within this time are shown. */
const SHOWN_FOR_MS = 60_000;

@Controller()
export class SystemController {
  constructor(private readonly members: MembersStore) {}

  @Serves(routes.getSystem)
  async system(@Req() _asked: RequestContext<Routes['getSystem']>): Promise<AnswerOf<Routes['getSystem']>> {
    const now = Date.now();
    const replicas = SERVICES.map(async (service) =>
      toViews(service, await this.members.heardSince(service, now - SHOWN_FOR_MS)),
    );
    return { body: { at: timeText(now), shards: SHARD_COUNT, replicas: (await Promise.all(replicas)).flat() } };
  }
}

function toViews(service: ServiceName, members: readonly HeardMember[]): ReplicaView[] {
  const owning = members.filter(({ ready }) => ready).map(({ replica }) => replica);
  return members.map(({ replica, host, version, ready, heartbeatAt, clockSkewMs }) => ({
    ...{ replica, service, host, version, ready },
    heartbeatAt: timeText(heartbeatAt),
    clockSkewSeconds: clockSkewMs / 1_000,
    shards: ready && service !== 'api' ? shardsOf(replica, owning).size : 0,
  }));
}
