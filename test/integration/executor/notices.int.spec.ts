/** Notices of jobs: decided from stored data, and saved before they are sent. */
import { jest } from '@jest/globals';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { ChannelsStore, type StoredChannel } from '#common/mongo/channels.store.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { contracts } from '#common/messages/registry.js';
import type { Notice } from '#common/run/notice.js';
import { until } from '#testing/until.js';
import { NoticesOfThisFile, type Received } from './support/notice-world.js';
import { box } from './support/world.js';

jest.setTimeout(240_000);
/** A machine that is busy with other things takes its time. */
const LIMIT_MS = 90_000;

const here = new NoticesOfThisFile();
const { jobWith, rule } = here;

test('a failure is notified, again after an answer that was no success, and the next success is notified as a recovery', async () => {
  const options = await jobWith('told', [rule(['failed', 'recovered'])]);
  here.webhook.answers = [503];
  const failing = await here.world.begin(['sh', '-c', 'exit 3'], options);
  await until('the failure to be told twice', () => here.webhook.of(failing.id).length === 2, LIMIT_MS);
  const [first, second] = here.webhook.of(failing.id);
  expect(second?.key).toBe(first?.key);
  expect(first?.body).toMatchObject({ on: 'failed', jobName: 'Job told', run: { state: 'FAILED', exitCode: 3 } });

  const working = await here.world.begin(['true'], options);
  await until('the recovery to be told', () => here.webhook.of(working.id).length === 1, LIMIT_MS);
  expect(here.webhook.of(working.id)[0]?.body).toMatchObject({ on: 'recovered', run: { state: 'FINISHED' } });
  expect(here.webhook.of(failing.id)).toHaveLength(2);
});

test('a start and a success are notified, each once', async () => {
  const options = await jobWith('well', [rule(['started', 'succeeded'])]);
  const run = await here.world.begin(['true'], options);
  await until('both to be told', () => here.webhook.of(run.id).length === 2, LIMIT_MS);
  const told = here.webhook.of(run.id).map(({ body }) => body.on);
  expect(told.sort()).toEqual(['started', 'succeeded']);
});

test('missed slots are notified once', async () => {
  const { jobId } = await jobWith('missed', [rule(['missed'])]);
  const gap = {
    job: asJobId(jobId),
    tenant: asTenantId('ibm'),
    from: Date.now() - 60_000,
    to: Date.now() - 30_000,
    count: 3,
    outcome: 'missed',
    reason: 'StartingDeadline',
    recordedAt: Date.now(),
  } as const;
  await new GapsStore(here.world.mongo).record([gap]);
  const ofJob = (): Received[] => here.webhook.received.filter(({ body }) => body.job === jobId);
  await until('the slots to be told', () => ofJob().length === 1, LIMIT_MS);
  expect(ofJob()[0]?.body).toMatchObject({ on: 'missed', run: null, missed: { count: 3, reason: 'StartingDeadline' } });
});

test('the address of a webhook is encrypted wherever it is stored', async () => {
  const options = await jobWith('sealed', [rule(['failed'])]);
  const run = await here.world.begin(['sh', '-c', 'exit 1'], options);
  await until('the failure to be told', () => here.webhook.of(run.id).length === 1, LIMIT_MS);
  const stored = await here.world.mongo
    .collection('notices')
    .find({ _id: { $gt: run.id } })
    .toArray();
  expect(JSON.stringify(stored.filter(({ _id }) => _id.startsWith(run.id)))).not.toContain(here.webhook.url);
});

test('a webhook outside the allowed ranges is never called', async () => {
  const options = await jobWith('forbidden', [rule(['failed'], 'http://10.1.2.3/hook')]);
  await here.world.begin(['sh', '-c', 'exit 1'], options);
  const notice = await until(
    'the notice to be given up',
    async () => {
      const { items } = await new NoticesStore(here.world.mongo).list(
        { job: asJobId('forbidden'), since: 0 },
        null,
        10,
      );
      return items.find(({ outcome }) => outcome === 'gaveUp') ?? null;
    },
    LIMIT_MS,
  );
  expect(notice).toMatchObject({ tries: 1, lastError: '10.1.2.3 is outside WEBSERVICE_ALLOW' });
});

test('each try is recorded, and a delivered notice is delivered again under the same key on request', async () => {
  const options = await jobWith('anew', [rule(['failed'])]);
  here.webhook.answers = [503];
  const run = await here.world.begin(['sh', '-c', 'exit 1'], options);
  const notices = new NoticesStore(here.world.mongo);
  const stored = async (outcome: string): Promise<Notice | null> => {
    const { items } = await notices.list({ run: run.id, since: 0 }, null, 10);
    return items.find((each) => each.outcome === outcome) ?? null;
  };
  const first = await until('the failure to be delivered', () => stored('delivered'), LIMIT_MS);
  expect(first.log).toMatchObject([
    { status: 503, reason: 'the webhook answered 503' },
    { status: 204, reason: null },
  ]);
  const ask = async (): Promise<unknown> =>
    here.world.nats.request(contracts.redeliver, { shard: first.shard }, { v: 1, notice: first.id }, LIMIT_MS);
  expect(await ask()).toEqual({ ok: true });
  expect(await ask()).toMatchObject({ ok: false, code: 'TOO_MANY_REQUESTS' });
  await until('it to be delivered anew', () => here.webhook.of(run.id).length === 3, LIMIT_MS);
  expect(new Set(here.webhook.of(run.id).map(({ key }) => key)).size).toBe(1);
  const again = await until(
    'the try to be kept',
    async () => ((await stored('delivered'))?.log?.length === 3 ? stored('delivered') : null),
    LIMIT_MS,
  );
  expect(again).toMatchObject({ id: first.id, tries: 3, triesBefore: 2 });
});

test("a rule that names a channel is notified there, by the channel's settings of that moment, and so is a test message", async () => {
  const channels = new ChannelsStore(here.world.mongo);
  const target = (address: string): StoredChannel['spec'] => ({ target: { type: 'webhook', url: box.seal(address) } });
  const channel: StoredChannel = {
    tenant: asTenantId('ibm'),
    id: 'ops',
    rev: 1,
    updatedAt: 0,
    updatedBy: 'test',
    spec: target(here.webhook.url),
  };
  await channels.insert(channel, 'test');
  const options = await jobWith('channelled', [rule(['failed'], 'channel:ops'), rule(['failed'], 'channel:gone')]);
  const run = await here.world.begin(['sh', '-c', 'exit 1'], options);
  await until('the failure to be told', () => here.webhook.of(run.id).length === 1, LIMIT_MS);
  const notices = new NoticesStore(here.world.mongo);
  const ended = await until(
    'both to be decided',
    async () => {
      const { items } = await notices.list({ run: run.id, since: 0 }, null, 10);
      return items.length === 2 && items.every(({ outcome }) => outcome !== null) ? items : null;
    },
    LIMIT_MS,
  );
  expect(ended.find(({ outcome }) => outcome === 'gaveUp')?.lastError).toBe('there is no channel gone');

  const asked = { v: 1 as const, tenant: 'ibm', channel: 'ops', actor: 'ada' };
  expect(await here.world.nats.request(contracts.testChannel, {}, asked, LIMIT_MS)).toMatchObject({
    delivered: true,
    status: 204,
  });
  expect(here.webhook.received.at(-1)?.body).toMatchObject({ on: 'test', tenant: 'ibm' });
});
