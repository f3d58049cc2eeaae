/** Jobs, their runs and rules about them, stored as the services do. */
import { asJobId, asRunId, asSpecHash, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RulesStore, type StoredRule } from '#common/mongo/rules.store.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { newRun } from '#common/run/new-run.js';
import type { Phase } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { pausesJobs, type RuleCondition, type RuleSpec } from '#common/spec/rule.js';
import { definition, tenant } from './watch-world.js';

const MINUTE = 60_000;

/** Seconds before now. */
export interface RunTimes {
  readonly made?: number;
  readonly started?: number;
  readonly finished?: number;
}

export class RuledJobs {
  private made = 0;

  constructor(private readonly mongo: () => Mongo) {}

  /** `labels.of` is the label by which the rules of one test choose their jobs. */
  readonly job = async (id: string, of: string, owner = 'ibm'): Promise<void> => {
    const now = Date.now();
    const stored: StoredJob = {
      id: asJobId(id),
      tenant: asTenantId(owner),
      version: 1,
      rev: 1,
      createdAt: now - 60 * MINUTE,
      updatedAt: now,
      updatedBy: 'test',
      sealed: { secureParameters: null, httpHeaders: {} },
      paused: null,
      deletedAt: null,
      spec: { tenant: owner, name: id, worker: 'hook', labels: { of } },
    };
    expect(await new JobsStore(this.mongo()).insert(stored, 'test')).toBe('saved');
  };

  /** A rule of ten minutes ago about the jobs of its name. */
  readonly rule = async (id: string, when: RuleCondition, more: Partial<RuleSpec> = {}): Promise<StoredRule> => {
    const uid = `uid-${id}`;
    const spec: RuleSpec = { when, match: { labels: { of: id } }, channels: ['ops'], ...more };
    const stored = {
      ...definition,
      id,
      uid,
      shard: shardOf(uid),
      since: Date.now() - 10 * MINUTE,
      spec,
      pauses: pausesJobs(when),
    };
    await new RulesStore(this.mongo()).insert(stored, 'test');
    return stored;
  };

  /** A run of the job. */
  readonly run = async (of: string, phase: Phase, times: RunTimes = {}): Promise<void> => {
    const ago = (seconds: number | undefined): number | null =>
      seconds === undefined ? null : Date.now() - seconds * 1_000;
    const id = asRunId(`rule-run-${++this.made}-${process.pid}`);
    const at = ago(times.made ?? times.started ?? 1) ?? 0;
    const fresh = newRun(
      {
        id,
        shard: shardOf(id),
        tenant,
        job: asJobId(of),
        jobName: of,
        jobVersion: 1,
        worker: asWorkerId('hook'),
        engine: 'webservice',
        spec: asSpecHash('none'),
        trigger: 'schedule',
        requestedBy: null,
        scheduledFor: at,
        startAfter: at,
        overrides: null,
        phase: 'Pending',
        reason: 'Admitted',
        message: '',
        holds: [],
      },
      at,
    );
    const state: Partial<Run> = { phase, started: ago(times.started), finished: ago(times.finished), wakeAt: null };
    await new RunsStore(this.mongo()).insertRuns([{ ...fresh, ...state }]);
  };

  readonly fail = async (of: string): Promise<void> => this.run(of, 'Failed', { started: 1, finished: 0 });

  readonly succeed = async (of: string): Promise<void> => this.run(of, 'Completed', { started: 1, finished: 0 });
}
