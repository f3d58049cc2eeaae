/* eslint-disable jest/no-export -- the suite is declared by each engine's own test file */
/** What every engine must do, tested on each of them: one suite for kubernetes, webservice and process. */
import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import { everyShard, someShards } from '#testing/shards.js';
import type { Engine } from '#common/spec/worker.js';
import type {
  AttemptEngine,
  AttemptRef,
  LaunchOf,
  Observation,
  StartResult,
  StopRequest,
} from '../../../apps/executor/src/engines/engine.js';
import { until } from '../until.js';

/** The work of an attempt once it runs. */
export type Behaviour =
  | { readonly type: 'exits'; readonly code: number }
  /** Runs until it is asked to end, and ends then. */
  | { readonly type: 'runs' }
  /** Runs, and ignores the request to end. */
  | { readonly type: 'resists' };

/** An engine with a place of its own, in which its attempts outlive it. */
export interface EngineBench<E extends Engine> {
  readonly engine: E;
  readonly host: string;
  /** How long it may take; if it is left out, no longer than `until` waits. */
  readonly limitMs?: number;
  /** A new engine in the same place, as after a restart. Not opened yet. */
  create(): AttemptEngine<E>;
  launch(attempt: AttemptId, behaviour: Behaviour): LaunchOf<E>;
  /** How many times the attempt's work has really begun. */
  starts(attempt: AttemptId): Promise<number>;
  dispose(): Promise<void>;
}

class Watched<E extends Engine> {
  readonly observations: Observation[] = [];

  constructor(
    readonly engine: AttemptEngine<E>,
    private readonly limitMs: number | undefined,
  ) {}

  async open(): Promise<this> {
    await this.engine.open((observation) => this.observations.push(observation));
    return this;
  }

  /** Waits until the attempt runs, as the reply or an observation says, or has run: a short one may never be seen running. */
  async running(launch: LaunchOf<E>): Promise<StartResult> {
    const result = await this.engine.start(launch);
    if (result.type === 'created')
      await until(
        'the attempt to run',
        () => this.has('started', launch.attempt) ?? this.has('ended', launch.attempt),
        this.limitMs,
      );
    return result;
  }

  private has(type: 'started' | 'ended', attempt: AttemptId): Observation | undefined {
    return this.observations.find((each) => each.type === type && each.attempt === attempt);
  }

  ended(attempt: AttemptId): Promise<Extract<Observation, { type: 'ended' }>> {
    return until(`${attempt} to end`, () => this.has('ended', attempt), this.limitMs) as Promise<
      Extract<Observation, { type: 'ended' }>
    >;
  }
}

let count = 0;
const fresh = (): AttemptId => asAttemptId(`conformance-${process.pid}-${++count}/0/main/0/1`);
/** Indexes of one run, the last of them of another task. */
const siblings = (): AttemptId[] => {
  const run = `conformance-${process.pid}-${++count}`;
  return ['main/0', 'main/1', 'main/99999', 'worker/0'].map((place) => asAttemptId(`${run}/0/${place}/1`));
};

/** Declares the suite. `make` is called once per test file. */
export function checkEngineConformance<E extends Engine>(
  make: () => Promise<EngineBench<E>>,
  /** Leave out what an engine cannot see or find by itself (a web service is known only by its callbacks). */
  abilities: { readonly seesEnds: boolean },
): void {
  let bench: EngineBench<E>;
  let watched: Watched<E>;
  const watch = (): Watched<E> => new Watched(bench.create(), bench.limitMs);
  beforeAll(async () => {
    bench = await make();
    watched = await watch().open();
  });
  afterAll(async () => {
    await watched.engine.close();
    await bench.dispose();
  });

  const ref = (attempt: AttemptId): AttemptRef => ({ attempt, host: bench.host, name: null, stoppedAt: null });
  const stop = (attempt: AttemptId, force: boolean): StopRequest => ({
    ...ref(attempt),
    force,
    graceSeconds: 30,
    reason: 'aborted',
    cancel: null,
  });

  test('an attempt is started once, however many requests to start it come at the same time', async () => {
    const attempt = fresh();
    const launch = bench.launch(attempt, { type: 'runs' });
    const results = await Promise.all([1, 2, 3].map(() => watched.engine.start(launch)));
    for (const { type } of results) expect(['started', 'created', 'alreadyStarted']).toContain(type);
    await until('it to begin', async () => (await bench.starts(attempt)) === 1, bench.limitMs);
    await watched.engine.cleanUp(attempt, null);
    expect(await bench.starts(attempt)).toBe(1);
  });

  test('a stop of an attempt that was never started reports that it does not run', async () => {
    const result = await watched.engine.stop(stop(fresh(), false));
    expect(result).toMatchObject({ type: 'ended', end: { exitCode: null } });
  });

  test('a cleanup without anything to remove succeeds at once', async () => {
    const attempt = fresh();
    await watched.engine.cleanUp(attempt, null);
    await watched.engine.cleanUp(attempt, null);
    expect(await watched.engine.existing(everyShard)).not.toContain(attempt);
  });

  test('the state of every requested attempt is reported, once', async () => {
    const attempts = [fresh(), fresh()];
    const found = await watched.engine.recover(attempts.map(ref));
    expect(found.map(({ attempt }) => attempt).sort()).toEqual([...attempts].sort());
    for (const { type } of found) expect(['absent', 'unknown']).toContain(type);
  });

  const seen = (name: string, work: () => Promise<void>): void => {
    // eslint-disable-next-line jest/valid-title, jest/expect-expect -- title and work are those of the lines below
    if (abilities.seesEnds) test(name, work);
  };

  seen('a repeated start of an attempt that runs or has ended finds that attempt', async () => {
    const attempt = fresh();
    const launch = bench.launch(attempt, { type: 'exits', code: 0 });
    await watched.running(launch);
    await watched.ended(attempt);
    expect(await watched.engine.start(launch)).toMatchObject({ type: 'alreadyStarted' });
    expect(await bench.starts(attempt)).toBe(1);
    await watched.engine.cleanUp(attempt, null);
  });

  seen('a success is reported with exit code 0, a failure with its own', async () => {
    const good = fresh();
    const bad = fresh();
    await watched.engine.start(bench.launch(good, { type: 'exits', code: 0 }));
    await watched.engine.start(bench.launch(bad, { type: 'exits', code: 3 }));
    expect(await watched.ended(good)).toMatchObject({ end: { result: 'succeeded', exitCode: 0 } });
    expect(await watched.ended(bad)).toMatchObject({ end: { result: 'failed', exitCode: 3 } });
    for (const attempt of [good, bad]) await watched.engine.cleanUp(attempt, null);
  });

  seen(
    'indexes of one run are separate attempts: each begins once, has its own end, and is cleaned up alone',
    async () => {
      const attempts = siblings();
      await Promise.all(
        attempts.map((attempt, at) => watched.engine.start(bench.launch(attempt, { type: 'exits', code: at }))),
      );
      const ends = await Promise.all(attempts.map((attempt) => watched.ended(attempt)));
      expect(ends.map(({ end }) => end.exitCode)).toEqual([0, 1, 2, 3]);
      for (const attempt of attempts) expect(await bench.starts(attempt)).toBe(1);
      const [first, ...others] = attempts;
      await watched.engine.cleanUp(first!, null);
      const left = await watched.engine.existing(everyShard);
      expect(left).toEqual(expect.arrayContaining(others));
      expect(left).not.toContain(first);
      for (const attempt of others) await watched.engine.cleanUp(attempt, null);
    },
  );

  seen('an attempt of a later generation is another attempt than that of an earlier one', async () => {
    const before = fresh();
    const after = asAttemptId(before.replace('/0/main/', '/1/main/'));
    await watched.engine.start(bench.launch(before, { type: 'exits', code: 1 }));
    expect((await watched.ended(before)).end.exitCode).toBe(1);
    await watched.engine.start(bench.launch(after, { type: 'exits', code: 0 }));
    expect((await watched.ended(after)).end.exitCode).toBe(0);
    for (const attempt of [before, after]) await watched.engine.cleanUp(attempt, null);
  });

  seen('an attempt that is asked to end ends by itself', async () => {
    const attempt = fresh();
    await watched.running(bench.launch(attempt, { type: 'runs' }));
    expect(await watched.engine.stop(stop(attempt, false))).toEqual({ type: 'stopping' });
    expect((await watched.ended(attempt)).end.result).not.toBe('succeeded');
    await watched.engine.cleanUp(attempt, null);
  });

  seen('an attempt that ignores the request is ended by force', async () => {
    const attempt = fresh();
    await watched.running(bench.launch(attempt, { type: 'resists' }));
    await watched.engine.stop(stop(attempt, false));
    await watched.engine.stop(stop(attempt, true));
    expect((await watched.ended(attempt)).end.result).not.toBe('succeeded');
    await watched.engine.cleanUp(attempt, null);
  });

  seen(
    'a restarted engine finds running attempts and reports their ends; attempts that ended meanwhile are found as ended',
    async () => {
      const running = fresh();
      const over = fresh();
      const before = await watch().open();
      await before.running(bench.launch(running, { type: 'runs' }));
      await before.running(bench.launch(over, { type: 'exits', code: 4 }));
      await before.ended(over);
      await before.engine.close();

      const after = await watch().open();
      const found = await after.engine.recover([running, over].map(ref));
      expect(found).toEqual([
        expect.objectContaining({ type: 'running', attempt: running }),
        expect.objectContaining({ type: 'ended', attempt: over }),
      ]);
      expect(found[1]).toMatchObject({ end: { result: 'failed', exitCode: 4 } });
      await after.engine.stop(stop(running, true));
      await after.ended(running);
      for (const attempt of [running, over]) await after.engine.cleanUp(attempt, null);
      await after.engine.close();
    },
  );

  seen('an attempt is listed for its shard until it is cleaned up', async () => {
    const attempt = fresh();
    await watched.running(bench.launch(attempt, { type: 'exits', code: 0 }));
    await watched.ended(attempt);
    expect(await watched.engine.existing(everyShard)).toContain(attempt);
    expect(await watched.engine.existing(someShards())).toEqual([]);
    await watched.engine.cleanUp(attempt, null);
    expect(await watched.engine.existing(everyShard)).not.toContain(attempt);
  });

  seen('the cleanup of a running attempt ends it', async () => {
    const attempt = fresh();
    await watched.running(bench.launch(attempt, { type: 'resists' }));
    await watched.engine.cleanUp(attempt, null);
    const isGone = async (): Promise<boolean> => {
      const [found] = await watched.engine.recover([ref(attempt)]);
      return found?.type === 'absent';
    };
    await until('nothing of it to be found', isGone, bench.limitMs);
  });
}
