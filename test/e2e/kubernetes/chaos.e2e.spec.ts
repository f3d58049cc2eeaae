/**
 * Pods print and save while one part after the other is killed with SIGKILL, at random but by a seed. Afterwards every run
 * has its result, every line is there once and in order, the newest storage counts, and nothing is left in the cluster.
 * `CARILLON_CHAOS_PODS`, `CARILLON_CHAOS_SEEDS` (a list) and `CARILLON_CHAOS_KILLS` make it longer: `npm run test:chaos`.
 */
import { delay } from '#common/clock/delay.js';
import { until } from '#testing/until.js';
import { Testbed, TESTBED_LIMIT_MS, whyNoTestbed } from './support/testbed.js';
import { WholeService } from './support/whole-service.js';

const PODS = Number(process.env['CARILLON_CHAOS_PODS'] ?? 8);
const SEEDS = (process.env['CARILLON_CHAOS_SEEDS'] ?? '1').split(',').map(Number);
const KILLS = Number(process.env['CARILLON_CHAOS_KILLS'] ?? 8);
const LINES = 1_000;
const BURSTS = 20;
const CREATED_AT_ONCE = 8;
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 4_000;
const POLL_MS = 1_000;
/** A real pod takes half a second of a core. */
const LIMIT_MS = 240_000 + PODS * 3_000;

const VICTIMS = ['executor', 'log-collector', 'kube-apiserver', 'nats', 'mongodb'] as const;
type Victim = (typeof VICTIMS)[number];

const why = whyNoTestbed();
const testbed = why === null ? await Testbed.start() : null;
const runsPods = testbed?.nodes === 'kubelet';
const because = why ?? 'no node for real pods could be started';

let service: WholeService;

beforeAll(async () => {
  if (testbed && runsPods) service = await WholeService.start(testbed);
}, TESTBED_LIMIT_MS);

afterAll(async () => {
  if (runsPods) await service.quickstart.dispose();
  await testbed?.stop();
}, TESTBED_LIMIT_MS);

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function strike(victim: Victim): Promise<void> {
  const { quickstart } = service;
  if (victim === 'kube-apiserver') await testbed!.killAndRestart(victim);
  else if (victim === 'nats') quickstart.killByCommand(/^\S*nats-server /);
  else if (victim === 'mongodb') quickstart.killByCommand(/gateway\/main\.js|\bpostgres\b|\bmongod\b/);
  else quickstart.strike(victim);
}

const perBurst = LINES / BURSTS;
const SCRIPT = [
  `i=0; while [ $i -lt ${BURSTS} ]; do`,
  `seq $((i*${perBurst}+1)) $(((i+1)*${perBurst})) | sed 's/^/line /';`,
  `i=$((i+1)); echo "[saveJobStorage] {\\"bursts\\": $i}"; sleep 0.$((i%5)); done`,
].join(' ');
const EXPECTED = Array.from({ length: LINES }, (_, i) => `line ${i + 1}\n`).join('');

/** While something was just killed a request may fail: asked again, it is the same request. */
async function patiently<T>(what: string, ask: () => Promise<T>): Promise<T> {
  const answer = async (): Promise<{ value: T } | null> =>
    ask().then(
      (value) => ({ value }),
      () => null,
    );
  return (await until(what, answer, LIMIT_MS, POLL_MS)).value;
}

async function startRuns(seed: number): Promise<Map<string, string>> {
  const runs = new Map<string, string>();
  const jobs = Array.from({ length: PODS }, (_, i) => `chaos-${seed}-${i}`);
  const create = async (): Promise<void> => {
    for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
      await service.api.call('POST', '/jobs', { id: job, tenant: 'pods', name: job, worker: 'chaos' });
      runs.set(job, await service.run(job));
    }
  };
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, create));
  return runs;
}

const left = (): Promise<string> =>
  testbed!.kubectl(
    '-n',
    'workers',
    'get',
    'pods,secrets,services',
    '-l',
    'carillon.dev/instance=carillon',
    '-o',
    'name',
  );

/** Where a log differs from what was printed; null where it does not. */
function difference(log: string): string | null {
  if (log === EXPECTED) return null;
  const lines = log.split('\n');
  const at = lines.findIndex((line, i) => line !== `line ${i + 1}`);
  return `${lines.length - 1} lines; at ${at}: ${JSON.stringify(lines.slice(Math.max(0, at - 1), at + 3))}`;
}

/** Everything that is wrong with one run. */
async function verdictOn(job: string, run: string): Promise<string[]> {
  const attempts = await service.attemptsOf(run);
  const state = await service.stateOf(run);
  const wrong = difference(await service.api.log(run));
  const storage = await service.storageOf(job);
  const ends = attempts.map(({ reason, logComplete, logReason }) => ({ reason, logComplete, logReason }));
  const good = [{ reason: 'Completed', logComplete: true, logReason: null }];
  return [
    state === 'FINISHED' ? null : `${run} is ${state}`,
    JSON.stringify(ends) === JSON.stringify(good) ? null : `${run} ended as ${JSON.stringify(ends)}`,
    wrong === null ? null : `${run}: ${wrong}`,
    JSON.stringify(storage) === `{"bursts":${BURSTS}}` ? null : `${job} has saved ${JSON.stringify(storage)}`,
  ].filter((problem) => problem !== null);
}

const title = `${PODS} pods under ${KILLS} kills`;
(runsPods ? describe : describe.skip)(runsPods ? title : `${title} (skipped: ${because})`, () => {
  beforeAll(async () => {
    await service.api.call('POST', '/workers', {
      ...{ id: 'chaos', name: 'Chaos', engine: 'kubernetes', image: 'busybox:local', command: ['sh', '-c', SCRIPT] },
      podTemplate: { spec: { securityContext: { runAsUser: 1000 } } },
    });
  });

  it.each(SEEDS)(
    'lose nothing and double nothing with seed %d',
    async (seed) => {
      const random = randomOf(seed);
      const runs = await startRuns(seed);
      for (let kill = 0; kill < KILLS; kill++) {
        await delay(MIN_PAUSE_MS + random() * (MAX_PAUSE_MS - MIN_PAUSE_MS));
        await strike(VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'executor');
      }
      const isOver = async (): Promise<boolean> => {
        const states = await Promise.all([...runs.values()].map((run) => service.stateOf(run)));
        return states.every((state) => state !== 'RUNNING' && state !== 'QUEUED');
      };
      await until('the end of all runs', () => isOver().catch(() => false), LIMIT_MS, POLL_MS);
      const verdicts: string[] = [];
      for (const [job, run] of runs) verdicts.push(...(await patiently(run, () => verdictOn(job, run))));
      expect(verdicts).toEqual([]);
      await until('an empty namespace', async () => (await left().catch(() => '?')) === '', LIMIT_MS, POLL_MS);
    },
    2 * LIMIT_MS,
  );
});
