/** @promise S7 */
import type { Readable } from 'node:stream';
import { AppError } from '#common/errors/app-error.js';
import { createLogger } from '#common/logging/logger.js';
import type { Caller } from '../access/core/access.js';
import { LiveStreams, type StreamReader } from './live-streams.js';

const FIVE_SECONDS_MS = 5_000;
const LIMITS = { perCaller: 2, perTenant: 3 };

/** Streams whose rights come from `rights`: the caller with its roles, or the error of the look-up. */
class World {
  now = 0;
  readonly rights = new Map<string, Caller | AppError>();
  readonly streams = new LiveStreams(
    {
      callerOf: ({ text }) => {
        const found = this.rights.get(text) ?? new AppError('UNAUTHENTICATED', 'unknown');
        return found instanceof AppError ? Promise.reject(found) : Promise.resolve(found);
      },
    },
    { monotonic: () => this.now, now: () => this.now },
    createLogger('test', 'silent'),
    LIMITS,
  );

  reader(name: string, tenant: string): StreamReader {
    const caller: Caller = { subject: name, name, roles: [{ tenant, role: 'viewer' }] };
    this.rights.set(name, caller);
    return { caller, credential: { kind: 'bearer', text: name }, tenants: [tenant] };
  }

  open(reader: StreamReader, leave: () => void = () => undefined): Readable {
    return this.streams.send(reader, () => ({ texts: forever(), leave }));
  }
}

async function* forever(): AsyncGenerator<string> {
  yield 'first';
  await new Promise(() => undefined);
}

const closed = (stream: Readable): Promise<void> => new Promise((resolve) => stream.once('close', resolve));

test('the streams of a caller and of a tenant are limited; the limits of others are separate', async () => {
  const world = new World();
  const a = world.reader('a', 'ibm');
  const b = world.reader('b', 'ibm');
  const c = world.reader('c', 'acme');
  const first = world.open(a);
  world.open(a);
  expect(() => world.open(a)).toThrow('you have 2 streams open');
  world.open(b);
  expect(() => world.open(b)).toThrow('3 streams of the tenant ibm');
  world.open(c);
  const ended = closed(first);
  first.destroy();
  await ended;
  world.open(b);
});

test('a stream that is refused by a limit does not start its source', () => {
  const world = new World();
  const reader = world.reader('a', 'ibm');
  world.open(reader);
  world.open(reader);
  let begun = 0;
  const begin = (): { texts: AsyncIterable<string> } => {
    begun += 1;
    return { texts: forever() };
  };
  expect(() => world.streams.send(reader, begin)).toThrow(AppError);
  expect(begun).toBe(0);
});

test.each<[string, Caller | AppError]>([
  ['its token is no longer valid', new AppError('UNAUTHENTICATED', 'revoked')],
  ['its caller no longer has a role in the tenant', { subject: 'a', name: 'a', roles: [] }],
])('a stream and its source are closed when %s', async (_when, rights) => {
  const world = new World();
  let left = 0;
  const mine = world.open(world.reader('a', 'ibm'), () => {
    left += 1;
  });
  const other = world.open(world.reader('b', 'ibm'));
  await world.streams.recheck();
  expect(mine.destroyed).toBe(false);
  world.rights.set('a', rights);
  const ended = closed(mine);
  await world.streams.recheck();
  await ended;
  expect(left).toBe(1);
  expect(other.destroyed).toBe(false);
});

test('a stream whose reader waits for the next text is closed at once', async () => {
  const world = new World();
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  async function* texts(): AsyncGenerator<string> {
    yield 'first';
    await left;
  }
  const stream = world.streams.send(world.reader('a', 'ibm'), () => ({ texts: texts(), leave }));
  await new Promise((resolve) => stream.once('data', resolve));
  const ended = closed(stream);
  stream.destroy();
  await ended;
  expect(stream.closed).toBe(true);
});

test('rights that cannot be looked up stay valid for a limited time', async () => {
  const world = new World();
  const stream = world.open(world.reader('a', 'ibm'));
  world.rights.set('a', new AppError('UNAVAILABLE', 'the database stands still'));
  world.now += FIVE_SECONDS_MS;
  await world.streams.recheck();
  expect(stream.destroyed).toBe(false);
  world.now += 6 * FIVE_SECONDS_MS;
  await world.streams.recheck();
  expect(stream.destroyed).toBe(true);
});

test('a stream ends when its token expires, without a look-up', () => {
  const world = new World();
  const { caller, ...rest } = world.reader('a', 'ibm');
  const stream = world.open({ ...rest, caller: { ...caller, expiresAt: 1_000 } });
  world.now = 999;
  world.streams.endExpired();
  expect(stream.destroyed).toBe(false);
  world.now = 1_000;
  world.streams.endExpired();
  expect(stream.destroyed).toBe(true);
});
