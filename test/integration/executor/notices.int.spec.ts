/** Notices of jobs: decided from what is stored, saved before they are sent, and sent again by whoever comes after a crash. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { noticeBody, type NoticeBody, type NotifyRule } from '#common/spec/notify.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { ChannelsStore, type StoredChannel } from '#common/mongo/channels.store.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { contracts } from '#common/messages/registry.js';
import type { Notice } from '#common/run/notice.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { until } from '#testing/until.js';
import { Crew } from './support/crew.js';
import { box, World } from './support/world.js';

jest.setTimeout(240_000);
/** A machine that is busy with other things takes its time. */
const LIMIT_MS = 90_000;

interface Received {
  readonly key: string;
  readonly body: NoticeBody;
}

/** Answers with the next of `answers`, then 204; 0 means never. */
class Webhook {
  readonly received: Received[] = [];
  answers: number[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void this.take(request).then(() => {
        const status = this.answers.shift() ?? 204;
        if (status > 0) response.writeHead(status).end();
      });
    });
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  of(run: string): Received[] {
    return this.received.filter(({ body }) => body.run?.id === run);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    this.received.push({ key: String(request.headers['idempotency-key']), body: noticeBody.parse(JSON.parse(text)) });
  }
}

let world: World;
let crew: Crew;
let webhook: Webhook;

beforeAll(async () => {
  [world, webhook] = [await World.create(), new Webhook()];
  await webhook.listen();
  crew = await Crew.start(world);
});
afterAll(async () => {
  await crew.stop();
  await webhook.close();
  await world.close();
});

/** A job with the rules, stored as the api does. */
async function jobWith(id: string, notify: NotifyRule[]): Promise<{ jobId: string; job: { notify: NotifyRule[] } }> {
  const now = Date.now();
  await new JobsStore(world.mongo).insert(
    {
      id: asJobId(id),
      tenant: asTenantId('ibm'),
      version: 1,
      rev: 1,
      createdAt: now,
      updatedAt: now,
      updatedBy: 'test',
      spec: { tenant: 'ibm', name: `Job ${id}`, worker: 'worker', notify },
      sealed: { secureParameters: null, httpHeaders: {} },
      paused: null,
      deletedAt: null,
    },
    'test',
  );
  return { jobId: id, job: { notify } };
}

const rule = (on: NotifyRule['on'], url = webhook.url): NotifyRule => ({ on, webhook: box.seal(url) });

test('a failure is told, again after an answer that was no success, and the next success as a recovery', async () => {
  const options = await jobWith('told', [rule(['failed', 'recovered'])]);
  webhook.answers = [503];
  const failing = await world.begin(['sh', '-c', 'exit 3'], options);
  await until('the failure to be told twice', () => webhook.of(failing.id).length === 2, LIMIT_MS);
  const [first, second] = webhook.of(failing.id);
  expect(second?.key).toBe(first?.key);
  expect(first?.body).toMatchObject({ on: 'failed', jobName: 'Job told', run: { state: 'FAILED', exitCode: 3 } });

  const working = await world.begin(['true'], options);
  await until('the recovery to be told', () => webhook.of(working.id).length === 1, LIMIT_MS);
  expect(webhook.of(working.id)[0]?.body).toMatchObject({ on: 'recovered', run: { state: 'FINISHED' } });
  expect(webhook.of(failing.id)).toHaveLength(2);
});

test('slots that were missed are told once', async () => {
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
  await new GapsStore(world.mongo).record([gap]);
  const ofJob = (): Received[] => webhook.received.filter(({ body }) => body.job === jobId);
  await until('the slots to be told', () => ofJob().length === 1, LIMIT_MS);
  expect(ofJob()[0]?.body).toMatchObject({ on: 'missed', run: null, missed: { count: 3, reason: 'StartingDeadline' } });
});

test('an executor that dies while it sends leaves the notice to the next, under the same key', async () => {
  const options = await jobWith('crash', [rule(['failed'])]);
  webhook.answers = [0];
  const run = await world.begin(['sh', '-c', 'exit 1'], options);
  await until('the failure to be sent', () => webhook.of(run.id).length === 1, LIMIT_MS);
  await crew.killExecutor();
  await crew.nextExecutor();
  await until('the failure to be sent again', () => webhook.of(run.id).length === 2, LIMIT_MS);
  const keys = webhook.of(run.id).map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
});

test('a run that ended while nobody looked at notices is found by the sweep', async () => {
  const options = await jobWith('unseen', [rule(['failed'])]);
  const run = await world.begin(['sh', '-c', 'exit 1'], options);
  await world.ended(run.id);
  await crew.killExecutor();
  await world.mongo.collection('notices').deleteMany({ _id: { $gt: '' }, job: asJobId('unseen') });
  const before = webhook.of(run.id).length;
  await crew.nextExecutor();
  await until('the failure to be told', () => webhook.of(run.id).length > before, LIMIT_MS);
  expect(webhook.of(run.id).at(-1)?.body).toMatchObject({ on: 'failed', job: 'unseen' });
});

test('a webhook lies encrypted wherever it is stored', async () => {
  const options = await jobWith('sealed', [rule(['failed'])]);
  const run = await world.begin(['sh', '-c', 'exit 1'], options);
  await until('the failure to be told', () => webhook.of(run.id).length === 1, LIMIT_MS);
  const stored = await world.mongo
    .collection('notices')
    .find({ _id: { $gt: run.id } })
    .toArray();
  expect(JSON.stringify(stored.filter(({ _id }) => _id.startsWith(run.id)))).not.toContain(webhook.url);
});

test('a webhook outside the allowed ranges is never called', async () => {
  const options = await jobWith('forbidden', [rule(['failed'], 'http://10.1.2.3/hook')]);
  await world.begin(['sh', '-c', 'exit 1'], options);
  const notice = await until(
    'the notice to be given up',
    async () => {
      const { items } = await new NoticesStore(world.mongo).list({ job: asJobId('forbidden'), since: 0 }, null, 10);
      return items.find(({ outcome }) => outcome === 'gaveUp') ?? null;
    },
    LIMIT_MS,
  );
  expect(notice).toMatchObject({ tries: 1, lastError: '10.1.2.3 is outside WEBSERVICE_ALLOW' });
});

test('each try is kept, and what was delivered is delivered anew under the same key when somebody asks', async () => {
  const options = await jobWith('anew', [rule(['failed'])]);
  webhook.answers = [503];
  const run = await world.begin(['sh', '-c', 'exit 1'], options);
  const notices = new NoticesStore(world.mongo);
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
    world.nats.request(contracts.redeliver, { shard: first.shard }, { v: 1, notice: first.id }, LIMIT_MS);
  expect(await ask()).toEqual({ ok: true });
  expect(await ask()).toMatchObject({ ok: false, code: 'TOO_MANY_REQUESTS' });
  await until('it to be delivered anew', () => webhook.of(run.id).length === 3, LIMIT_MS);
  expect(new Set(webhook.of(run.id).map(({ key }) => key)).size).toBe(1);
  const again = await until(
    'the try to be kept',
    async () => ((await stored('delivered'))?.log?.length === 3 ? stored('delivered') : null),
    LIMIT_MS,
  );
  expect(again).toMatchObject({ id: first.id, tries: 3, triesBefore: 2 });
});

test('a rule that names a channel is told there, as the channel is when it is sent, and a test message goes there too', async () => {
  const channels = new ChannelsStore(world.mongo);
  const target = (address: string): StoredChannel['spec'] => ({ target: { type: 'webhook', url: box.seal(address) } });
  const channel: StoredChannel = {
    ...{ tenant: asTenantId('ibm'), id: 'ops', rev: 1, updatedAt: 0, updatedBy: 'test', spec: target(webhook.url) },
  };
  await channels.insert(channel, 'test');
  const options = await jobWith('channelled', [rule(['failed'], 'channel:ops'), rule(['failed'], 'channel:gone')]);
  const run = await world.begin(['sh', '-c', 'exit 1'], options);
  await until('the failure to be told', () => webhook.of(run.id).length === 1, LIMIT_MS);
  const notices = new NoticesStore(world.mongo);
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
  expect(await world.nats.request(contracts.testChannel, {}, asked, LIMIT_MS)).toMatchObject({
    delivered: true,
    status: 204,
  });
  expect(webhook.received.at(-1)?.body).toMatchObject({ on: 'test', tenant: 'ibm' });
});
