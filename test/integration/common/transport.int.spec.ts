import { setImmediate as nextTurn } from 'node:timers/promises';
import { AckPolicy } from '@nats-io/jetstream';
import { contracts } from '#common/messages/registry.js';
import { AppError } from '#common/errors/app-error.js';
import { consume } from '#common/nats/consume.js';
import { UnusableMessage } from '#common/nats/signed-messages.js';
import type { Nats } from '#common/nats/nats.js';
import { ownNats, silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';

let nats: Nats;
let connect: () => Promise<Nats>;
let stop: () => Promise<void>;
const stopping: AbortController[] = [];
const ended: Promise<void>[] = [];

beforeAll(async () => {
  ({ nats, connect, stop } = await ownNats());
});
afterAll(async () => {
  for (const each of stopping) each.abort();
  await Promise.all(ended);
  await stop();
});

const spec = (shard: number): { stream: string; durable: string; subject: string } => ({
  stream: 'DISPATCH',
  durable: `test-DISPATCH-${shard}`,
  subject: `dispatch.v1.${shard}`,
});
const dispatch = (shard: number, run: string): Promise<void> =>
  nats.publishDurable(contracts.dispatch, { shard }, { v: 1, run });
const runIn = (data: Uint8Array): string =>
  contracts.dispatch.schema.parse(JSON.parse(new TextDecoder().decode(data))).run;

function follow(shard: number, handler: (run: string) => Promise<void>): AbortController {
  const controller = new AbortController();
  stopping.push(controller);
  ended.push(consume(nats, spec(shard), (data) => handler(runIn(data)), { log: silentLog, signal: controller.signal }));
  return controller;
}

test('a message that was published before there was a consumer is delivered, once', async () => {
  await dispatch(1, 'early');
  const seen: string[] = [];
  follow(1, async (run) => {
    seen.push(run);
    return Promise.resolve();
  });
  await dispatch(1, 'late');
  await until('both messages', () => seen.length === 2);
  expect(seen).toEqual(['early', 'late']);
});

test('a consumer with other limits is updated to the present ones, and keeps its position', async () => {
  const { stream, durable, subject } = spec(9);
  const bounds = { filter_subject: subject, max_ack_pending: 1, ack_wait: 5_000_000_000 };
  await nats.manager.consumers.add(stream, { ...bounds, durable_name: durable, ack_policy: AckPolicy.Explicit });
  await dispatch(9, 'waiting');
  const seen: string[] = [];
  follow(9, async (run) => {
    seen.push(run);
    return Promise.resolve();
  });
  await until('the message', () => seen.includes('waiting'));
  const { config } = await nats.manager.consumers.info(stream, durable);
  expect(config).toMatchObject({ max_ack_pending: 16, ack_wait: 30_000_000_000, filter_subject: subject });
});

test('a message whose handling failed temporarily comes again; one that can never be handled does not', async () => {
  const seen: string[] = [];
  follow(2, (run) => {
    seen.push(run);
    if (run === 'bad') return Promise.reject(new UnusableMessage('never'));
    return seen.filter((each) => each === run).length === 1
      ? Promise.reject(new AppError('UNAVAILABLE', 'not now'))
      : Promise.resolve();
  });
  await dispatch(2, 'bad');
  await dispatch(2, 'good');
  await until('the second try', () => seen.filter((run) => run === 'good').length === 2);
  await dispatch(2, 'last');
  await until('the last message', () => seen.includes('last'));
  expect(seen.filter((run) => run === 'bad')).toHaveLength(1);
});

test('when all of JetStream is deleted, later messages are delivered again without any action', async () => {
  const seen: string[] = [];
  follow(3, (run) => {
    seen.push(run);
    return Promise.resolve();
  });
  await dispatch(3, 'before');
  await until('the first message', () => seen.includes('before'));
  await nats.manager.streams.delete('DISPATCH');
  await nats.manager.streams.delete('EVENTS');
  await until(
    'a message after the loss',
    async () => {
      await dispatch(3, 'after').catch(() => undefined);
      return seen.includes('after');
    },
    30_000,
  );
  expect(seen).toContain('after');
});

test('a request that no service can answer fails as unavailable, and names its subject', async () => {
  await expect(nats.request(contracts.applyJob, {}, { v: 1, job: 'j' }, 500)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('scheduler.v1.apply') as string,
  });
});

test('a payload that does not match its contract is refused where it is made', () => {
  expect(() => {
    nats.publish(contracts.schedulerHint, { shard: 1 }, { v: 2, run: 'r' } as never);
  }).toThrow('expected 1');
});

test('what is published while the connection is being closed is lost without an error: a timer of a stopping service may do so', async () => {
  const other = await connect();
  const payload = { v: 1, successes: [{ job: 'job', started: 1, finished: 2 }] } as const;
  const publish = (): void => {
    other.publish(contracts.jobsSucceeded, {}, { ...payload, successes: [...payload.successes] });
  };
  const closing = { isOver: false };
  const closed = other.close().then(() => {
    closing.isOver = true;
  });
  // The client throws from a moment on that lies between the two.
  while (!closing.isOver) {
    expect(publish).not.toThrow();
    await nextTurn();
  }
  await expect(other.publishDurable(contracts.dispatch, { shard: 1 }, { v: 1, run: 'late' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('the connection is ') as string,
  });
  await closed;
});
