/**
 * An upgrade as docs/operations.md describes it, under load: the database is migrated, then one service after another is replaced by
 * that of the next release, and later all of them by those of the former release again. Both releases work side by side all the while, each
 * on documents that the other has written, and each slot has one run in time, which its worker has done once.
 *
 * The former release is the present build, and the next one a changed copy of it. `npm run test:upgrade` takes what is handed on instead: the
 * image of an older release, and, with the same changes, that of the present one.
 */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';
import { freePort } from '#embedded-servers';
import { changeBuild, makeOtherVersion } from '#testing/other-version.js';
import { TcpRelay } from '#testing/tcp-relay.js';
import { World } from '../../integration/executor/support/world.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';
import { Api, latenessOf, type RunView } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { eventually } from '../support/eventually.js';

const LIMIT_MS = 300_000;
/** Each has a slot every second. */
const CALLS = ['call-0', 'call-1', 'call-2', 'call-3', 'call-4'];
const JOBS = [...CALLS, 'command'];
const SLOTS_BETWEEN = 3;
/** As docs/operations.md says (Upgrades). A busy machine does not need so long to create a run; only a run that is found by a sweep, or after an abandoned lease, does. */
const LATE_MS = 10_000;
/** A service gets ready within this time where nothing else needs the processor. Where it takes longer, everything does. */
const USUAL_START_MS = 6_000;
const TOKEN = `carillon_${'a'.repeat(43)}`;
const NEXT = '999.0.0';
const MIGRATE = 'dist/tools/migrate/src/main.js';
const STORES = 'dist/libs/common/src/mongo';

const CHANGES = [
  { file: 'package.json', from: /"version": "[^"]+"/, to: `"version": "${NEXT}"` },
  // It needs an index, and writes fields, that the former release does not know.
  { file: `${STORES}/collections.js`, from: /\bcalendars: \[\]/, to: 'calendars: [{ key: { updatedAt: 1 } }]' },
  { file: `${STORES}/run-document.js`, from: /\blisted: true,/, to: 'listed: true, ofNext: true,' },
  { file: `${STORES}/schedules.store.js`, from: /\b_id: job,/, to: '_id: job, ofNext: true,' },
  { file: `${STORES}/job-document.js`, from: /\b_id: id,\s+\.\.\.rest,/, to: '_id: id, ...rest, ofNext: true,' },
];

/** The programs of a release, and the Node that runs them. */
interface Build {
  readonly root: string;
  readonly node: string;
}
const work = mkdtempSync(join(tmpdir(), 'carillon-releases-'));
let former: Build;
let next: Build;
const worker = new EchoWorker();
/** The running services, the latest first, and where an api among them listens. */
const running = new Map<ServiceName, { readonly service: ServiceProcess; readonly port: number }[]>();
let world: World;
/** One address for the api that is running, as a Service provides in a cluster. */
let front: TcpRelay;
const api = new Api(() => ({ apiUrl: `http://127.0.0.1:${front.port}/api/v1`, token: TOKEN }));

const envOf = (port: number): Record<string, string> => ({
  ...world.env,
  PORT: String(port),
  BOOTSTRAP_TOKEN: TOKEN,
  PUBLIC_URL: `http://127.0.0.1:${front.port}`,
  MIGRATE_AT_START: 'false',
});

let longestStartMs = 0;

async function start(name: ServiceName, { root, node }: Build): Promise<void> {
  const port = await freePort();
  const began = performance.now();
  const service = await startService(name, envOf(port), root, [node]);
  longestStartMs = Math.max(longestStartMs, performance.now() - began);
  running.set(name, [{ service, port }, ...(running.get(name) ?? [])]);
}

/** The process that has run longest is stopped, as a rollout does. */
async function stopOldest(name: ServiceName): Promise<void> {
  const oldest = running.get(name)?.pop();
  expect(await oldest?.service.stop()).toBe(0);
}

async function migrate({ root, node }: Build, ...args: string[]): Promise<void> {
  const env = { ...process.env, MONGODB_URI: world.env['MONGODB_URI'] };
  await promisify(execFile)(node, [join(root, MIGRATE), ...args], { env });
}

const systemSchema = z.object({ replicas: z.array(z.looseObject({ service: z.string(), version: z.string() })) });
/** None while the api that was asked is being replaced. */
async function versionsOf(name: ServiceName): Promise<string[]> {
  const said = await api.call('GET', '/system').catch(() => ({ replicas: [] }));
  const { replicas } = systemSchema.parse(said);
  return replicas.filter(({ service }) => service === name).map(({ version }) => version);
}

/** The version of the only replica, once there is no other. */
const versionAlone = async (name: ServiceName): Promise<string> =>
  eventually(`one ${name} alone`, async () => {
    const [version, ...others] = await versionsOf(name);
    return others.length === 0 ? version : null;
  });

/** Warnings of the running services, which help to find why a run was late. */
const warnings = (): string[] =>
  [...running.values()]
    .flat()
    .flatMap(({ service }) => service.output().match(/^.*"level":"(?:warn|error|fatal)".*$/gm) ?? []);

/** A change that the api stores and the scheduler applies. */
async function labelJobs(step: string): Promise<void> {
  for (const job of JOBS) await api.call('PATCH', `/jobs/${job}`, { labels: { step } });
}

/** How many of the runs the next release has written at least once. */
async function countOfNext(runs: readonly RunView[]): Promise<number> {
  const stored = world.mongo.collection<{ _id: string; ofNext?: true }>('runs');
  const found = await stored.find({ _id: { $in: runs.map(({ id }) => id) } }).toArray();
  return found.filter(({ ofNext }) => ofNext).length;
}

/** Slots from now on become runs, and these succeed. */
async function moreRunsFinish(): Promise<void> {
  const since = new Date().toISOString();
  for (const job of JOBS)
    await eventually(`slots of ${job} after ${since} to have run`, async () => {
      const later = await api.runsOfSlotsAfter(job, since).catch(() => []);
      return later.filter(({ state }) => state === 'FINISHED').length >= SLOTS_BETWEEN;
    });
}

function bothReleases(): { readonly former: Build; readonly next: Build } {
  const { CARILLON_OLDER_RELEASE: older, CARILLON_RELEASE: newer } = process.env;
  if (older === undefined || newer === undefined) {
    makeOtherVersion(work, [...SERVICES.map((name) => `apps/${name}`), 'apps/ui', 'tools/migrate'], CHANGES);
    const { execPath: node } = process;
    return { former: { root: resolve('.'), node }, next: { root: work, node } };
  }
  // Commands run in it under users of their own.
  chmodSync(work, 0o755);
  const unpacked = (release: string, name: string): Build => {
    const image = join(work, name);
    execFileSync('sh', [join(release, 'install.sh'), 'image', image]);
    return { root: join(image, 'app'), node: join(image, 'usr/local/bin/node') };
  };
  const builds = { former: unpacked(older, 'former'), next: unpacked(newer, 'next') };
  changeBuild(builds.next.root, CHANGES);
  return builds;
}

beforeAll(async () => {
  world = await World.create();
  front = await TcpRelay.start({ host: '127.0.0.1', port: 0 }, () => {
    const port = running.get('api')?.[0]?.port;
    return port === undefined ? null : { host: '127.0.0.1', port };
  });
  ({ former, next } = bothReleases());
  await migrate(former);
  for (const name of SERVICES) await start(name, former);
  const url = await worker.listen();
  await api.call('POST', '/tenants', { id: 'shop', name: 'Shop' });
  await api.call('POST', '/workers', { id: 'call', name: 'Call', engine: 'webservice', url });
  await api.call('POST', '/workers', { id: 'command', name: 'Command', engine: 'process', command: ['echo', 'done'] });
  const each = {
    tenant: 'shop',
    schedule: { every: 1 },
    misfire: { policy: 'all', maxMissed: 1_000 },
    // Every run is judged at the end.
    retention: { successful: 1_000, failed: 1_000 },
  };
  for (const id of JOBS)
    await api.call('POST', '/jobs', { ...each, id, name: id, worker: id === 'command' ? id : 'call' });
}, LIMIT_MS);
afterAll(async () => {
  for (const each of [...running.values()].flat()) await each.service.stop();
  await worker.close();
  await front.stop();
  await world.close();
  rmSync(work, { recursive: true, force: true });
}, LIMIT_MS);

test(
  'a service of the next release waits until the database is migrated for it, and those of the former release continue',
  async () => {
    await expect(migrate(next, '--check')).rejects.toThrow();
    let isReady = false;
    const started = start('scheduler', next).then(() => (isReady = true));
    await moreRunsFinish();
    expect(isReady).toBe(false);
    await migrate(next);
    await started;
    await migrate(next, '--check');
    // It runs beside the former one.
    await eventually('both releases to be seen', async () => new Set(await versionsOf('scheduler')).size === 2);
    await moreRunsFinish();
    await stopOldest('scheduler');
    await moreRunsFinish();
  },
  LIMIT_MS,
);

test.each(['log-collector', 'executor', 'api'] as const)(
  'the %s is replaced while the other release works beside it',
  async (name) => {
    await start(name, next);
    await eventually('both releases to be seen', async () => new Set(await versionsOf(name)).size === 2);
    await moreRunsFinish();
    await stopOldest(name);
    await moreRunsFinish();
    expect(await versionAlone(name)).toBe(NEXT);
    await labelJobs(`next-${name}`);
  },
  LIMIT_MS,
);

test.each(['api', 'scheduler', 'executor', 'log-collector'] as const)(
  'the %s of the former release takes over again',
  async (name) => {
    await start(name, former);
    await stopOldest(name);
    await moreRunsFinish();
    expect(await versionAlone(name)).not.toBe(NEXT);
    await labelJobs(`again-${name}`);
  },
  LIMIT_MS,
);

test(
  'no run was lost, late or duplicated, neither by the upgrade nor on the way back',
  async () => {
    for (const job of JOBS) await api.call('POST', `/jobs/${job}/pause`);
    let calls = 0;
    for (const job of JOBS) {
      const runs = await eventually(`all runs of ${job} to be over`, async () => {
        const found = await api.runs(job);
        return found.some(({ state }) => state === 'RUNNING' || state === 'QUEUED') ? null : found;
      });
      expect(runs.filter(({ state }) => state !== 'FINISHED')).toEqual([]);
      const slots = runs.map(({ scheduledFor }) => Date.parse(scheduledFor ?? '') / 1_000).sort((a, b) => a - b);
      const [first = 0] = slots;
      expect(slots).toEqual(slots.map((_, i) => first + i));
      const lateMs = LATE_MS * Math.max(1, longestStartMs / USUAL_START_MS);
      const late = runs.filter((run) => !(latenessOf(run) <= lateMs));
      expect(
        late.map(({ id, scheduledFor, started }) => ({ id, scheduledFor, started, warnings: warnings() })),
      ).toEqual([]);
      for (const { id } of runs) expect(await api.log(id)).toBe(job === 'command' ? 'done\n' : `echo of ${id}\n`);
      if (job !== 'command') calls += runs.length;
      const ofNext = await countOfNext(runs);
      expect(ofNext).toBeGreaterThan(0);
      expect(ofNext).toBeLessThan(runs.length);
    }
    expect(worker.done.size).toBe(calls);
  },
  LIMIT_MS,
);
