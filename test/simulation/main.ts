/**
 * `npm run simulate -- [--slots N] [--seed S]`: lives until N slots (a million) are checked, on every core, beginning with seed S
 * or one of chance. `CARILLON_SEED=S` lives that one life again and tells what the schedulers logged.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Tally, tell } from './support/lives.js';
import { live, type Outcome } from './support/world.js';

/** Failures are told at once; so many of them are enough. */
const MAX_FAILURES = 5;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function again(seed: number): Promise<boolean> {
  const outcome = await live({ seed, log: print });
  print(outcome.problems.length === 0 ? `seed ${seed}: ${outcome.slots} slots, all is well` : tell(outcome));
  return outcome.problems.length === 0;
}

/** One worker lives one life after the other, of the seeds that nobody has begun. */
function work(worker: Worker, nextSeed: () => number | null, onLife: (outcome: Outcome) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const goOn = (): void => {
      const seed = nextSeed();
      if (seed === null)
        void worker.terminate().then(() => {
          resolve();
        });
      else worker.postMessage(seed);
    };
    worker.on('message', (outcome: Outcome) => {
      onLife(outcome);
      goOn();
    });
    worker.on('error', reject);
    goOn();
  });
}

async function many(firstSeed: number, slots: number): Promise<boolean> {
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const tally = new Tally();
  let seed = firstSeed;
  const nextSeed = (): number | null => (tally.slots >= slots || tally.failures.length >= MAX_FAILURES ? null : seed++);
  print(`seed ${firstSeed}`);
  const onLife = (outcome: Outcome): void => {
    tally.add(outcome);
    if (outcome.problems.length > 0) print(tell(outcome));
    else print(`seed ${outcome.seed}: ${outcome.slots} slots, ${tally.slots} checked in ${seconds()}`);
  };
  const workers = Array.from({ length: availableParallelism() }, () => new Worker(new URL(import.meta.url)));
  await Promise.all(workers.map((worker) => work(worker, nextSeed, onLife)));
  for (const [what, count] of [...tally.seen].sort()) print(`  ${what}: ${count}`);
  print(`${tally.slots} slots checked in ${seconds()}, ${tally.failures.length} lives failed`);
  return tally.failures.length === 0;
}

if (isMainThread) {
  const { values } = parseArgs({
    options: { slots: { type: 'string', default: '1000000' }, seed: { type: 'string' } },
  });
  const seed = process.env['CARILLON_SEED'];
  const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const isWell = seed === undefined ? await many(first, Number(values.slots)) : await again(Number(seed));
  process.exit(isWell ? 0 : 1);
} else {
  parentPort?.on('message', (seed: number) => {
    void live({ seed }).then((outcome) => {
      parentPort?.postMessage(outcome);
    });
  });
}
