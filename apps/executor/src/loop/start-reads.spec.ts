import { asJobId } from '#common/domain/ids.js';
import { HandClock } from '#testing/hand-clock.js';
import { startFactsOf, StartReads } from './start-reads.js';

const job = asJobId('job');
const factsOf = (name: string): ReturnType<typeof startFactsOf> =>
  startFactsOf({ job: name, tenant: 'ibm', spec: `spec of ${name}` });
const facts = factsOf('job');

/** Each read returns the value that is stored when the read begins. */
class World {
  readonly clock = new HandClock();
  stored = 1;
  readonly asked: string[] = [];
  readonly reads = new StartReads(
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
    },
    this.clock,
  );
}

test('values that were read ahead are not read again', async () => {
  const world = new World();
  world.reads.begin(facts);
  expect(await world.reads.jobStorage(job)).toEqual({ jobStorage: 1 });
  expect(world.asked).toEqual(['spec of job', 'success of job', 'storage of job']);
});

test('each value that was read ahead serves one start: the next start of the job reads the current value', async () => {
  const world = new World();
  world.reads.begin(facts);
  await world.reads.jobStorage(job);
  world.stored = 2;
  expect(await world.reads.jobStorage(job)).toEqual({ jobStorage: 2 });
});

test('a process that stalled meanwhile reads again', async () => {
  const world = new World();
  world.reads.begin(facts);
  world.stored = 2;
  world.clock.pass(101);
  expect(await world.reads.jobStorage(job)).toEqual({ jobStorage: 2 });
});

test('the error of a read ahead is reported only to the start that needs the value', async () => {
  const world = new World();
  world.stored = -1;
  world.reads.begin(facts);
  await new Promise(setImmediate);
  await expect(world.reads.jobStorage(job)).rejects.toThrow('away');
  world.stored = 3;
  expect(await world.reads.jobStorage(job)).toEqual({ jobStorage: 3 });
});

test('for a run that is not due yet only unchangeable values are read, since its job may still save others', () => {
  const world = new World();
  world.reads.readAhead(facts);
  expect(world.asked).toEqual(['spec of job', 'success of job']);
});

test('of very many runs at one time only the first are read ahead, and unused values are evicted', () => {
  const world = new World();
  for (let i = 0; i < 10_000; i++) world.reads.begin(factsOf(`job-${i}`));
  expect(world.asked).toHaveLength(3 * 128);
  world.clock.pass(101);
  world.reads.begin(facts);
  expect(world.asked).toHaveLength(3 * 129);
});
