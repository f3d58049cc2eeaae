import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { ALL_SHARDS, shards } from '#testing/shards.js';
import type { Phase } from '#common/run/phase.js';
import { groupLimitKey, type SharedLimit, type SharedPermit } from '#common/domain/shared-limit.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import type { PermitAllocator } from '../admission/permit-allocator.js';
import { emptyLimit, type LimitOp } from '../core/change-limit.js';
import { LimitSweep } from './limit-sweep.js';

const NOW = 1_000_000;
const TENANT = asTenantId('acme');
const KEY = groupLimitKey(TENANT, 'g');
const JOB = asJobId('job');

interface Scene {
  readonly holders?: readonly SharedPermit[];
  readonly waiting?: readonly SharedPermit[];
  readonly runs?: Readonly<Record<string, { readonly phase: Phase; readonly holds?: readonly string[] }>>;
  /** The runs that have a permit of their job. */
  readonly admitting?: readonly string[];
}

const permit = (run: string, ageMs = 60_000, grant = 3): SharedPermit => ({
  run: asRunId(run),
  job: JOB,
  since: NOW - ageMs,
  grant,
});

/** The operations of the sweep on the limit. */
async function swept({ holders = [], waiting = [], runs = {}, admitting = [] }: Scene): Promise<LimitOp[]> {
  const ops: LimitOp[] = [];
  const limit: SharedLimit = { ...emptyLimit(KEY, TENANT), holders, waiting };
  const job = aSchedule(null, 0, {
    job: JOB,
    holders: admitting.map((run) => ({ run: asRunId(run), since: 0, grant: 3 })),
  });
  const standing = Object.entries(runs).map(([id, { phase, holds = [] }]) => {
    const run = { id: asRunId(id), job: JOB, phase, reason: '', holds, finished: null };
    return [run.id, run] as const;
  });
  const sweep = new LimitSweep(
    {
      limits: { inKeyOrder: () => Promise.resolve([limit]) },
      schedules: { loadMany: () => Promise.resolve(new Map([[JOB, job]])) },
      runs: {
        standingOf: () => Promise.resolve(new Map(standing)),
        queuedOfTenant: () => Promise.resolve([]),
        underWayOfTenant: () => Promise.resolve([]),
      },
    },
    {
      change: (_key: string, _tenant: string, op: LimitOp) => {
        ops.push(op);
        return Promise.resolve();
      },
    } as unknown as PermitAllocator,
    {
      clock: { now: () => NOW, monotonic: () => NOW, after: () => () => undefined },
      shardCount: shards.count,
    },
  );
  await sweep.run(ALL_SHARDS);
  return ops;
}

const freed = async (scene: Scene): Promise<string[]> =>
  (await swept(scene)).flatMap((op) => (op.type === 'release' ? [`${op.run} up to ${op.upTo}`] : []));

describe('the permits of a shared limit', () => {
  it.each<[string, Scene, string[]]>([
    [
      'of a run that has ended are released at once',
      { holders: [permit('x', 0)], runs: { x: { phase: 'Failed' } } },
      ['x up to 3'],
    ],
    [
      'of a run that no longer exists are released after a while',
      { holders: [permit('x'), permit('y', 0)] },
      ['x up to 3'],
    ],
    ['of a run that waits are released', { holders: [permit('x')], runs: { x: { phase: 'Queued' } } }, ['x up to 3']],
    [
      'of a run that is being admitted are kept',
      { holders: [permit('x')], runs: { x: { phase: 'Queued' } }, admitting: ['x'] },
      [],
    ],
    [
      'of a run that has started with them are kept',
      { holders: [permit('x')], runs: { x: { phase: 'Running', holds: [KEY] } } },
      [],
    ],
    [
      'of a run that has started with others are released',
      { holders: [permit('x')], runs: { x: { phase: 'Running', holds: ['group:acme/other'] } } },
      ['x up to 3'],
    ],
    [
      'of a run that was under way before are kept',
      { holders: [permit('x', 60_000, 0)], runs: { x: { phase: 'Running' } } },
      [],
    ],
  ])('%s', async (_, scene, want) => {
    expect(await freed(scene)).toEqual(want);
  });

  it('are offered to waiting runs that may have missed a wake-up, and ended runs leave the list', async () => {
    const scene = {
      waiting: [permit('x'), permit('y')],
      runs: { x: { phase: 'Queued' }, y: { phase: 'Aborted' } },
    } as const;
    expect(await swept(scene)).toEqual([{ type: 'leave', run: 'y' }, { type: 'look' }]);
  });
});
