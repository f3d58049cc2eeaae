/**
 * The database elects another primary while jobs fire every second and people start runs: the primary steps down, crashes, or loses its last
 * writes, for up to 12 s there is none, and for 12 s there are two, the former of which answers from an older state. Services go on by
 * themselves; nothing is lost, and nothing is done twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReplicaSetRelay, type ElectionKind, type RunningServer, startMongo } from '#embedded-servers';
import { delay } from '#common/clock/clock.js';
import { inForm } from '#testing/long-form.js';
import { Random } from '../../simulation/support/random.js';
import { isAlive } from '../../../apps/executor/src/engines/process/process-table.js';
import { Api } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { EverySecond, KEEP_ALL_RUNS } from '../support/every-second.js';
import { eventually } from '../support/eventually.js';
import { QuickstartProcess } from '../support/quickstart-process.js';

const LIMIT_MS = 900_000;
const ELECTIONS: readonly (readonly [ElectionKind, number])[] = [
  ['stepDown', 1_000],
  ['crash', 12_000],
  ['stepDown', 12_000],
  ['crash', 2_000],
  ['rollback', 2_000],
  ['partition', 12_000],
];
const ROUNDS = inForm({ short: 1, long: 6 });
/** Requests under way at once, each until it is accepted. */
const PEOPLE = 6;
const BETWEEN_REQUESTS_MS = 50;

const random = new Random(Number(process.env['CARILLON_PROPERTY_SEED'] ?? 1));
const folder = mkdtempSync(join(tmpdir(), 'carillon-election-'));
const around: Record<string, string> = {};
const quickstart = QuickstartProcess.inNewFolder(around);
const worker = new EchoWorker();
const api = new Api(() => quickstart.state());
const everySecond = new EverySecond(api, worker);
/** The runs that people have asked for, by the key of the request. */
const asked = new Map<string, string>();
let mongo: RunningServer;
let set: ReplicaSetRelay;

beforeAll(async () => {
  const env = { ...process.env, MONGODB_URI: '' };
  mongo = await startMongo({ dataDir: folder, port: 0, log: () => undefined, env });
  set = await ReplicaSetRelay.start(mongo.url, () => random.next());
  around['MONGODB_URI'] = set.uri;
  await quickstart.start('--empty', '--no-restart');
  await everySecond.begin();
  const byHand = { tenant: 'kills', worker: 'echo', retention: KEEP_ALL_RUNS };
  await api.call('POST', '/jobs', { ...byHand, id: 'by-hand', name: 'By hand' });
}, LIMIT_MS);

afterAll(async () => {
  await worker.close();
  await quickstart.dispose();
  await set.stop();
  await mongo.stop();
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

/** Asks for runs one after another, each again with its key until it is accepted, as the documents say. */
async function ask(person: number, ended: AbortSignal): Promise<void> {
  for (let i = 0; !ended.aborted; i++) {
    const key = `person-${person}-${i}`;
    const run = await eventually(`the request ${key} to be accepted`, async () => {
      const answer = await api.request('POST', '/jobs/by-hand/run', {}, { 'idempotency-key': key }).catch(() => null);
      if (answer === null || answer.status === 503 || answer.status === 409) return null;
      if (answer.status >= 300) throw new Error(`${key} was answered ${answer.status} ${answer.text}`);
      return (JSON.parse(answer.text) as { run: { id: string } }).run.id;
    });
    asked.set(key, run);
    await delay(BETWEEN_REQUESTS_MS);
  }
}

/** Reads the newest runs again and again, so that some of these reads meet a former primary; an error is an answer, too. */
async function look(ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await api.request('GET', '/runs?limit=5').catch(() => null);
    await delay(BETWEEN_REQUESTS_MS);
  }
}

test(
  'jobs of each second and requests of people go on after each election',
  async () => {
    const ended = new AbortController();
    const people = [...Array.from({ length: PEOPLE }, (_, person) => ask(person, ended.signal)), look(ended.signal)];
    const elections = (async () => {
      for (let round = 0; round < ROUNDS; round++)
        for (const [kind, withoutMs] of ELECTIONS) {
          await everySecond.moreRunsFinish();
          await set.elect(kind, withoutMs);
        }
      await everySecond.moreRunsFinish();
    })();
    // A person whom nobody answers ends the test.
    await Promise.race([elections, Promise.all(people)]);
    ended.abort();
    await Promise.all([elections, ...people]);
    expect(asked.size).toBeGreaterThan(PEOPLE);
    const { refused, interrupted, cut } = set.troubles;
    expect(Math.min(refused, interrupted, cut)).toBeGreaterThan(0);
    expect(set.troubles.rolledBackAnswered).toBe(0);
    expect(set.troubles.stale).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

test(
  'each slot and each request has one run in the end, which did its work once; no service has died',
  async () => {
    expect(await everySecond.faults()).toEqual([]);
    const runs = await everySecond.ended('by-hand');
    expect(runs.map(({ id }) => id).sort()).toEqual([...asked.values()].sort());
    expect(runs.filter(({ state }) => state !== 'FINISHED')).toEqual([]);
    expect([...worker.done.values()].filter((times) => times !== 1)).toEqual([]);
    // Nothing starts a service again here: each is the process that it was.
    expect(Object.values(quickstart.state().services).filter(({ pid }) => !isAlive({ pid, startTime: null }))).toEqual(
      [],
    );
  },
  LIMIT_MS,
);
