/** Very many runs as documents in the form of the services: most have a slot and have succeeded. */
import { shardOf } from '#testing/shards.js';
import { asJobId, asRunId, asSpecHash, asTenantId, asWorkerId, type JobId } from '#common/domain/ids.js';
import { insertIgnoringExisting } from '#common/mongo/document.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { toRunDocument } from '#common/mongo/run-document.js';
import type { Phase } from '#common/run/phase.js';
import { newRun } from '#common/run/new-run.js';
import type { Run, Trigger } from '#common/run/run.js';

const BATCH = 2_000;
const BATCHES_AT_ONCE = 2;
/** Between one run and the next. */
const STEP_MS = 100;

/** Of a thousand runs; the others are `Completed` and have a slot. */
const PHASES: readonly (readonly [Phase, number])[] = [
  ['Failed', 50],
  ['Aborted', 5],
  ['Skipped', 5],
  ['Terminated', 2],
  ['Refused', 1],
];
const TRIGGERS: readonly (readonly [Trigger, number])[] = [
  ['manual', 30],
  ['backfill', 5],
];
/** The newest of them are under way. */
const OPEN = 200;
const OPEN_PHASES: readonly (readonly [Phase, number])[] = [['Running', 400]];
const DAY_MS = 86_400_000;

export interface Wanted {
  readonly jobs: readonly JobId[];
  /** Their tenants, in turn. */
  readonly tenants: readonly string[];
  readonly now: number;
}

export async function makeRuns(mongo: Mongo, count: number, wanted: Wanted): Promise<void> {
  const runs = mongo.collection<ReturnType<typeof toRunDocument>>('runs');
  let next = 0;
  const inserter = async (): Promise<void> => {
    while (next < count) {
      const first = next;
      next += BATCH;
      const size = Math.min(BATCH, count - first);
      const made = Array.from({ length: size }, (_, i) => runAt(first + i, count, wanted));
      await insertIgnoringExisting(runs, made.map(toRunDocument));
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, inserter));
}

function runAt(i: number, count: number, { jobs, tenants, now }: Wanted): Run {
  const isOpen = count - i <= OPEN;
  const at = now - (count - i) * STEP_MS;
  const job = jobs[spread(i, 3) % jobs.length] ?? asJobId('');
  const trigger = pickOf(TRIGGERS, spread(i, 13)) ?? 'schedule';
  const phase = pickOf(isOpen ? OPEN_PHASES : PHASES, spread(i, 7)) ?? (isOpen ? 'Pending' : 'Completed');
  const id = asRunId(`${job}-${i}`);
  const run = newRun(
    {
      id,
      shard: shardOf(id),
      job,
      trigger,
      startAfter: at,
      scheduledFor: trigger === 'schedule' ? at : null,
      phase: 'Pending',
      // The same assignment to tenants as in `makeJobs`.
      tenant: asTenantId(tenants[Number(job.slice(job.lastIndexOf('-') + 1)) % tenants.length] ?? ''),
      jobName: job,
      jobVersion: 1,
      worker: asWorkerId('bench'),
      engine: 'webservice',
      spec: asSpecHash('bench'),
      requestedBy: null,
      overrides: null,
      holds: [],
      reason: 'Admitted',
      message: 'No limit applies to the run.',
    },
    at,
  );
  const [first] = run.transitions;
  const transitions = first ? [first, { ...first, phase: 'Running' as const }, { ...first, phase }] : [];
  const open = { wakeAt: now + DAY_MS };
  const ended = { wakeAt: null, finished: at + 900, exitCode: 0, expireAt: now + 30 * DAY_MS };
  return { ...run, phase, started: at, transitions, rev: 4, ...(isOpen ? open : ended) };
}

/** A function of `i` with values spread evenly over a thousand. */
const spread = (i: number, salt: number): number => (Math.imul(i + salt, 2_654_435_761) >>> 0) % 1_000_003;

function pickOf<T>(shares: readonly (readonly [T, number])[], place: number): T | null {
  let rest = place % 1_000;
  for (const [value, share] of shares) {
    if (rest < share) return value;
    rest -= share;
  }
  return null;
}
