import { calculateObjectSize } from 'bson';
import type { JobSpec } from '#common/spec/job.js';
import type { RunChange } from '#common/spec/tasks.js';
import type { RunCommandName } from '#common/spec/definitions.js';
import { asAttemptId } from '#common/domain/ids.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import { toRunDocument } from '#common/mongo/runs.store.js';
import { aRun, aTurn, planFor, T0 } from '#testing/builders/run-builder.js';
import { reconcile, type Decision } from './reconcile.js';
import type { Input } from './inputs.js';
import type { RunTables } from './indexes.js';

/** A run of a job, led from decision to decision. */
class Story {
  run: Run;
  private change: RunChange | undefined;
  now = T0;
  last: Decision | null = null;
  /** What the start queue gives from now on. */
  grants: { grant?: number; capacity?: number } = {};
  private tables: RunTables | null = null;
  private count = 0;

  constructor(private readonly job: Partial<JobSpec>) {
    this.run = aRun(this.plan());
  }

  private plan(): ReturnType<typeof planFor> {
    return planFor({ tenant: 't', name: 'j', worker: 'w', ...this.job }, this.change);
  }

  after(ms: number, ...inputs: Input[]): this {
    this.now += ms;
    const turn = aTurn(this.plan(), {
      ...this.grants,
      now: this.now,
      tables: this.tables,
      nonce: String((this.count += 1)),
    });
    this.last = reconcile(this.run, inputs, turn);
    this.run = this.last.next;
    this.change = this.run.change;
    this.tables = this.last.tables;
    return this;
  }

  /** Everything that was claimed runs. */
  started(): this {
    const claimed = this.run.live.filter(({ state }) => state === 'claimed');
    return this.after(
      0,
      ...claimed.map(({ id }): Input => ({
        type: 'startResult',
        attempt: id,
        result: { type: 'started', at: this.now, node: 'host' },
      })),
    );
  }

  /** These end with this code, their output stored. */
  ends(exitCode: number, ...names: string[]): this {
    const ends = this.named(names).flatMap(({ id }): Input[] => [
      {
        type: 'observed',
        observation: {
          type: 'ended',
          attempt: id,
          startedAt: this.now,
          node: null,
          end: {
            result: exitCode === 0 ? 'succeeded' : 'failed',
            at: this.now,
            exitCode,
            reason: 'Exited',
            message: '',
          },
        },
      },
      { type: 'sealed', attempt: id, complete: true, reason: null },
    ]);
    return this.after(0, ...ends);
  }

  told(command: RunCommandName | 'change', change?: RunChange): this {
    const id = `c${(this.count += 1)}`;
    const asked = {
      id,
      run: 'job-1',
      shard: 0,
      command,
      ...(change && { change }),
      reason: null,
      graceSeconds: null,
      actor: 'anna',
      at: this.now,
    };
    return this.after(0, { type: 'command', command: asked }).after(0);
  }

  /** The scheduler lets it go on. */
  admitted(): this {
    this.run = { ...this.run, phase: 'Pending' };
    return this.after(0);
  }

  /** Live attempts that have not ended and are not asked to, as `task/index.attempt`. */
  get live(): string[] {
    return this.run.live.flatMap((live) => (live.state === 'ended' || live.stop ? [] : [nameOf(live)]));
  }

  private named(names: readonly string[]): LiveAttempt[] {
    return this.run.live.filter((live) => names.includes(nameOf(live)));
  }
}

const nameOf = ({ task, index, attempt }: LiveAttempt): string => `${task}/${index}.${attempt}`;

describe('a run of several indexes', () => {
  test('starts the lowest first, as many as may be active, and the next as places become free', () => {
    const story = new Story({ parallelism: { withCount: 5, maxActive: 2 } }).after(0).started();
    expect(story.live).toEqual(['main/0.1', 'main/1.1']);
    story.ends(0, 'main/1.1');
    expect(story.live).toEqual(['main/0.1', 'main/2.1']);
    expect(story.run.tasks).toMatchObject([{ indexes: 5, succeeded: 1, running: 1, pending: 3 }]);
  });

  test('tries a failed index again after its delay, before those that come behind it', () => {
    const job = { parallelism: { withCount: 3, maxActive: 1 }, maxAttempts: 2, retry: { delaySeconds: 10 } };
    const story = new Story(job).after(0).started().ends(1, 'main/0.1').started();
    expect(story.live).toEqual(['main/1.1']);
    story.after(10_000).ends(0, 'main/1.1');
    expect(story.live).toEqual(['main/0.2']);
  });

  test('is paused by maxActive 0, stops what runs without counting it, and goes on when it is raised', () => {
    const story = new Story({ parallelism: { withCount: 3, maxActive: 2 } }).after(0).started();
    story.told('change', { parallelism: { maxActive: 0 } });
    expect(story.live).toEqual([]);
    story.after(1_000).ends(143, 'main/0.1', 'main/1.1');
    expect(story.run).toMatchObject({ phase: 'Pending', reason: 'Paused', tasks: [{ failed: 0, pending: 3 }] });
    story.told('change', { parallelism: { maxActive: 1 } });
    expect(story.live).toEqual(['main/0.2']);
  });

  test('keeps its successes when it is aborted and resumed, and runs only the rest again', () => {
    const story = new Story({ parallelism: { withCount: 3, maxActive: 2 } }).after(0).started().ends(0, 'main/0.1');
    story.started().told('kill').ends(137, 'main/1.1', 'main/2.1');
    expect(story.run).toMatchObject({ phase: 'Aborted', tasks: [{ succeeded: 1 }] });
    story.told('resume').admitted();
    expect(story.run).toMatchObject({ generation: 1, tasks: [{ succeeded: 1, failed: 0 }] });
    expect(story.live).toEqual(['main/1.1', 'main/2.1']);
  });

  test('runs only what is not known to have succeeded before', () => {
    const story = new Story({ parallelism: { withCount: 5 } });
    story.run = { ...story.run, overrides: { succeededBefore: [{ task: 'main', indexes: '0,2-3' }] } };
    expect(story.after(0).live).toEqual(['main/1.1', 'main/4.1']);
    story.started().ends(0, 'main/1.1', 'main/4.1');
    expect(story.run).toMatchObject({ phase: 'Completed', tasks: [{ succeeded: 5 }] });
  });
});

describe('a run of several tasks', () => {
  const psWorker = {
    tasks: [
      { name: 'ps', replicas: 1 },
      { name: 'worker', replicas: 2 },
    ],
  };

  test('is Running once its gang is there, and starts again as a whole when a policy says so, with growing waits', () => {
    const policies = [{ event: 'PodFailed', action: 'RestartJob' } as const];
    const story = new Story({ ...psWorker, policies, maxRetry: 1 }).after(0);
    expect(story.live).toEqual(['ps/0.1', 'worker/0.1', 'worker/1.1']);
    story.started().after(0);
    expect(story.run.phase).toBe('Running');
    story.ends(1, 'worker/1.1');
    expect(story.run).toMatchObject({ phase: 'Restarting', reason: 'RestartedByPolicy', retries: 1 });
    story.ends(143, 'ps/0.1', 'worker/0.1');
    expect(story.run).toMatchObject({ phase: 'Restarting', wakeAt: T0 + 1_000, live: [] });
    story.after(1_000);
    expect(story.run).toMatchObject({ phase: 'Pending', generation: 1 });
    expect(story.live).toHaveLength(3);
    story.started().ends(1, 'worker/0.1');
    expect(story.run).toMatchObject({ ending: { phase: 'Failed', reason: 'MaxRetryExceeded' } });
  });

  test('an exit code may end it, and a delayed action waits for its time over any crash', () => {
    const policies = [{ exitCode: 3, action: 'AbortJob', timeoutSeconds: 60 } as const];
    const story = new Story({ ...psWorker, policies }).after(0).started().ends(3, 'worker/0.1');
    expect(story.run.delayed).toMatchObject([{ task: 'worker', index: 0, action: 'AbortJob', dueAt: T0 + 60_000 }]);
    expect(story.run.ending).toBeNull();
    expect(story.after(60_000).run).toMatchObject({ ending: { phase: 'Aborted', reason: 'AbortedByPolicy' } });
  });

  test('containers that start again in place too often, all together, make their task fail', () => {
    const tasks = [
      {
        name: 'worker',
        replicas: 2,
        maxRestarts: 3,
        policies: [{ event: 'TaskFailed', action: 'TerminateJob' } as const],
      },
    ];
    const story = new Story({ tasks }).after(0).started();
    const restarted = (index: number, restarts: number): Input => ({
      type: 'observed',
      observation: { type: 'restarted', attempt: asAttemptId(`job-1/0/worker/${index}/1`), restarts },
    });
    expect(story.after(0, restarted(0, 1), restarted(1, 1)).run.ending).toBeNull();
    expect(story.after(0, restarted(0, 2)).run.ending).toMatchObject({ phase: 'Terminated' });
  });

  test('a task that waits for another starts when that one is complete', () => {
    const tasks = [
      { name: 'work', replicas: 1, dependsOn: [{ task: 'prepare', condition: 'Complete' as const }] },
      { name: 'prepare', replicas: 2 },
    ];
    const story = new Story({ tasks }).after(0).started();
    expect(story.live).toEqual(['prepare/0.1', 'prepare/1.1']);
    expect(story.ends(0, 'prepare/0.1').live).toEqual(['prepare/1.1']);
    expect(story.ends(0, 'prepare/1.1').live).toEqual(['work/0.1']);
  });

  test('a gang begins in one decision, however large, and only where it is granted as a whole', () => {
    const story = new Story({ tasks: [{ name: 'a', replicas: 600 }] });
    story.grants = { grant: 599 };
    expect(story.after(0).run).toMatchObject({ phase: 'Pending', reason: 'WaitingForCapacity', live: [] });
    expect(story.last?.wanted).toEqual({ most: 600, least: 600 });
    story.grants = { grant: 600 };
    expect(story.after(0).run.live).toHaveLength(600);
    expect(story.last?.wanted).toEqual({ most: 0, least: 0 });
  });

  test('a gang asks for what its wave still lacks, and other waves for what they can get', () => {
    const story = new Story({
      tasks: [
        { name: 'ps', replicas: 2 },
        { name: 'worker', replicas: 3, dependsOn: [{ task: 'ps', condition: 'Ready' }] },
      ],
    });
    story.after(0).started();
    expect(story.run.live.map(({ task }) => task)).toEqual(['ps', 'ps', 'worker', 'worker', 'worker']);
    const short = new Story({ tasks: [{ name: 'a', replicas: 3 }], minAvailable: 2 });
    short.grants = { grant: 1 };
    expect(short.after(0).run.live).toEqual([]);
    expect(short.last?.wanted).toEqual({ most: 2, least: 2 });
    short.grants = { grant: 2 };
    expect(short.after(0).run.live).toHaveLength(2);
    short.grants = { grant: 0 };
    short.started();
    expect(short.last?.wanted).toEqual({ most: 1, least: 1 });
  });

  test('a gang of more than can ever be granted fails its run instead of waiting for ever', () => {
    const story = new Story({ tasks: [{ name: 'a', replicas: 3 }] });
    story.grants = { grant: 2, capacity: 2 };
    expect(story.after(0).run).toMatchObject({ phase: 'Failed', reason: 'GangTooLarge', live: [] });
    expect(story.run.message).toBe(
      '3 attempts must be placed together; the limits of its worker and its executor allow 2 at once',
    );
  });

  test('a gang that finds no place as a whole is released, and tried again later', () => {
    const story = new Story(psWorker).after(0);
    const [ps] = story.run.live;
    story.after(0, { type: 'startResult', attempt: ps!.id, result: { type: 'started', at: T0, node: 'host' } });
    expect(story.run).toMatchObject({ phase: 'Pending', reason: 'GangIncomplete' });
    story.after(120_000);
    expect(story.live).toEqual([]);
    expect(story.run.transitions.map(({ reason }) => reason)).toContain('GangReleased');
  });

  test.each(['abort', 'terminate', 'complete', 'kill'] as const)('%s is honoured while it is restarting', (command) => {
    const story = new Story(psWorker).after(0).started().told('restart');
    expect(story.run.phase).toBe('Restarting');
    story.told(command).ends(143, 'ps/0.1', 'worker/0.1', 'worker/1.1');
    const wanted = { abort: 'Aborted', terminate: 'Terminated', complete: 'Completed', kill: 'Aborted' } as const;
    expect(story.run).toMatchObject({ phase: wanted[command], live: [] });
  });
});

test('the document of a run stays below a megabyte: everything live, every message as long as may be', () => {
  const long = 'x'.repeat(5_000);
  const story = new Story({ completions: 100_000, onFailure: 'WaitForRemaining' }).after(0).after(0).started();
  expect(story.run.live).toHaveLength(1_000);
  const ends = story.run.live.map(({ id, index }): Input => ({
    type: 'observed',
    observation: {
      type: 'ended',
      attempt: asAttemptId(id),
      startedAt: T0,
      node: 'a-node-with-a-long-name.of.some.cluster.example.org',
      end: { result: index % 2 ? 'failed' : 'succeeded', at: T0, exitCode: index % 2, reason: 'Exited', message: long },
    },
  }));
  story.after(0, ...ends);
  const transition = {
    at: T0,
    phase: 'Running',
    reason: 'AttemptStarted',
    message: long.slice(0, 2_000),
    actor: 'anna',
  } as const;
  const run = { ...story.run, transitions: Array.from({ length: 64 }, () => transition) };
  expect(run.effects).toHaveLength(256);
  expect(calculateObjectSize(toRunDocument(run))).toBeLessThan(1_000_000);
  expect(story.last?.chunks.map(({ bytes }) => bytes.length < 12_000)).toEqual([true]);
});
