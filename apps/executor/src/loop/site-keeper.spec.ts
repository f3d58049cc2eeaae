import { someShards } from '#testing/shards.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { createLogger } from '#common/logging/logger.js';
import { aRun, aSpec, planFor } from '#testing/builders/run-builder.js';
import type { JobSpec } from '#common/spec/job.js';
import type { FoundSite, RunSite, RunSites } from '../engines/engine.js';
import type { Decision } from '../run/reconcile.js';
import { siteMark } from '../launch/run-site.js';
import type { RunBasis } from './run-loader.js';
import { SiteKeeper } from './site-keeper.js';

/** A stand-in for the sites of an engine: for each run the listed hosts, and whether it has claims. */
class Sites implements RunSites {
  readonly kept = new Map<RunId, { mark: string | null; claims: boolean }>();
  /** Called once, right after the next removal. */
  meanwhile: () => void = () => undefined;
  prepare(site: RunSite): Promise<void> {
    this.kept.set(site.run, { mark: siteMark(site), claims: site.claims.length > 0 });
    return Promise.resolve();
  }
  repair(site: RunSite): Promise<void> {
    return this.prepare(site);
  }
  existing(): Promise<FoundSite[]> {
    return Promise.resolve([...this.kept.keys()].map((run) => ({ run, things: [] })));
  }
  remove({ run }: RunSite, keep: { claims: boolean }): Promise<void> {
    return this.discard({ run, things: [] }, keep);
  }
  discard({ run }: FoundSite, keep: { claims: boolean }): Promise<void> {
    const known = this.kept.get(run);
    if (keep.claims && known?.claims === true) this.kept.set(run, { mark: null, claims: true });
    else this.kept.delete(run);
    this.meanwhile();
    return Promise.resolve();
  }
}

const claim = { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: '1Gi' } } };
const sharing: JobSpec = {
  tenant: 'ibm',
  name: 'A job',
  worker: 'worker',
  tasks: [{ name: 'worker', replicas: 2 }],
  plugins: { svc: [] },
  volumes: [{ mountPath: '/out', claim }],
};
const scaled = { tasks: [{ name: 'worker', replicas: 4 }] };

class World {
  readonly sites = new Sites();
  readonly runs = new Map<RunId, Run>();
  readonly keeper: SiteKeeper;

  constructor(private readonly job: JobSpec = sharing) {
    this.keeper = new SiteKeeper({
      engines: { sitesOf: (engine) => (engine === 'process' ? this.sites : null) },
      plans: { of: (run) => Promise.resolve(this.basis(run)) },
      runs: { load: (ids) => Promise.resolve(new Map([...this.runs].filter(([id]) => ids.includes(id)))) },
      owned: () => someShards(0),
      log: createLogger('test', 'silent'),
    });
  }

  run(fields: Partial<Run> = {}): Run {
    const run = aRun(planFor(this.job), { phase: 'Running', ...fields });
    this.runs.set(run.id, run);
    return run;
  }

  async becomes(before: Run, fields: Partial<Run>): Promise<Run> {
    const next = { ...before, ...fields };
    this.runs.set(next.id, next);
    this.keeper.observe({ before, decision: { next } as Decision, basis: this.basis(before), repeatEffects: false });
    await this.keeper.drain();
    return next;
  }

  private basis(run: Run): RunBasis {
    return { spec: aSpec(this.job), plan: planFor(this.job, run.change), tenant: null };
  }
}

const live = [{ id: 'job-1/1/worker/0/1' }] as unknown as Run['live'];

test('V20, V21: the host lists are updated when a run is scaled', async () => {
  const world = new World();
  const run = await world.becomes(world.run(), { change: scaled });
  expect(world.sites.kept.get(run.id)).toMatchObject({ mark: 'worker=4' });
  await world.becomes(run, { change: { tasks: [{ name: 'worker', replicas: 1 }] } });
  expect(world.sites.kept.get(run.id)).toMatchObject({ mark: 'worker=1' });
});

test.each(['Completed', 'Failed', 'Terminated'] as const)(
  'a run that is %s leaves no objects behind',
  async (phase) => {
    const world = new World();
    const run = await world.becomes(world.run(), { change: scaled });
    await world.becomes(run, { phase });
    expect([...world.sites.kept.keys()]).toEqual([]);
  },
);

test('an aborted run keeps its claims for a resume until the run is removed', async () => {
  const world = new World();
  const run = await world.becomes(world.run(), { change: scaled });
  await world.becomes(run, { phase: 'Aborted' });
  await world.keeper.step();
  expect([...world.sites.kept.values()]).toEqual([{ mark: null, claims: true }]);
  world.runs.clear();
  await world.keeper.step();
  expect([...world.sites.kept.keys()]).toEqual([]);
});

test('the sweep removes the objects of ended and removed runs after a crash, and updates those of the others', async () => {
  const world = new World();
  const ended = world.run({ id: asRunId('ended') });
  const gone = world.run({ id: asRunId('gone') });
  const open = world.run({ id: asRunId('open') });
  for (const run of [ended, gone, open]) await world.becomes(run, { change: scaled });
  world.run({ id: ended.id, phase: 'Completed' });
  world.runs.delete(gone.id);
  world.run({ id: open.id, change: { tasks: [{ name: 'worker', replicas: 7 }] } });
  await world.keeper.step();
  expect([...world.sites.kept]).toEqual([['open', { mark: 'worker=7', claims: true }]]);
});

test('a run that is resumed while the sweep removes its objects gets all of them again', async () => {
  const world = new World();
  const run = await world.becomes(world.run(), { change: scaled });
  world.run({ phase: 'Aborted', change: scaled });
  world.sites.meanwhile = () => world.run({ phase: 'Running', change: scaled, live });
  await world.keeper.step();
  expect(world.sites.kept.get(run.id)).toEqual({ mark: 'worker=4', claims: true });
});

test('a run without shared objects causes no requests', async () => {
  const world = new World({ tenant: 'ibm', name: 'A job', worker: 'worker', completions: 2 });
  await world.becomes(await world.becomes(world.run(), { change: { completions: 4 } }), { phase: 'Completed' });
  expect([...world.sites.kept.keys()]).toEqual([]);
});
