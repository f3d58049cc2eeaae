import fc from 'fast-check';
import { shardOf, shards } from '#testing/shards.js';
import { ownerOf, shardOwners, shardsOf } from './rendezvous.js';

const members = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 });

test('every shard has exactly one owner among the live members', () => {
  fc.assert(
    fc.property(members, (all) => {
      const counts = all.map((member) => shardsOf(member, all, shards).size);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(shards.count);
    }),
  );
});

test('no member owns more than its even share, rounded up', () => {
  fc.assert(
    fc.property(members, (all) => {
      const most = Math.max(...all.map((member) => shardsOf(member, all, shards).size));
      expect(most).toBe(Math.ceil(shards.count / all.length));
    }),
  );
});

test('three members share 100,000 jobs within 20 % of evenly', () => {
  const perShard = new Array<number>(shards.count).fill(0);
  for (let job = 0; job < 100_000; job++) perShard[shardOf(`nightly-report-${job}`)]!++;
  for (let trial = 0; trial < 50; trial++) {
    const all = [0, 1, 2].map((member) => `scheduler-host-${trial * 7 + member}-${member}`);
    for (const member of all) {
      const jobs = [...shardsOf(member, all, shards)].reduce((sum, shard) => sum + perShard[shard]!, 0);
      expect(Math.abs(jobs / (100_000 / 3) - 1)).toBeLessThan(0.2);
    }
  }
});

test('when a member leaves, most shards of the others stay where they are', () => {
  for (let trial = 0; trial < 50; trial++) {
    const all = [0, 1, 2].map((member) => `scheduler-${trial}-${member}`);
    const before = shardOwners(all, shards);
    const after = shardOwners(all.slice(1), shards);
    const moved = before.filter((owner, shard) => owner !== all[0] && owner !== after[shard]).length;
    expect(moved).toBeLessThan(shards.count / 4);
  }
});

test('when a member leaves, only its shards change their owner', () => {
  fc.assert(
    fc.property(members, fc.nat(), (all, pick) => {
      const gone = all[pick % all.length]!;
      const rest = all.filter((member) => member !== gone);
      for (let shard = 0; shard < shards.count; shard++) {
        const before = ownerOf(shard, all);
        expect(rest.length === 0 || before === gone || ownerOf(shard, rest) === before).toBe(true);
      }
    }),
  );
});

test('the order in which members are listed does not matter', () => {
  fc.assert(
    fc.property(members, (all) => {
      expect(ownerOf(7, [...all].reverse())).toBe(ownerOf(7, all));
      expect(shardOwners([...all].reverse(), shards)).toEqual(shardOwners(all, shards));
    }),
  );
});
