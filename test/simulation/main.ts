/**
 * `npm run simulate -- [--slots N] [--seed S] [--kinds schedules,dependencies,starts,monitors]`: simulates until N slots (a million) are
 * checked, on every core, each kind in its turn, beginning with seed S or a random one. `CARILLON_SEED=S` with one kind runs that one
 * simulation again and prints what the schedulers logged.
 */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { optionsOf } from '#testing/command-options.js';
import { KINDS, LIVES, Tally, tell, type Kind } from './support/lives.js';
import type { Outcome } from './support/world.js';

/** Failures are printed at once; this many of them are enough. */
const MAX_FAILURES = 5;

interface Begin {
  readonly kind: Kind;
  readonly seed: number;
}

interface Lived extends Begin {
  readonly outcome: Outcome;
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function again({ kind, seed }: Begin): Promise<boolean> {
  const outcome = await LIVES[kind](seed, print);
  print(outcome.problems.length === 0 ? `seed ${seed}: ${outcome.slots} slots, all is well` : tell(outcome, kind));
  return outcome.problems.length === 0;
}

/** One worker runs one simulation after another, of those that have not begun yet. */
function work(worker: Worker, next: () => Begin | null, onLife: (lived: Lived) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const goOn = (): void => {
      const begin = next();
      if (begin === null)
        void worker.terminate().then(() => {
          resolve();
        });
      else worker.postMessage(begin);
    };
    worker.on('message', (lived: Lived) => {
      onLife(lived);
      goOn();
    });
    worker.on('error', reject);
    goOn();
  });
}

async function many(firstSeed: number, slots: number, kinds: readonly Kind[]): Promise<boolean> {
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const tallies = new Map(kinds.map((kind) => [kind, new Tally()]));
  const sum = (of: (tally: Tally) => number): number =>
    [...tallies.values()].reduce((all, tally) => all + of(tally), 0);
  const failures = (): number => sum((tally) => tally.failures.length);
  let begun = 0;
  const next = (): Begin | null => {
    const isDone = begun >= kinds.length && sum((tally) => tally.slots) >= slots;
    if (isDone || failures() >= MAX_FAILURES) return null;
    const turn = Math.floor(begun / kinds.length);
    const kind = kinds[begun % kinds.length] ?? 'schedules';
    begun++;
    return { kind, seed: firstSeed + turn };
  };
  print(`seed ${firstSeed}`);
  const onLife = ({ kind, outcome }: Lived): void => {
    tallies.get(kind)?.add(outcome);
    if (outcome.problems.length > 0) print(tell(outcome, kind));
    else print(`${kind}, seed ${outcome.seed}: ${outcome.slots} slots, ${sum((tally) => tally.slots)} in ${seconds()}`);
  };
  const workers = Array.from({ length: availableParallelism() }, () => new Worker(new URL(import.meta.url)));
  await Promise.all(workers.map((worker) => work(worker, next, onLife)));
  for (const [kind, tally] of tallies) {
    print(`${kind}: ${tally.slots} slots`);
    for (const [what, count] of [...tally.seen].sort()) print(`  ${what}: ${count}`);
  }
  print(`${sum((tally) => tally.slots)} slots checked in ${seconds()}, ${failures()} lives failed`);
  return failures() === 0;
}

/** Throws on a kind that there is not. */
const kindsIn = (text: string): readonly Kind[] =>
  text.split(',').map((each) => {
    const kind = KINDS.find((one) => one === each);
    if (kind === undefined) throw new Error(`there are no lives of ${each}, only of ${KINDS.join(', ')}`);
    return kind;
  });

if (isMainThread) {
  const values = optionsOf('simulate --', process.argv.slice(2), {
    slots: { type: 'string', default: '1000000' },
    seed: { type: 'string' },
    kinds: { type: 'string', default: KINDS.join() },
  });
  const seed = process.env['CARILLON_SEED'];
  const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const kinds = kindsIn(values.kinds);
  const isWell =
    seed === undefined
      ? await many(first, Number(values.slots), kinds)
      : await again({ kind: kinds[0] ?? 'schedules', seed: Number(seed) });
  process.exit(isWell ? 0 : 1);
} else {
  parentPort?.on('message', ({ kind, seed }: Begin) => {
    void LIVES[kind](seed).then((outcome) => {
      parentPort?.postMessage({ kind, seed, outcome } satisfies Lived);
    });
  });
}
