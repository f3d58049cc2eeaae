/** For all tests of a file: a world whose two executors count failed runs in error groups, with a log-collector. */
import { asJobId, asRunId, asSpecHash, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { ALL_SHARDS, shardOf } from '#testing/shards.js';
import { MAX_ERROR_GROUPS } from '#common/domain/limits.js';
import { ErrorGroupsStore } from '#common/mongo/error-groups.store.js';
import { FailedRunsStore } from '#common/mongo/failed-runs.store.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { newRun } from '#common/run/new-run.js';
import type { Run } from '#common/run/run.js';
import type { ErrorGroup } from '#common/watch/error-group.js';
import { startService, type ServiceProcess } from '../../support/service-process.js';
import { World } from './world.js';

export const TEST_LIMIT_MS = 240_000;
export const LIMIT_MS = 90_000;

export class FailuresOfThisFile {
  private made = 0;
  private started: { readonly world: World; readonly services: ServiceProcess[] } | undefined;

  constructor() {
    beforeAll(async () => {
      const world = await World.create();
      const names = ['executor', 'executor', 'log-collector'] as const;
      this.started = { world, services: await Promise.all(names.map((name) => startService(name, world.env))) };
    }, TEST_LIMIT_MS);
    afterAll(async () => {
      for (const service of this.services) await service.stop();
      await this.world.close();
    }, TEST_LIMIT_MS);
  }

  get world(): World {
    return this.parts.world;
  }

  /** Two executors come first. A test that kills one puts the next in its place. */
  get services(): ServiceProcess[] {
    return this.parts.services;
  }

  readonly startExecutor = (): Promise<ServiceProcess> => startService('executor', this.world.env);

  /** The most frequent first. */
  readonly groupsOf = async (tenant: string): Promise<ErrorGroup[]> => {
    const store = new ErrorGroupsStore(this.world.mongo);
    const asked = { tenants: [tenant], order: 'count' as const, keep: () => true };
    const { items } = await store.list(asked, null, MAX_ERROR_GROUPS + 500);
    return [...(await store.load(items.map(({ id }) => id))).values()].toSorted((a, b) => b.count - a.count);
  };

  readonly areAllCounted = async (): Promise<boolean> =>
    (await new FailedRunsStore(this.world.mongo).ungrouped(ALL_SHARDS, 1)).length === 0;

  /** A run that has failed already, without output. */
  readonly failedRun = (tenant: string, message: string, more: Partial<Run> = {}): Run => {
    const id = asRunId(`failed-${++this.made}-${process.pid}`);
    const now = Date.now();
    const fresh = newRun(
      {
        id,
        shard: shardOf(id),
        tenant: asTenantId(tenant),
        job: asJobId('j'),
        jobName: 'j',
        jobVersion: 1,
        worker: asWorkerId('w'),
        engine: 'webservice',
        spec: asSpecHash('none'),
        trigger: 'manual',
        requestedBy: null,
        scheduledFor: null,
        startAfter: now,
        overrides: null,
        phase: 'Pending',
        reason: 'Admitted',
        message: '',
        holds: [],
      },
      now,
    );
    const end = { phase: 'Failed', reason: 'IndexFailed', message, finished: now, wakeAt: null } as const;
    return { ...fresh, ...end, ...more };
  };

  readonly store = async (runs: readonly Run[]): Promise<void> => {
    await new RunsStore(this.world.mongo).insertRuns(runs);
  };

  private get parts(): { readonly world: World; readonly services: ServiceProcess[] } {
    if (this.started === undefined) throw new Error('it is started before the first test');
    return this.started;
  }
}
