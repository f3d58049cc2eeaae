/**
 * Gives an installation another number of shards. No service works meanwhile: the change is recorded first, then the members are read; a
 * service becomes a member first, and then reads the record. If this process dies, the next one continues after the last recorded page; a
 * page that is written twice gets the same content.
 */
import { SERVICES } from '#common/domain/service-name.js';
import { shardOf } from '#common/domain/shards.js';
import type { InstanceStore, Resharding } from '#common/mongo/instance.store.js';
import type { HeardMember, MembersStore } from '#common/mongo/members.store.js';
import type { ReshardStore } from '#common/mongo/reshard.store.js';
import { SHARDED_NAMES, type ShardedName } from '#common/mongo/shard-ids.js';

/** Documents that are read and written together. */
const PAGE = 1_000;
/** A replica with a heartbeat within this time is running. */
const LIVE_WITHIN_MS = 60_000;

export interface ReshardParts {
  readonly instances: InstanceStore;
  readonly documents: ReshardStore;
  readonly members: Pick<MembersStore, 'heardSince'>;
  readonly database: { serverTime(): Promise<number> };
  readonly say: (line: string) => void;
}

export interface Asked {
  readonly to: number;
  /** True if replicas that did not report their end have certainly ended. */
  readonly ended: boolean;
}

/** Throws an Error with the reason where it must not be done now; nothing is changed then. */
export async function reshard(parts: ReshardParts, { to, ended }: Asked): Promise<void> {
  const { instances, say } = parts;
  const instance = await instances.read();
  if (instance === null) throw new Error('the database is new: start a service, or run npm run migrate, with SHARDS');
  const { shards: from, resharding } = instance;
  if (resharding && resharding.to !== to)
    throw new Error(`a change to ${resharding.to} shards has begun: finish it first with --to ${resharding.to}`);
  if (from === to && !resharding) {
    say(`the installation has ${to} shards`);
    return;
  }
  if (!(await instances.beginResharding(from, to))) throw new Error('another process is changing the shards');
  const inTheWay = await membersInTheWay(parts, ended);
  if (inTheWay !== null) {
    await instances.giveUpResharding(to);
    throw new Error(inTheWay);
  }
  const begun = (await instances.read())?.resharding;
  if (begun?.to !== to) throw new Error('another process is changing the shards');
  await moveAll(parts, begun);
  await instances.endResharding(to);
  say(`the installation has ${to} shards`);
}

async function membersInTheWay({ members, database }: ReshardParts, ended: boolean): Promise<string | null> {
  const now = await database.serverTime();
  const all = (await Promise.all(SERVICES.map((service) => members.heardSince(service, 0)))).flat();
  const isLive = ({ heartbeatAt }: HeardMember): boolean => heartbeatAt >= now - LIVE_WITHIN_MS;
  const live = all.find(isLive);
  if (live) return `${live.replica} has sent a heartbeat within the last minute: stop all services`;
  const [silent] = all;
  return silent === undefined || ended
    ? null
    : `${silent.replica} did not report its end: it was killed, or stands still. When all processes have certainly ended, repeat with --ended`;
}

async function moveAll(parts: ReshardParts, { to, at }: Resharding): Promise<void> {
  const begun = at === null ? 0 : SHARDED_NAMES.indexOf(at.collection as ShardedName);
  for (const name of SHARDED_NAMES.slice(Math.max(0, begun))) {
    let after = at?.collection === name ? at.after : null;
    let moved = 0;
    for (;;) {
      const page = await parts.documents.page(name, after, PAGE);
      if (page === null) break;
      const moves = page.shards.flatMap(({ key, shard, id }) =>
        shard === shardOf(id, to) ? [] : [{ key, to: shardOf(id, to) }],
      );
      await parts.documents.move(name, moves);
      moved += moves.length;
      after = page.last;
      await parts.instances.advanceResharding({ to, at: { collection: name, after } });
    }
    parts.say(`${name}: ${moved} documents were moved to another shard`);
  }
}

/** Documents with another shard than the installation's number of shards gives, by collection. */
export async function misplaced({ instances, documents }: ReshardParts): Promise<ReadonlyMap<ShardedName, number>> {
  const instance = await instances.read();
  const counts = new Map<ShardedName, number>();
  if (instance === null) return counts;
  for (const name of SHARDED_NAMES) {
    for (let after: string | null = null; ;) {
      const page: Awaited<ReturnType<ReshardStore['page']>> = await documents.page(name, after, PAGE);
      if (page === null) break;
      const wrong = page.shards.filter(({ id, shard }) => shard !== shardOf(id, instance.shards)).length;
      if (wrong > 0) counts.set(name, (counts.get(name) ?? 0) + wrong);
      after = page.last;
    }
  }
  return counts;
}
