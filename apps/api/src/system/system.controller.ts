import { SERVICES, type ServiceName } from '#common/domain/service-name.js';
import { shardsOf } from '#common/membership/rendezvous.js';
import { MembersStore, type HeardMember } from '#common/mongo/members.store.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { Nats } from '#common/nats/nats.js';
import { timeText, timeTextOrNull } from '../http/page.js';
import type { AnswerOf } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { silentAmong } from './core/silence.js';
import { KeyUse } from './key-use.js';
import { systemRoutes as routes } from './system.routes.js';

type Routes = typeof routes;
type ReplicaView = AnswerOf<Routes['getSystem']>['body']['replicas'][number];

interface Seen {
  readonly service: ServiceName;
  readonly member: HeardMember;
  readonly isSilent: boolean;
}

/** Replicas with a heartbeat within this time are shown. */
const SHOWN_FOR_MS = 60_000;

@Serves(routes)
export class SystemController {
  constructor(
    private readonly members: MembersStore,
    private readonly schedules: SchedulesStore,
    private readonly keys: KeyUse,
    private readonly nats: Nats,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    getSystem: async (_asked) => {
      const now = Date.now();
      const [seen, dispatches, { keys, countedAt }] = await Promise.all([
        this.seen(now),
        this.dispatches(),
        this.keys.read(),
      ]);
      const replicas = await Promise.all(seen.map(async (each) => this.view(each, seen, now)));
      return {
        body: {
          at: timeText(now),
          shards: this.schedules.shards.count,
          replicas,
          dispatches,
          keys: keys.map(({ collections, ...key }) => ({ ...key, collections: [...collections] })),
          keysCountedAt: timeTextOrNull(countedAt),
        },
      };
    },

    listServices: async (_asked) => {
      const seen = await this.seen(Date.now());
      const items = SERVICES.map((service) => {
        const replicas = seen.filter((each) => each.service === service && isAtWork(each)).length;
        return { service, replicas };
      });
      return { body: { items } };
    },
  };

  private async seen(now: number): Promise<readonly Seen[]> {
    const answers = await Promise.all(
      SERVICES.map(async (service) =>
        (await this.members.heardSince(service, now - SHOWN_FOR_MS)).map((member) => ({ service, member })),
      ),
    );
    const silent = silentAmong(answers.flat().map(({ member }) => member));
    return answers.flat().map((each) => ({ ...each, isSilent: silent.has(each.member) }));
  }

  private async view(each: Seen, all: readonly Seen[], now: number): Promise<ReplicaView> {
    const { service, member, isSilent } = each;
    const peers = all.filter((other) => other.service === service && isAtWork(other));
    // For a silent replica, the shards that it owned: their slots wait until another replica takes them over.
    const names = new Set([member.replica, ...peers.map((peer) => peer.member.replica)]);
    const shards = service === 'api' ? [] : [...shardsOf(member.replica, [...names], this.schedules.shards)];
    const slots = service === 'scheduler' ? [await this.slotLag(shards, now)] : [];
    const { replica, host, version, ready, heartbeatAt, clockSkewMs, lags = [] } = member;
    return {
      replica,
      service,
      host,
      version,
      ready,
      silent: isSilent,
      shards: isAtWork(each) ? shards.length : 0,
      heartbeatAt: timeText(heartbeatAt),
      clockSkewSeconds: clockSkewMs / 1_000,
      lags: [...slots, ...lags.map((lag) => ({ ...lag }))],
    };
  }

  private async slotLag(shards: readonly number[], now: number): Promise<ReplicaView['lags'][number]> {
    const oldest = await this.schedules.oldestDue(shards, now);
    return { of: 'slots', seconds: oldest === null ? 0 : (now - oldest) / 1_000 };
  }

  private async dispatches(): Promise<number | null> {
    try {
      return (await this.nats.streamMessages()).get('DISPATCH') ?? null;
    } catch {
      return null;
    }
  }
}

const isAtWork = ({ member, isSilent }: Seen): boolean => member.ready && !isSilent;
