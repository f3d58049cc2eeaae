/** The collector dies between any two of its writes: saves of jobs are applied once, in order, and the newest counts. */
import { jest } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '#common/clock/clock.js';
import { asJobId, asRunId, asTenantId, parseAttemptId, type AttemptId, type JobId } from '#common/domain/ids.js';
import { MAX_STORAGE_VERSIONS } from '#common/domain/limits.js';
import type { StorageSource, StorageVersion } from '#common/run/output.js';
import { Metrics } from '#common/metrics/catalogue.js';
import type { JsonValue } from '#common/spec/fields.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { LogsStore } from '#common/mongo/logs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { freshMongo } from '#testing/servers.js';
import { worlds } from '#testing/long-form.js';
import type { StoredValue } from '#common/secrets/stored-value.js';
import { secretMask } from '#common/domain/secret-mask.js';
import type { OutputSource, SourceLine } from '../../../apps/log-collector/src/core/source.js';
import { MemoryBudget } from '../../../apps/log-collector/src/follow/memory-budget.js';
import { Pass, type FollowTools, type PassOrders } from '../../../apps/log-collector/src/follow/followers.js';
import { AttemptOutputs } from '../../../apps/log-collector/src/output/attempt-outputs.js';
import { RunAllowances } from '../../../apps/log-collector/src/output/attempt-outputs.js';
import { Random } from '../../simulation/support/random.js';
import { Died, IMMORTAL, MortalMongo, type Death } from '../../integration/log-collector/support/mortal-mongo.js';
import { attempt, storedTexts } from '../../integration/log-collector/support/world.js';

jest.setTimeout(120_000);

let mongo: Mongo;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ mongo, drop } = await freshMongo());
}, 120_000);
afterAll(() => drop());

const TENANT = asTenantId('ibm');
const MEMORY_BYTES = 8 * 1024 * 1024;
const metrics = new Metrics('log-collector', '0');
/** Pending output is due as soon as the source has nothing more for the moment. */
const HASTY: Clock = {
  now: () => 5_000,
  monotonic: () => 0,
  after: (_, action) => {
    action();
    return () => undefined;
  },
};

interface Output {
  readonly id: AttemptId;
  readonly lines: readonly SourceLine[];
}

const line = (text: string, at: number): SourceLine => ({ at, stream: 'stdout', text, omittedBytes: 0 });
const save = (id: AttemptId, number: number): string => `[saveJobStorage] {"by":"${id}","line":${number}}`;

/** Output of text and saves; each save names its source. */
function outputOf(id: AttemptId, random: Random, at: number): Output {
  const lines = Array.from({ length: random.between(0, 14) }, (_, i) =>
    line(random.chance(0.5) ? save(id, i + 1) : `${id} ${i + 1}`, at + (random.chance(0.5) ? i : 0)),
  );
  return { id, lines };
}

/** In blocks of any size; between some of them the reader has time to store. */
const sourceOf = ({ lines }: Output, random: Random): Pick<OutputSource, 'read'> => ({
  async *read(_, from, control) {
    for (let at = Number(from ?? 0); at < lines.length;) {
      if (random.chance(0.4)) await turn();
      await control.admit();
      const block = lines.slice(at, at + random.between(1, 4));
      at += block.length;
      yield { lines: block, position: String(at), gap: null };
    }
    return { gap: null };
  },
});

/** One life of a collector with one attempt. False if it died. */
async function live(job: JobId, output: Output, death: Death, random: Random): Promise<boolean> {
  const mortal = new MortalMongo(mongo, death);
  const database = mortal.asMongo();
  const stores = { logs: new LogsStore(database), jobStorage: new JobStorageStore(database), metrics };
  const run = parseAttemptId(output.id)?.run ?? asRunId('');
  const toStored = (value: JsonValue): StoredValue => ({ value });
  const facts = {
    attempt: output.id,
    run,
    tenant: TENANT,
    job,
    runAt: 1,
    mask: secretMask([]),
    logLimits: null,
    toStored,
  };
  const limits = { maxBytesPerAttempt: 1e9, runs: new RunAllowances(stores.logs, 1e9) };
  const tools: FollowTools = {
    outputs: new AttemptOutputs({ read: () => Promise.resolve(facts) }, stores, limits),
    budget: new MemoryBudget(MEMORY_BYTES),
    live: { publish: () => undefined },
    clock: HASTY,
  };
  const stop = new AbortController().signal;
  const attemptEnded = AbortSignal.abort();
  const orders: PassOrders = { stop, attemptEnded, neverStarted: () => false };
  try {
    const pass = await Pass.begin(output.id, tools);
    const result = await pass.run(sourceOf(output, random), orders);
    expect(result.kind).toBe('sealed');
    return true;
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    return false;
  }
}

/** Dies a few times, each at a random write, and then lives to the end. */
async function survive(job: JobId, output: Output, random: Random): Promise<void> {
  for (let deaths = random.between(0, 3); deaths > 0; deaths--) {
    if (await live(job, output, { atWrite: random.between(1, 8), isWritten: random.chance(0.5) }, random)) return;
  }
  await live(job, output, IMMORTAL, random);
}

const savesOf = ({ id, lines }: Output): StorageSource[] =>
  lines.flatMap(({ text }, i) => (text.startsWith('[saveJobStorage]') ? [{ attempt: id, line: i + 1 }] : []));
const textsOf = ({ lines }: Output): string[] =>
  lines.filter(({ text }) => !text.startsWith('[saveJobStorage]')).map(({ text }) => text);

/** The stored versions, oldest first; fails if a number is missing or a value is not that of its source. */
async function versionsOf(job: JobId): Promise<StorageVersion[]> {
  const versions = (await new JobStorageStore(mongo).versions(job)).reverse();
  const first = versions[0]?.version ?? 1;
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_, i) => first + i));
  for (const { source, value } of versions)
    if ('line' in source) expect(value).toEqual({ by: source.attempt, line: source.line });
  return versions;
}
const sourcesOf = (versions: readonly StorageVersion[]): StorageSource[] => versions.map(({ source }) => source);

async function expectAllInOrder(job: JobId, outputs: readonly Output[]): Promise<void> {
  const saved = outputs.flatMap(savesOf);
  expect(sourcesOf(await versionsOf(job))).toEqual(saved.slice(-MAX_STORAGE_VERSIONS));
  for (const output of outputs) expect(await storedTexts(mongo, output.id)).toEqual(textsOf(output));
}

/** Attempts of one index after another: those of a run, and those of the runs after it. */
function story(name: string, random: Random): Output[] {
  const ids = Array.from({ length: random.between(1, 3) }, (_, run) =>
    Array.from({ length: random.between(1, 3) }, (_, number) => attempt(`${name}-${run}/0/main/0/${number + 1}`)),
  ).flat();
  return ids.map((id, i) => outputOf(id, random, 1_000 + 10 * i));
}

const seeds = Array.from({ length: worlds(12) }, (_, i) => 71_000 + i);

describe('a collector that dies at a write', () => {
  it.each(seeds.slice(0, 3))('applies each save once, at whichever write of a run it dies (seed %i)', async (seed) => {
    const outputs = story(`each${seed}`, new Random(seed)).slice(0, 2);
    const target = outputs.at(-1)!;
    for (const isWritten of [false, true]) {
      for (let [atWrite, died] = [1, true]; died; atWrite++) {
        const job = asJobId(`each-${seed}-${isWritten}-${atWrite}`);
        const renamed = outputs.map((output) => renamedTo(output, `w${seed}${isWritten}${atWrite}`));
        for (const before of renamed.slice(0, -1)) await live(job, before, IMMORTAL, new Random(seed));
        const last = renamed.at(-1) ?? target;
        died = !(await live(job, last, { atWrite, isWritten }, new Random(seed)));
        if (died) await live(job, last, IMMORTAL, new Random(seed + 1));
        await expectAllInOrder(job, renamed);
      }
    }
  });

  it.each(seeds)('applies all saves in order, over attempts and runs (seed %i)', async (seed) => {
    const random = new Random(seed);
    const outputs = story(`order${seed}`, random);
    const job = asJobId(`order-${seed}`);
    for (const output of outputs) await survive(job, output, random);
    await expectAllInOrder(job, outputs);
  });

  it.each(seeds)(
    'applies no older save after a newer one if it reads several attempts of an index at a time (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const ids = [1, 2, 3].map((number) => attempt(`mixed${seed}/0/main/0/${number}`));
      const outputs = ids.map((id, i) => outputOf(id, random, 1_000 + 10 * i));
      const job = asJobId(`mixed-${seed}`);
      await Promise.all(outputs.map((output) => survive(job, output, random)));
      const versions = sourcesOf(await versionsOf(job));
      const saved = outputs.flatMap(savesOf);
      expect(versions).toEqual(saved.filter((source) => versions.some((kept) => isSame(kept, source))));
      expect(versions.at(-1)).toEqual(saved.at(-1));
    },
  );

  it.each(seeds)('applies the saves of many indexes at once, each in its order (seed %i)', async (seed) => {
    const random = new Random(seed);
    const ids = Array.from({ length: 12 }, (_, index) => attempt(`many${seed}/0/main/${index}/1`));
    const outputs = ids.map((id) => outputOf(id, random, 1_000));
    const job = asJobId(`many-${seed}`);
    await Promise.all(outputs.map((output) => survive(job, output, random)));
    const versions = sourcesOf(await versionsOf(job));
    expect(versions).toHaveLength(Math.min(MAX_STORAGE_VERSIONS, outputs.flatMap(savesOf).length));
    for (const output of outputs) {
      const ofIndex = versions.filter((source) => 'attempt' in source && source.attempt === output.id);
      expect(ofIndex).toEqual(ofIndex.length === 0 ? [] : savesOf(output).slice(-ofIndex.length));
    }
  });
});

const isSame = (a: StorageSource, b: StorageSource): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The same output in a run of another name. */
function renamedTo({ id, lines }: Output, run: string): Output {
  const other = attempt(id.replace(/^[^/]+/, (old) => `${run}-${old.split('-').at(-1) ?? ''}`));
  return { id: other, lines: lines.map((each) => ({ ...each, text: each.text.replaceAll(id, other) })) };
}
