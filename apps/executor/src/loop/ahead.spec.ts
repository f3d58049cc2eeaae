import { asJobId } from '#common/domain/ids.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { HandClock } from '#testing/hand-clock.js';
import { Ahead, startFactsOf } from './ahead.js';
import type { LoadedRun } from './run-loader.js';

const job = asJobId('job');
const factsOf = (name: string): ReturnType<typeof startFactsOf> =>
  startFactsOf({ job: name, tenant: 'ibm', spec: `spec of ${name}` });
const facts = factsOf('job');
const run = aRun(aPlan());
const RUN = run.id;

/** Each read returns the value that is stored when the read begins. */
class World {
  readonly clock = new HandClock();
  stored = 1;
  readonly asked: string[] = [];
  readonly kept: LoadedRun[] = [];
  readonly reads = new Ahead(
    {
      storage: (of) => {
        this.asked.push(`storage of ${of}`);
        return this.stored < 0 ? Promise.reject(new Error('away')) : Promise.resolve({ jobStorage: this.stored });
      },
      successes: {
        get: (of) => {
          this.asked.push(`success of ${of}`);
          return Promise.resolve(null);
        },
      },
      plans: {
        of: ({ spec }) => {
          this.asked.push(spec);
          return Promise.resolve(null);
        },
      },
      loader: {
        read: () => Promise.resolve(this.stored < 0 ? null : { run, chunks: new Map(), tables: null }),
        keep: (loaded) => void this.kept.push(loaded),
      },
    },
    this.clock,
  );
}

test('values that were read ahead are not read again', async () => {
  const world = new World();
  world.reads.due(facts, null);
  expect(await world.reads.jobStorage(job)).toEqual({ jobStorage: 1 });
  expect(world.asked).toEqual(['spec of job', 'success of job', 'storage of job']);
});

test('each value that was read ahead serves one start: the next start of the job reads the current value', async () => {
  const world = new World();
  world.reads.due(facts, null);
  await world.reads.jobStorage(job);
  world.stored = 2;
  expect(await world.reads.jobStorage(job)).toEqual({ jobStorage: 2 });
});

test('a process that stalled meanwhile reads again', async () => {
  const world = new World();
  world.reads.due(facts, null);
  world.stored = 2;
  world.clock.pass(101);
  expect(await world.reads.jobStorage(job)).toEqual({ jobStorage: 2 });
});

test('the error of a read ahead is reported only to the start that needs the value', async () => {
  const world = new World();
  world.stored = -1;
  world.reads.due(facts, null);
  await new Promise(setImmediate);
  await expect(world.reads.jobStorage(job)).rejects.toThrow('away');
  world.stored = 3;
  expect(await world.reads.jobStorage(job)).toEqual({ jobStorage: 3 });
});

test('for a run that is not due yet only unchangeable values are read, since its job may still save others', () => {
  const world = new World();
  world.reads.untilDue(RUN, facts);
  expect(world.asked).toEqual(['spec of job', 'success of job']);
});

test('of very many runs at one time only the first are read ahead, and unused values are evicted', () => {
  const world = new World();
  for (let i = 0; i < 10_000; i++) world.reads.due(factsOf(`job-${i}`), null);
  expect(world.asked).toHaveLength(3 * 128);
  world.clock.pass(101);
  world.reads.due(facts, null);
  expect(world.asked).toHaveLength(3 * 129);
});

test('a run that waits is read shortly before its instant; when that has come, the reads for its start begin', async () => {
  const world = new World();
  const { onSoon, onDue } = world.reads.untilDue(RUN, facts);
  expect(world.kept).toEqual([]);
  onSoon();
  await new Promise(setImmediate);
  expect(world.kept.map((loaded) => loaded.run)).toEqual([run]);
  onDue();
  expect(world.asked).toContain('storage of job');
});

test('a run that came with its dispatch is kept, so that it need not be read', () => {
  const world = new World();
  world.reads.due(null, run);
  expect(world.kept).toEqual([{ run, chunks: new Map(), tables: null }]);
  expect(world.asked).toEqual([]);
});

test('a run that cannot be read ahead is read when it is needed', async () => {
  const world = new World();
  world.stored = -1;
  world.reads.untilDue(RUN, null).onSoon();
  await new Promise(setImmediate);
  expect(world.kept).toEqual([]);
});
