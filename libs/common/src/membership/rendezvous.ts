import { stableHash } from '../schedule/stable-hash.js';
import { ShardSet, type Shards } from '../domain/shards.js';

/** FNV alone clusters for names that differ in one letter. */
const weight = (member: string, shard: number): number => stableHash(`${shard}/${member}`);

/** The member that owns `key` by highest random weight; only the keys of a member that leaves change hands. */
export function ownerOf(key: number, members: readonly string[]): string | null {
  let best: string | null = null;
  let bestWeight = -1;
  for (const member of members) {
    const mine = weight(member, key);
    if (mine > bestWeight || (mine === bestWeight && best !== null && member < best)) {
      best = member;
      bestWeight = mine;
    }
  }
  return best;
}

/**
 * The owner of each shard: the live member with the highest weight for it that has room left. No member owns more than its even
 * share, rounded up, because with few members weights alone would give one a third more than another.
 */
export function shardOwners(members: readonly string[], { count }: Shards): readonly (string | null)[] {
  const owners = new Array<string | null>(count).fill(null);
  const room = new Map(members.map((member) => [member, Math.ceil(count / members.length)]));
  const preferences = [...room.keys()]
    .flatMap((member) => owners.map((_, shard) => ({ member, shard, weight: weight(member, shard) })))
    .sort((a, b) => b.weight - a.weight || a.shard - b.shard || (a.member < b.member ? -1 : 1));
  for (const { member, shard } of preferences) {
    const left = room.get(member) ?? 0;
    if (left === 0 || owners[shard] !== null) continue;
    owners[shard] = member;
    room.set(member, left - 1);
  }
  return owners;
}

/** The shards that `member` owns among the live members. */
export function shardsOf(member: string, members: readonly string[], all: Shards): ShardSet {
  const owners = shardOwners(members, all);
  return new ShardSet(
    all,
    all.all.filter((shard) => owners[shard] === member),
  );
}
