/** Failed runs are counted in error groups. */
import { asAttemptId, asTenantId } from '#common/domain/ids.js';
import { coarsestShardOf } from '#common/domain/shards.js';
import { ERROR_GROUPS_ROOM, MAX_ERROR_GROUPS } from '#common/domain/limits.js';
import { contracts } from '#common/messages/registry.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { plainTenant, TenantsStore } from '#common/mongo/tenants.store.js';
import { stateOfGroup, type ErrorGroup, type MuteRequest } from '#common/watch/error-group.js';
import { until } from '#testing/until.js';
import { FailuresOfThisFile, LIMIT_MS, TEST_LIMIT_MS } from './support/failure-world.js';

const here = new FailuresOfThisFile();
const { groupsOf, areAllCounted, failedRun, store } = here;

test(
  'failures with the same message are one group, whatever numbers and ids it contains, and the group contains no secret',
  async () => {
    const script = 'echo "begin $1"; echo "order $1 of $JOB_SECURE_PARAMS failed" >&2; exit 3';
    const options = { tenant: 'own', secure: { SECRET: 'hunter2hunter2' } };
    const command = (n: string): string[] => ['sh', '-c', script, 'sh', n];
    const runs = await Promise.all(['17', '1204', '99'].map((n) => here.world.begin(command(n), options)));
    const other = await here.world.begin(['sh', '-c', 'echo something else; exit 3'], { tenant: 'own' });
    const fine = await here.world.begin(['true'], { tenant: 'own' });
    for (const { id } of [...runs, other, fine]) await here.world.ended(id);
    const groups = await until(
      'all four to be counted',
      async () => {
        const found = await groupsOf('own');
        return found.reduce((sum, { count }) => sum + count, 0) === 4 ? found : null;
      },
      LIMIT_MS,
    );
    expect(groups.map(({ count }) => count)).toEqual([3, 1]);
    const [group] = groups;
    expect(group).toMatchObject({ tenant: 'own', reason: 'ExitCode', exitCode: 3, mute: null, moreJobs: false });
    expect(group!.lines[0]).toBe('begin <n>');
    expect(group!.lines[1]).toMatch(/^order <n> of .+ failed$/);
    expect(JSON.stringify(groups)).not.toContain('hunter2');
    expect(group!.jobs.map(({ job }) => String(job)).toSorted()).toEqual(runs.map(({ job }) => String(job)).toSorted());
    expect(runs.map(({ id }) => id)).toContain(group!.first.run);
    for (const { id } of runs) expect((await here.world.load(id)).errorGroup).toBe(group!.id);
    expect((await here.world.load(fine.id)).errorGroup).toBeUndefined();
  },
  TEST_LIMIT_MS,
);

const ask = async (id: string, until: MuteRequest | null): Promise<unknown> =>
  here.world.nats.request(
    contracts.changeErrorGroup,
    { shard: coarsestShardOf(id) },
    { v: 1, group: id, mute: until && { until, why: 'known' }, actor: 'ada' },
    10_000,
  );

test(
  'a group that is muted until a new version opens with the first failure of that version, but not with one of the old version',
  async () => {
    const fail = async (version: number, count: number): Promise<ErrorGroup> => {
      await store([failedRun('mute', 'no such table', { jobVersion: version })]);
      return until(
        `failure ${count} to be counted`,
        async () => (await groupsOf('mute')).find((group) => group.count === count) ?? null,
        LIMIT_MS,
      );
    };
    const { id } = await fail(4, 1);
    expect(await ask(id, null)).toMatchObject({ ok: false, code: 'CONFLICT' });
    expect(await ask(id, { type: 'newVersion' })).toEqual({ ok: true });
    const muted = await fail(4, 2);
    expect(stateOfGroup(muted, Date.now())).toBe('muted');
    expect(muted.mute).toMatchObject({ by: 'ada', why: 'known' });
    const opened = await fail(5, 3);
    expect(stateOfGroup(opened, Date.now())).toBe('open');
    expect(opened.reopened).toMatchObject({ version: 5, job: 'j' });
    expect(await ask(id, { type: 'forever' })).toEqual({ ok: true });
    expect(await ask(id, null)).toEqual({ ok: true });
    expect(await ask('0'.repeat(24), { type: 'forever' })).toMatchObject({ ok: false, code: 'NOT_FOUND' });
  },
  TEST_LIMIT_MS,
);

const WORDS = 'abcdefghij';
const word = (n: number): string =>
  Array.from(String(n))
    .map((digit) => WORDS[Number(digit)])
    .join('');

test(
  'the number of groups of a tenant is bounded: groups with a single failure are removed, frequent ones stay',
  async () => {
    await store(Array.from({ length: 3 }, () => failedRun('many', 'the frequent one')));
    await until('it to be counted', areAllCounted, LIMIT_MS);
    for (let part = 0; part < 4; part++) {
      await store(Array.from({ length: 200 }, (_, i) => failedRun('many', `unlike ${word(part * 200 + i)}`)));
      await until('the part to be counted', areAllCounted, LIMIT_MS);
    }
    const groups = await until(
      'room to be made',
      async () => {
        const found = await groupsOf('many');
        return found.length <= MAX_ERROR_GROUPS ? found : null;
      },
      LIMIT_MS,
    );
    expect(groups.length).toBeGreaterThanOrEqual(MAX_ERROR_GROUPS - ERROR_GROUPS_ROOM - 200);
    expect(groups[0]).toMatchObject({ count: 3, lines: ['the frequent one'] });
  },
  TEST_LIMIT_MS,
);

test(
  'the output of runs of a former tenant is not shown to the tenant that has its id now',
  async () => {
    const tenants = new TenantsStore(here.world.mongo);
    const id = asTenantId('former');
    await tenants.insert(plainTenant(id, Date.now()), 'test');
    await tenants.remove(id, Date.now());
    const old = failedRun('former', 'a secret of ours', { createdAt: Date.now() - 60_000 });
    await tenants.insert(plainTenant(id, Date.now()), 'test');
    await store([old, failedRun('former', 'ours', { createdAt: Date.now() + 1_000 })]);
    await until('both to be seen', areAllCounted, LIMIT_MS);
    expect(await groupsOf('former')).toMatchObject([{ count: 1, lines: ['ours'] }]);
  },
  TEST_LIMIT_MS,
);

test(
  'of many indexes, the output of the attempt that decided the run counts',
  async () => {
    const job = { parallelism: { withCount: 3 } };
    const script =
      'echo "index $JOB_COMPLETION_INDEX"; [ "$JOB_COMPLETION_INDEX" = 1 ] && { echo the bad one; exit 9; }; sleep 1';
    const run = await here.world.begin(['sh', '-c', script], { tenant: 'indexes', job });
    const ended = await here.world.ended(run.id);
    expect(ended.ending?.failed?.attempt).toBe(asAttemptId(`${run.id}/0/main/1/1`));
    await until('it to be counted', areAllCounted, LIMIT_MS);
    const [group] = await groupsOf('indexes');
    expect(group).toMatchObject({ exitCode: 9, lines: ['index <n>', 'the bad one'] });
    const listed = await new RunReads(here.world.mongo).load([run.id]);
    expect(listed.get(run.id)?.errorGroup).toBe(group!.id);
  },
  TEST_LIMIT_MS,
);

test(
  'of a run that waits for all of its indexes the output of the first failed index counts',
  async () => {
    const job = { parallelism: { withCount: 4 }, onFailure: 'WaitForRemaining' as const };
    const script =
      'echo "index $JOB_COMPLETION_INDEX"; [ "$JOB_COMPLETION_INDEX" != 2 ] || { echo the bad one; exit 9; }; sleep 1';
    const run = await here.world.begin(['sh', '-c', script], { tenant: 'waits', job });
    const ended = await here.world.ended(run.id);
    expect(ended.ending?.failed).toBeUndefined();
    await until('it to be counted', areAllCounted, LIMIT_MS);
    expect(await groupsOf('waits')).toMatchObject([{ lines: ['index <n>', 'the bad one'], exitCode: null }]);
  },
  TEST_LIMIT_MS,
);
