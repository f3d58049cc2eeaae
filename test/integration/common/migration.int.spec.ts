/** The database is brought to what a version needs by one process at a time, whoever dies or stands still meanwhile. */
import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { Mongo } from '#common/mongo/mongo.js';
import { MongoRelay } from '#testing/mongo-relay.js';
import { freshDatabaseUri, silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/tools/migrate/src/main.js');
const LIMIT_MS = 60_000;
/** So many collections are done when something happens. */
const IN_THE_MIDDLE = 5;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Migration {
  readonly child: ChildProcess;
  /** The collections that it was heard to make indexes of, in order. */
  readonly made: string[];
  readonly ended: Promise<number | null>;
}

/** `npm run migrate`; `onStep` is told before the database hears of a step. */
async function migration(
  uri: string,
  onStep: (count: number, child: ChildProcess) => void = () => undefined,
): Promise<Migration> {
  const made: string[] = [];
  const started: { child?: ChildProcess } = {};
  const relay = await MongoRelay.start(uri, ({ body }) => {
    if (body['createIndexes'] === undefined) return;
    made.push(String(body['createIndexes']));
    if (started.child) onStep(made.length, started.child);
  });
  closers.push(() => relay.stop());
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, MONGODB_URI: relay.uri },
    stdio: 'ignore',
  });
  started.child = child;
  const ended = new Promise<number | null>((done) => child.once('close', done));
  closers.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, made, ended };
}

async function opened(uri: string): Promise<Mongo> {
  const mongo = await Mongo.connect(uri, silentLog, { lacking: 'leave' });
  closers.push(() => mongo.close());
  return mongo;
}

test(
  'two at once make each index once, and both end when all are there',
  async () => {
    const uri = freshDatabaseUri();
    const mongo = await opened(uri);
    const wanted = await mongo.incomplete();
    expect(wanted.length).toBeGreaterThan(2 * IN_THE_MIDDLE);
    const both = await Promise.all([migration(uri), migration(uri)]);
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(both.flatMap(({ made }) => made).sort()).toEqual(wanted.toSorted());
    expect(await mongo.missingIndexes()).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'where one dies in the middle the next goes on with what is left',
  async () => {
    const uri = freshDatabaseUri();
    const mongo = await opened(uri);
    const wanted = await mongo.incomplete();
    const first = await migration(uri, (count, child) => {
      if (count > IN_THE_MIDDLE) child.kill('SIGKILL');
    });
    await first.ended;
    expect((await mongo.incomplete()).length).toBeGreaterThan(0);
    const second = await migration(uri);
    expect(await second.ended).toBe(0);
    expect(await mongo.missingIndexes()).toEqual([]);
    expect(second.made).toEqual(
      wanted.filter((name) => !first.made.slice(0, IN_THE_MIDDLE).includes(name) && second.made.includes(name)),
    );
    expect(new Set([...first.made, ...second.made])).toEqual(new Set(wanted));
  },
  LIMIT_MS,
);

test(
  'one that stands still past its lease is followed by the next, and does nothing more when it goes on',
  async () => {
    const uri = freshDatabaseUri();
    const mongo = await opened(uri);
    const first = await migration(uri, (count, child) => {
      if (count === IN_THE_MIDDLE) child.kill('SIGSTOP');
    });
    await until('the first to stand still', () => first.made.length === IN_THE_MIDDLE, LIMIT_MS);
    const second = await migration(uri);
    expect(await second.ended).toBe(0);
    expect(second.made.length).toBeGreaterThan(0);
    first.child.kill('SIGCONT');
    // Its lease was another's: it says so.
    expect(await first.ended).toBe(1);
    expect(first.made).toHaveLength(IN_THE_MIDDLE);
    expect(await mongo.missingIndexes()).toEqual([]);
  },
  LIMIT_MS,
);

test('a service that only looks waits until another has migrated', async () => {
  const uri = freshDatabaseUri();
  const seen: string[] = [];
  const log = {
    ...silentLog,
    warn: (_fields: unknown, text: string) => seen.push(text),
  } as unknown as typeof silentLog;
  const waiting = Mongo.connect(uri, log, { lacking: 'wait' });
  await until('a word that something is lacking', () => seen.some((text) => text.startsWith('the database lacks')));
  expect(await (await migration(uri)).ended).toBe(0);
  const mongo = await waiting;
  closers.push(() => mongo.close());
  expect(await mongo.missingIndexes()).toEqual([]);
});
