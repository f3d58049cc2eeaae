/** One document that always fails does not block the others in any sweep of the executor; an outage ends the pass for all. */
import { pino } from 'pino';
import type { Engine } from '#common/spec/worker.js';
import type { RunCommand } from '#common/spec/definitions.js';
import { asAttemptId, asJobId, asRunId, type RunId } from '#common/domain/ids.js';
import { everythingCounted } from '#testing/everything-counted.js';
import { everyShard, shardOf } from '#testing/shards.js';
import type { AttemptRecord, LiveAttempt, Run } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import { aRun, planFor } from '#testing/builders/run-builder.js';
import type { Answer, Input } from '../run/inputs.js';
import { Engines, type EngineSet } from '../engines/engine.js';
import type { Saved } from '../loop/post-commit.js';
import { CommandSweep } from './command-sweep.js';
import { DueSweep } from './due-sweep.js';
import { OrphanSweep } from './orphan-sweep.js';
import { Recovery, ShardRecovery } from './recovery.js';
import { RetentionSweep } from './retention-sweep.js';

const POISON = asRunId('poison');
const NOW = 1_700_000_000_000;
const clock = { now: () => NOW, monotonic: () => NOW, after: () => () => undefined };
const log = pino({ level: 'silent' });

/** Runs of which one always fails. */
class QueueUnderTest {
  readonly done: { readonly run: RunId; readonly inputs: readonly Input[] }[] = [];

  constructor(private readonly error: Error = new Error('a document that always fails')) {}

  submit = (run: RunId, inputs: readonly Input[]): Promise<readonly Answer[]> => {
    if (run === POISON) return Promise.reject(this.error);
    this.done.push({ run, inputs });
    return Promise.resolve(inputs.map(() => 'done' as const));
  };

  get runs(): Set<RunId> {
    return new Set(this.done.map(({ run }) => run));
  }
}

describe('commands', () => {
  const commandOf = (run: RunId, at: number): RunCommand => ({
    id: `c-${run}-${at}`,
    run,
    shard: 3,
    command: 'abort',
    reason: null,
    graceSeconds: null,
    actor: 'anna',
    at,
  });
  const pages = [[commandOf(POISON, NOW - 2)], [commandOf(asRunId('later'), NOW - 1)]];
  const bookOf = (marked: string[]): ConstructorParameters<typeof CommandSweep>[0] => ({
    ofRuns: () => Promise.resolve([]),
    since: (_, since) =>
      Promise.resolve(pages.find(([first]) => first!.at > since)?.filter(({ id }) => !marked.includes(id)) ?? []),
    markTaken: (ids) => {
      marked.push(...ids);
      return Promise.resolve();
    },
  });

  test('on the page after a command that cannot be applied are applied, and that one is tried again', async () => {
    const queue = new QueueUnderTest();
    const sweep = new CommandSweep(bookOf([]), queue, () => new Set([3]), clock);
    await expect(sweep.step()).rejects.toThrow('always fails');
    expect(queue.runs).toEqual(new Set(['later']));
    await expect(sweep.step()).rejects.toThrow('always fails');
    expect(queue.done).toHaveLength(1);
  });

  test('are not read further in an outage', async () => {
    const queue = new QueueUnderTest(new AppError('UNAVAILABLE', 'no answer'));
    const sweep = new CommandSweep(bookOf([]), queue, () => new Set([3]), clock);
    await expect(sweep.step()).rejects.toThrow('no answer');
    expect(queue.done).toEqual([]);
  });
});

test('runs that are due after very many failing ones get their turn', async () => {
  const due = new Set([...Array.from({ length: 1_200 }, () => POISON).map((id, at) => `${id}-${at}`), 'later']);
  const seen: string[] = [];
  const sweep = new DueSweep(
    {
      dueAdmitted: (_, __, { skip, limit }) =>
        Promise.resolve(
          [...due].slice(skip, skip + limit).map((id) => ({ id: asRunId(id), phase: 'Running' as const })),
        ),
    },
    {
      submit: (run: RunId) => {
        if (run.startsWith(POISON)) return Promise.reject(new Error('always fails'));
        seen.push(run);
        due.delete(run);
        return Promise.resolve([]);
      },
    },
    () => everyShard,
    clock,
  );
  await expect(sweep.step()).rejects.toThrow('always fails');
  expect(seen).toEqual(['later']);
});

/** One engine that cannot be reached, and one that can. */
function engines(asked: Record<'removed' | 'recovered', string[]>): Engines {
  const refuse = (): Promise<never> => Promise.reject(new AppError('UNAVAILABLE', 'the API server does not answer'));
  const kubernetes = { engine: 'kubernetes', existing: refuse, recover: refuse };
  const process = {
    engine: 'process',
    existing: () => Promise.resolve([asAttemptId('gone-1/0/main/0/1')]),
    cleanUp: (attempt: string) => {
      asked.removed.push(attempt);
      return Promise.resolve();
    },
    recover: (refs: readonly { attempt: string }[]) => {
      asked.recovered.push(...refs.map(({ attempt }) => attempt));
      return Promise.resolve(refs.map(({ attempt }) => ({ type: 'absent', attempt })));
    },
  };
  return new Engines({ kubernetes, process } as unknown as EngineSet);
}

test('orphans of one engine are removed while another cannot be reached', async () => {
  const asked = { removed: [], recovered: [] };
  const sweep = new OrphanSweep({ load: () => Promise.resolve(new Map()) }, engines(asked), () => everyShard, log);
  await expect(sweep.step()).rejects.toThrow('does not answer');
  expect(asked.removed).toEqual(['gone-1/0/main/0/1']);
});

describe('recovery', () => {
  const plan = planFor({ tenant: 'ibm', name: 'a', worker: 'w' });
  const runOf = (id: RunId, engine: Engine): Run => {
    const attempt = asAttemptId(`${id}/0/main/0/1`);
    const live = { id: attempt, state: 'started', claim: { at: NOW, host: 'h' }, stop: null } as unknown as LiveAttempt;
    return { ...aRun(plan), id, engine, live: [live] };
  };
  const recoveryOf = (
    runs: readonly Run[],
    queue: QueueUnderTest,
    asked: Record<'removed' | 'recovered', string[]>,
    records: readonly AttemptRecord[] = [],
  ): Recovery =>
    new Recovery(
      new ShardRecovery(
        { openRuns: (shard) => Promise.resolve(runs.filter(({ id }) => shardOf(id) === shard)) },
        { ofIds: (ids) => Promise.resolve(records.filter(({ id }) => ids.includes(id))) },
        engines(asked),
        queue,
      ),
      () => everyShard,
      log,
    );
  const ids = Array.from({ length: 40 }, (_, at) => asRunId(`run-${at}`));

  test('of the runs of one engine does not wait for another engine that cannot be reached', async () => {
    const asked = { removed: [], recovered: [] as string[] };
    const queue = new QueueUnderTest();
    const onBoth = ids.map((id, at) => runOf(id, at % 2 === 0 ? 'kubernetes' : 'process'));
    const recovery = recoveryOf(onBoth, queue, asked);
    await expect(recovery.step()).rejects.toThrow('does not answer');
    expect(queue.runs).toEqual(new Set(ids.filter((_, at) => at % 2 === 1)));
    // Only the missing part is requested again.
    await expect(recovery.step()).rejects.toThrow('does not answer');
    const alone = ids.filter(
      (id) => !onBoth.some((run) => run.engine === 'kubernetes' && shardOf(run.id) === shardOf(id)),
    );
    for (const id of alone) expect(asked.recovered.filter((attempt) => attempt.startsWith(`${id}/`))).toHaveLength(1);
  });

  test('of other runs does not wait for a run that always fails', async () => {
    const asked = { removed: [], recovered: [] };
    const queue = new QueueUnderTest();
    const recovery = recoveryOf(
      [...ids, POISON].map((id) => runOf(id, 'process')),
      queue,
      asked,
    );
    await expect(recovery.step()).rejects.toThrow('always fails');
    expect(queue.runs).toEqual(new Set(ids));
  });

  test('passes a run nothing that is older than an end which could not be recorded', async () => {
    const asked = { removed: [], recovered: [] as string[] };
    const record = { id: asAttemptId(`${POISON}/0/main/0/1`), run: POISON } as unknown as AttemptRecord;
    const recovery = recoveryOf([runOf(POISON, 'process')], new QueueUnderTest(), asked, [record]);
    await expect(recovery.step()).rejects.toThrow('always fails');
    expect(asked.recovered).toEqual([]);
  });
});

test('runs of a job are removed by retention although this fails for another job', async () => {
  const kept: string[] = [];
  const sweep = new RetentionSweep(
    {
      keepNewest: (job) => {
        if (job === 'poison') return Promise.reject(new Error('always fails'));
        kept.push(job);
        return Promise.resolve(0);
      },
    },
    everythingCounted(clock),
    clock,
  );
  for (const job of ['poison', 'later'])
    sweep.observe({
      decision: { next: { job: asJobId(job), phase: 'Completed' } },
      basis: { plan: { retention: { successful: 1, failed: 1 } } },
    } as unknown as Saved);
  await expect(sweep.step()).rejects.toThrow('always fails');
  expect(new Set(kept)).toEqual(new Set(['later']));
});
