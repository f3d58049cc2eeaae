/** Events of runs in the form of CloudEvents 1.0, from the end of a run to a real receiver that is slow, refuses, cuts and redirects. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { asJobId, asRunId, asTenantId, type TenantId } from '#common/domain/ids.js';
import { EVENT_KEPT_MS } from '#common/domain/limits.js';
import { createLogger } from '#common/logging/logger.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { ChannelsStore, type StoredChannel } from '#common/mongo/channels.store.js';
import { EventLogStore } from '#common/mongo/event-log.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { seqAt, type EndEvent } from '#common/run/end-event.js';
import { until } from '#testing/until.js';
import { AddressGuard } from '../../../apps/executor/src/engines/webservice/address-guard.js';
import { HttpCaller } from '../../../apps/executor/src/engines/webservice/http-caller.js';
import { EventRequests } from '../../../apps/executor/src/events/event-requests.js';
import { ChannelDelivery, EventReader } from '../../../apps/executor/src/events/channel-delivery.js';
import { EventSender } from '../../../apps/executor/src/events/event-sender.js';
import { NoticesOfThisFile } from './support/notice-world.js';
import { box } from './support/world.js';

const LIMIT_MS = 60_000;
const here = new NoticesOfThisFile();

const runEvent = z.strictObject({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.url(),
  type: z.enum(['carillon.run.finished', 'carillon.run.failed', 'carillon.run.aborted']),
  subject: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  sequence: z.string().regex(/^\d{16}$/),
  data: z.looseObject({ run: z.string(), state: z.string() }),
});
const gapEvent = runEvent.omit({ subject: true }).extend({
  type: z.literal('carillon.events.gap'),
  data: z.object({ tenant: z.string(), from: z.iso.datetime(), until: z.iso.datetime() }),
});
const received = z.union([runEvent, gapEvent]);
type Received = z.output<typeof received>;

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end();
  };
const TAKEN = status(204);

/** A receiver of events, whose next answers are given. */
class Receiver {
  /** Each request: its events, and when it came. */
  readonly requests: {
    readonly events: readonly Received[];
    readonly at: number;
    readonly headers: IncomingMessage['headers'];
  }[] = [];
  answers: Answer[] = [];
  private readonly server: Server = createServer((request, response) => {
    void this.take(request, response);
  });

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  get ids(): string[] {
    return this.requests.flatMap(({ events }) => events.map(({ id }) => id));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    const isBatch = request.headers['content-type']?.startsWith('application/cloudevents-batch+json') === true;
    const isOne = request.headers['content-type']?.startsWith('application/cloudevents+json') === true;
    if (!isBatch && !isOne) throw new Error(`not in the form of CloudEvents: ${request.headers['content-type']}`);
    const events = isBatch ? z.array(received).parse(JSON.parse(text)) : [received.parse(JSON.parse(text))];
    this.requests.push({ events, at: Date.now(), headers: request.headers });
    (this.answers.shift() ?? TAKEN)(response, request);
  }
}

const receivers: Receiver[] = [];
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

async function receiver(...answers: readonly Answer[]): Promise<{ readonly receiver: Receiver; readonly url: string }> {
  const made = new Receiver();
  made.answers = [...answers];
  receivers.push(made);
  return { receiver: made, url: await made.listen() };
}

const channelOf = (tenant: string, url: string, fields: object = {}): StoredChannel => ({
  tenant: asTenantId(tenant),
  id: 'feed',
  rev: 1,
  updatedAt: 0,
  updatedBy: 'test',
  events: true,
  spec: { target: { type: 'cloudevents', url: box.seal(url), ...fields } },
});

test('the end of each run of a tenant that subscribes is sent as it happens, and of no other tenant', async () => {
  const { receiver: target, url } = await receiver();
  const { world } = here;
  await new ChannelsStore(world.mongo).insert(channelOf('ibm', url), 'test');
  const log = new EventLogStore(world.mongo);
  await until('the channel to have a cursor', () => log.cursor(asTenantId('ibm'), 'feed'), LIMIT_MS);
  const failing = await world.begin(['sh', '-c', 'echo s3cret; exit 3']);
  const working = await world.begin(['true']);
  await until('both ends to arrive', () => target.ids.length >= 2, LIMIT_MS);
  const byRun = new Map(
    target.requests.flatMap(({ events }) => events).map((event) => ['subject' in event ? event.subject : '', event]),
  );
  expect(byRun.get(failing.id)).toMatchObject({
    type: 'carillon.run.failed',
    data: { job: failing.job, state: 'FAILED', exitCode: 3, errorUrl: expect.stringContaining('?at=error') as unknown },
  });
  expect(byRun.get(working.id)).toMatchObject({ type: 'carillon.run.finished', data: { exitCode: 0 } });
  expect(JSON.stringify(target.requests)).not.toContain('s3cret');
  await new ChannelsStore(world.mongo).removeAll(asTenantId('ibm'));
});

/** A sender with a log of its own tenant, without an executor. */
class Alone {
  now = Date.now();
  readonly log = new EventLogStore(here.world.mongo);
  readonly sender: EventSender;
  private readonly caller = new HttpCaller(new AddressGuard(['127.0.0.0/8']));
  channels: readonly StoredChannel[] = [];

  constructor() {
    const clock = { now: () => this.now };
    const tenants = new TenantsStore(here.world.mongo);
    const requests = new EventRequests({
      tenants,
      caller: this.caller,
      secrets: box,
      userAgent: 'carillon/test',
      clock,
      metrics: new Metrics('executor', '0'),
    });
    // Only the events of this test count, so everything that is in the log is shown.
    const log = Object.assign(Object.create(this.log) as EventLogStore, {
      progress: () => Promise.resolve({ stored: Number.MAX_SAFE_INTEGER }),
    });
    const delivery = new ChannelDelivery(log, new EventReader(log, tenants, 'https://carillon.test'), requests, clock);
    const tools = { clock, log: createLogger('test', 'silent') };
    this.sender = new EventSender(() => Promise.resolve(this.channels), log, delivery, tools);
  }

  async subscribe(channel: StoredChannel, at = this.now): Promise<void> {
    const { tenant, id } = channel;
    this.channels = [...this.channels, channel];
    await this.log.saveCursor({
      tenant,
      channel: id,
      rev: 1,
      seq: seqAt(at),
      failures: 0,
      nextTryAt: 0,
      problem: null,
      channelRev: 1,
    });
  }

  async ends(tenant: TenantId, count: number, from = 1): Promise<string[]> {
    const ids = Array.from({ length: count }, (_, i) => `${tenant}-run-${from + i}/4`);
    const events = ids.map((id, i) => {
      const run = asRunId(id.slice(0, -2));
      const end: EndEvent = {
        id,
        tenant,
        job: asJobId(`${tenant}-job`),
        jobName: 'Job',
        run,
        at: this.now,
        phase: 'Completed',
        reason: 'Completed',
        trigger: 'schedule',
        scheduledFor: null,
        createdAt: this.now,
        started: null,
        exitCode: 0,
      };
      return { ...end, seq: seqAt(this.now) + from + i };
    });
    await this.log.add(events, this.now);
    return ids;
  }

  /** Begins what is due, and waits for it. */
  async round(): Promise<void> {
    await this.sender.step();
    await this.sender.drained();
  }

  async close(): Promise<void> {
    await this.sender.stop();
    await this.caller.close();
  }
}

test('each kind of refusal is repeated, and nothing is lost or sent out of order', async () => {
  const cut: Answer = (response) => {
    response.destroy();
  };
  const half: Answer = (response) => {
    response.writeHead(500, { 'content-length': '100' });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  };
  const away = status(302, { location: 'http://10.1.2.3/' });
  const refusals = [status(429, { 'retry-after': '120' }), status(500), cut, half, away, status(400), status(415)];
  const { receiver: target, url } = await receiver(TAKEN, ...refusals);
  const alone = new Alone();
  const channel = channelOf('refused', url);
  await alone.subscribe(channel);
  const ids = await alone.ends(channel.tenant, 3);
  const problems: unknown[] = [];
  const pauses: number[] = [];
  for (let i = 0; i < refusals.length; i++) {
    await alone.round();
    const cursor = await alone.log.cursor(channel.tenant, 'feed');
    problems.push(cursor?.problem);
    expect(cursor?.failures).toBe(i + 1);
    pauses.push((cursor?.nextTryAt ?? 0) - alone.now);
    // Before its pause is over, the receiver gets nothing.
    await alone.round();
    expect(target.requests).toHaveLength(i + 2);
    alone.now = cursor?.nextTryAt ?? 0;
  }
  await alone.round();
  await alone.close();
  expect(target.ids).toEqual([ids[0], ...refusals.map(() => ids[1]), ids[1], ids[2]]);
  expect(pauses).toEqual([120_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  expect(problems).toMatchObject([
    'the receiver answered 429',
    'the receiver answered 500',
    expect.any(String),
    'the receiver answered 500',
    'the receiver answered 302',
    'the receiver answered 400',
    'the receiver answered 415',
  ]);
});

test('a receiver that is away for an hour gets everything in batches, and one that hangs delays no other', async () => {
  const hang: Answer = () => undefined;
  const slow = await receiver(hang);
  const away = await receiver(status(503));
  const other = await receiver();
  const alone = new Alone();
  const batch = { mode: 'batch', signingSecret: box.seal(`whsec_${Buffer.alloc(32, 5).toString('base64')}`) };
  const channels = [channelOf('hanging', slow.url), channelOf('away', away.url, batch), channelOf('other', other.url)];
  for (const channel of channels) await alone.subscribe(channel);
  for (const { tenant } of channels) await alone.ends(tenant, 5);
  await alone.sender.step();
  await until(
    'the others to be served',
    () => other.receiver.ids.length === 5 && away.receiver.requests.length === 1,
    LIMIT_MS,
  );
  expect(slow.receiver.requests).toHaveLength(1);
  alone.now += 3_600_000;
  await alone.ends(asTenantId('away'), 250, 6);
  const ms = alone.sender.lateMs(alone.now);
  expect(ms).toBeGreaterThanOrEqual(3_600_000);
  await alone.round();
  await alone.close();
  const sizes = away.receiver.requests.map(({ events }) => events.length);
  expect(sizes).toEqual([5, 100, 100, 55]);
  expect(new Set(away.receiver.ids).size).toBe(255);
  expect(away.receiver.requests[1]?.headers).toMatchObject({
    'webhook-signature': expect.stringMatching(/^v1,/) as unknown,
  });
}, 60_000);

test('a batch that is too large is halved; a receiver that wants no more is left alone until its channel is saved anew', async () => {
  const { receiver: target, url } = await receiver(status(413), TAKEN, status(410));
  const alone = new Alone();
  const channel = channelOf('large', url, { mode: 'batch' });
  await alone.subscribe(channel);
  const ids = await alone.ends(channel.tenant, 8);
  await alone.round();
  expect(target.requests.map(({ events }) => events.length)).toEqual([8, 4, 4]);
  alone.now += 3_600_000;
  await alone.round();
  expect(target.requests).toHaveLength(3);
  alone.channels = [{ ...channel, rev: 2 }];
  await alone.round();
  expect(target.requests.at(-1)?.events.map(({ id }) => id)).toEqual(ids.slice(4));
  // A replay, to which the next revision asks.
  alone.channels = [{ ...channel, rev: 3, replay: { after: 0, rev: 3 } }];
  await alone.round();
  await alone.close();
  const [gap, ...again] = target.requests.slice(4).flatMap(({ events }) => events);
  expect(gap?.type).toBe('carillon.events.gap');
  expect(again.map(({ id }) => id)).toEqual(ids);
});

test('events that were removed before they were delivered are told as a gap', async () => {
  const { receiver: target, url } = await receiver();
  const alone = new Alone();
  const channel = channelOf('late', url);
  await alone.subscribe(channel, alone.now - EVENT_KEPT_MS - 60_000);
  const [id] = await alone.ends(channel.tenant, 1);
  await alone.round();
  await alone.close();
  const [gap, event] = target.requests.flatMap(({ events }) => events);
  expect(gap).toMatchObject({ type: 'carillon.events.gap', data: { tenant: 'late' } });
  expect(event?.id).toBe(id);
});

test('an address that the tenant may not call gets nothing', async () => {
  const alone = new Alone();
  const channel = channelOf('inside', 'http://10.1.2.3/events');
  await alone.subscribe(channel);
  await alone.ends(channel.tenant, 1);
  await alone.round();
  expect((await alone.log.cursor(channel.tenant, 'feed'))?.problem).toBe('10.1.2.3 is outside WEBSERVICE_ALLOW');
  await alone.close();
});
