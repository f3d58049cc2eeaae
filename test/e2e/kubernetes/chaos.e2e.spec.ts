/**
 * Pods print and save while one part after another is killed with SIGKILL, in an order that a seed gives: from the first
 * request until the last pod is removed. Afterwards every run has its result, every line is there once and in order, the newest
 * storage counts, and nothing is left in the cluster. `CARILLON_CHAOS_PODS`, `CARILLON_CHAOS_AT_ONCE`, `CARILLON_CHAOS_SEEDS`
 * (a list) and `CARILLON_CHAOS_KILLS` make it longer: `npm run test:chaos`.
 */
import { until } from '#testing/until.js';
import { Kills } from './support/kills.js';
import { PodSuite } from './support/pod-suite.js';
import { TESTBED_LIMIT_MS } from './support/testbed.js';

const PODS = Number(process.env['CARILLON_CHAOS_PODS'] ?? 10);
/** Two processors start some three pods each second; more at once would only wait for each other. */
const AT_ONCE = Number(process.env['CARILLON_CHAOS_AT_ONCE'] ?? 40);
const SEEDS = (process.env['CARILLON_CHAOS_SEEDS'] ?? '1').split(',').map(Number);
const KILLS = Number(process.env['CARILLON_CHAOS_KILLS'] ?? 10);
const LINES = 1_000;
const BURSTS = 20;
const REQUESTS_AT_ONCE = 8;
/** The more runs there are, the more each check costs the machine. */
const POLL_MS = 500 + 2 * PODS;
/** A real pod takes half a second of a core. */
const LIMIT_MS = 240_000 + PODS * 3_000;

const suite = await PodSuite.begin();

beforeAll(() => suite.start(), TESTBED_LIMIT_MS);
afterAll(() => suite.stop(), TESTBED_LIMIT_MS);

const perBurst = LINES / BURSTS;
const SCRIPT = [
  `i=0; while [ $i -lt ${BURSTS} ]; do`,
  `seq $((i*${perBurst}+1)) $(((i+1)*${perBurst})) | sed 's/^/line /';`,
  `i=$((i+1)); echo "[saveJobStorage] {\\"bursts\\": $i}"; sleep 0.$((i%5)); done`,
].join(' ');
const EXPECTED = Array.from({ length: LINES }, (_, i) => `line ${i + 1}\n`).join('');

/** A request may fail right after a kill: it is sent again as the same request. */
async function patiently<T>(what: string, ask: () => Promise<T>): Promise<T> {
  const answer = async (): Promise<{ value: T } | null> =>
    ask().then(
      (value) => ({ value }),
      () => null,
    );
  return (await until(what, answer, LIMIT_MS, POLL_MS)).value;
}

/** Performs it for each item, a few at a time, in order. */
async function forEach<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at]!);
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work));
  return results;
}

/** Every second pod has a secret, and every fifth run a Service and what belongs to it: they have to be removed with it. */
function extrasOf(number: number): object {
  return {
    ...(number % 2 === 0 && { secureParameters: { password: `pass-${number}` } }),
    ...(number % 5 === 0 && { tasks: [{ name: 'only', replicas: 1 }], plugins: { svc: [] } }),
  };
}

async function startRuns(tenant: string): Promise<Map<string, string>> {
  const { service } = suite;
  await patiently(tenant, () => service.ensure('/tenants', { id: tenant, name: tenant }));
  const numbers = Array.from({ length: PODS }, (_, i) => i);
  const runs = await forEach(numbers, async (number) => {
    const id = `${tenant}-${number}`;
    await patiently(id, () => service.ensure('/jobs', { id, tenant, name: id, worker: 'chaos', ...extrasOf(number) }));
    return [id, await patiently(`run of ${id}`, () => service.run(id, {}, `run-${id}`))] as const;
  });
  return new Map(runs);
}

const isOver = (state: string): boolean => state !== 'RUNNING' && state !== 'QUEUED';

/** The progress, from 0 to 1: half for each run's end, half for the removal of its objects. Null: the service does not answer. */
async function progressOf(tenant: string): Promise<number | null> {
  try {
    const states = await suite.service.statesOf(tenant);
    const over = states.filter(isOver).length;
    const pods = over === 0 ? 0 : await suite.testbed.podsOf(tenant);
    return (over + Math.max(0, over - pods)) / (2 * PODS);
  } catch {
    return null;
  }
}

/** The first difference between a log and the printed lines; null if there is none. */
function difference(log: string): string | null {
  if (log === EXPECTED) return null;
  const lines = log.split('\n');
  const at = lines.findIndex((line, i) => line !== `line ${i + 1}`);
  return `${lines.length - 1} lines; at ${at}: ${JSON.stringify(lines.slice(Math.max(0, at - 1), at + 3))}`;
}

/** All problems of one run. */
async function verdictOn(job: string, run: string): Promise<string[]> {
  const { service } = suite;
  const attempts = await service.attemptsOf(run);
  const state = await service.stateOf(run);
  const wrong = difference(await service.api.log(run));
  const storage = await service.storageOf(job);
  const ends = attempts.map(({ reason, logComplete, logReason }) => ({ reason, logComplete, logReason }));
  const good = [{ reason: 'Completed', logComplete: true, logReason: null }];
  return [
    state === 'FINISHED' ? null : `${run} is ${state}`,
    JSON.stringify(ends) === JSON.stringify(good) ? null : `${run} ended as ${JSON.stringify(attempts)}`,
    wrong === null ? null : `${run}: ${wrong}`,
    JSON.stringify(storage) === `{"bursts":${BURSTS}}` ? null : `${job} has saved ${JSON.stringify(storage)}`,
  ].filter((problem) => problem !== null);
}

(suite.runsPods ? describe : describe.skip)(suite.titled(`${PODS} pods under ${KILLS} kills`), () => {
  beforeAll(async () => {
    await suite.service.api.call('POST', '/workers', {
      id: 'chaos',
      name: 'Chaos',
      engine: 'kubernetes',
      image: 'busybox:local',
      command: ['sh', '-c', SCRIPT],
      podTemplate: { spec: { securityContext: { runAsUser: 1000 } } },
      limits: { maxActive: AT_ONCE },
    });
  });

  it.each(SEEDS)(
    'lose nothing and duplicate nothing with seed %d',
    async (seed) => {
      const tenant = `chaos-${seed}`;
      const before = await suite.testbed.everything('workers');
      const begun = Date.now();
      const kills = new Kills({ quickstart: suite.service.quickstart, testbed: suite.testbed }, seed, KILLS);
      let done = 0;
      const since = (): number => Math.round((Date.now() - begun) / 1_000);
      const starting = startRuns(tenant);
      const pastEverything = async (): Promise<boolean> => {
        done = (await progressOf(tenant)) ?? done;
        kills.strike(done);
        return kills.left === 0 && done === 1;
      };
      const [runs] = await Promise.all([starting, until('the end of all runs', pastEverything, LIMIT_MS, POLL_MS)]);
      const endedAfter = since();
      await kills.finished();
      const verdicts = await forEach([...runs], ([job, run]) => patiently(run, () => verdictOn(job, run)));
      const report = { seed, pods: PODS, endedAfter, readAfter: since(), kills: kills.diary, wrong: verdicts.flat() };
      process.stderr.write(`${JSON.stringify(report)}\n`);
      expect(verdicts.flat()).toEqual([]);
      expect(new Set(runs.values()).size).toBe(PODS);
      const rest = (): Promise<string> => suite.testbed.everything('workers').catch(() => '?');
      await until('nothing left in the namespace', async () => (await rest()) === before, LIMIT_MS, POLL_MS);
    },
    2 * LIMIT_MS,
  );
});
