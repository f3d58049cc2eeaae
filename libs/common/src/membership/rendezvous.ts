import { fnv1a, SHARD_COUNT } from '../domain/ids.js';

/** A hash whose low bits depend on all of the input: FNV alone clusters for names that differ in one letter. */
function weight(member: string, shard: number): number {
  let hash = fnv1a(`${shard}/${member}`);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

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

/** The shards that `member` owns among the live members. */
export function shardsOf(member: string, members: readonly string[]): Set<number> {
  const owned = new Set<number>();
  for (let shard = 0; shard < SHARD_COUNT; shard++) if (ownerOf(shard, members) === member) owned.add(shard);
  return owned;
}
