import { shards } from '#testing/shards.js';
import { asJobId, asRunId } from '#common/domain/ids.js';
import type { Cause } from '#common/run/cause.js';
import type { Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { RunMaker, type Made } from './run-maker.js';

const NOW = 1_790_000_500_000;
const follower = aSchedule(null, 0, { job: asJobId('load') });
const chain = { cause: '1790000000' as Cause, root: undefined, requestedBy: null };
const upstream = { ...aRun(aPlan()), id: asRunId('extract-1790000000'), job: asJobId('extract') };

interface World {
  readonly stored?: Run | 'removed';
  readonly isLimited?: boolean;
  readonly answer?: 'started' | 'waiting' | 'forbidden' | 'queueFull';
}

async function made({ stored, isLimited = false, answer = 'started' }: World) {
  const inserted: Run[] = [];
  const log: string[] = [];
  const key = stored === undefined ? null : stored === 'removed' ? { kind: 'removed' } : { kind: 'run', run: stored };
  const maker = new RunMaker(
    {
      runs: {
        insertRuns: (runs) => {
          inserted.push(...runs);
          return Promise.resolve(new Set(runs.map(({ id }) => id)));
        },
      },
      reads: { storedKeys: ([id]) => Promise.resolve(new Map(key === null ? [] : [[id!, key as never]])) },
    },
    {
      admission: { admit: (run) => Promise.resolve((log.push(`admit ${run.phase}`), answer)) },
      limits: { isLimited: () => Promise.resolve(isLimited) },
      outbox: {
        dispatch: ({ id }) => log.push(`dispatch ${id}`),
        changed: ({ phase }) => log.push(`changed ${phase}`),
      },
      shardCount: shards.count,
    },
  );
  const result: Made = await maker.make(follower, chain, { type: 'run', by: [upstream], parameters: {} }, NOW);
  return { result, inserted, log };
}

test('a run without limits is inserted with the key of its job and cause, then dispatched', async () => {
  const { result, inserted, log } = await made({});
  expect(inserted).toMatchObject([
    { job: 'load', trigger: 'dependency', phase: 'Pending', causedBy: [{ run: upstream.id, job: 'extract' }] },
  ]);
  expect(result).toEqual({ run: inserted[0]?.id, outcome: 'started', isNew: true });
  expect(log).toEqual([`dispatch ${result.run}`]);
});

test.each(['Running', 'Completed'] as const)('an existing run in the phase %s is not changed', async (phase) => {
  const { result, inserted, log } = await made({ stored: aRun(aPlan(), { phase }) });
  expect([result.isNew, inserted, log]).toEqual([false, [], []]);
});

test('a removed run is not created again', async () => {
  const { result, inserted } = await made({ stored: 'removed' });
  expect([result.isNew, inserted]).toEqual([false, []]);
});

test('a queued run of a process that died is admitted again', async () => {
  const { result, log } = await made({ stored: aRun(aPlan(), { phase: 'Queued' }), isLimited: true });
  expect([result.isNew, log]).toEqual([false, ['admit Queued']]);
});

test.each([
  ['forbidden', 'ConcurrencyForbidden'],
  ['queueFull', 'QueueFull'],
] as const)('a run whose limits answer %s is stored as skipped and announced', async (answer, reason) => {
  const { result, inserted, log } = await made({ isLimited: true, answer });
  expect(result.outcome).toBe('skipped');
  expect(inserted).toMatchObject([{ phase: 'Skipped', reason }]);
  expect(log).toEqual(['admit Queued', 'changed Skipped']);
});
