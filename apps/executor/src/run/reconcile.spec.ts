import { aPlan, aRun, aTask, aTurn, T0 } from '#testing/builders/run-builder.js';
import { asAttemptId, asReplicaId, type AttemptId } from '#common/domain/ids.js';
import type { RunCommand, RunCommandName } from '#common/spec/definitions.js';
import { MAX_SEAL_HOLD_MS } from '#common/domain/limits.js';
import type { AttemptEnd, LiveAttempt, Run } from '#common/run/run.js';
import { reconcile, type Decision } from './reconcile.js';
import type { DecisionContext } from './draft.js';
import type { StartResult } from '../engines/engine.js';
import type { Input } from './inputs.js';
import type { RunPlan } from './plan.js';

const first = asAttemptId('job-1/0/main/0/1');
const second = asAttemptId('job-1/0/main/0/2');
const replica2 = { replica: asReplicaId('replica-2'), incarnation: 'incarnation-2', host: 'host-1', lease: 1 };
/** The second replica's view when the first has fallen silent under its lease 1. */
const onlySecond = {
  replicas: new Set(['replica-2']),
  silent: new Map([['replica-1', 1]]),
  asOf: T0,
  hosts: new Set(['host-1']),
  since: T0,
};

/** A run with the plan that it follows, led from decision to decision. */
class Story {
  last: Decision | null = null;
  now = T0;

  constructor(
    readonly plan: RunPlan,
    public run: Run = aRun(plan),
  ) {}

  after(ms: number, ...inputs: Input[]): this {
    return this.with({}, ms, ...inputs);
  }

  with(turn: Partial<DecisionContext>, ms: number, ...inputs: Input[]): this {
    this.now += ms;
    this.last = reconcile(this.run, inputs, aTurn(this.plan, { now: this.now, ...turn }));
    this.run = this.last.next;
    return this;
  }

  /** Claimed and started. */
  begun(attempt: AttemptId = first): this {
    return this.after(0).after(10, started(attempt, this.now));
  }
}

const started = (attempt: AttemptId, at: number): Input => ({
  type: 'startResult',
  attempt,
  result: { type: 'started', at, node: 'host-1' },
});
const end = (at: number, fields: Partial<AttemptEnd> = {}): AttemptEnd => ({
  result: 'succeeded',
  at,
  exitCode: 0,
  reason: 'Exited',
  message: '',
  ...fields,
});
const ended = (attempt: AttemptId, at: number, fields: Partial<AttemptEnd> = {}): Input => ({
  type: 'observed',
  observation: { type: 'ended', attempt, startedAt: null, node: null, end: end(at, fields) },
});
const failed = (attempt: AttemptId, at: number, exitCode: number): Input =>
  ended(attempt, at, { result: 'failed', exitCode, reason: 'ExitCode', message: `exit code ${exitCode}` });
const sealed = (attempt: AttemptId): Input => ({ type: 'sealed', attempt, complete: true, reason: null });
const command = (name: RunCommand['command'], fields: Partial<RunCommand> = {}): Input => ({
  type: 'command',
  command: {
    id: `c-${name}`,
    run: 'job-1',
    shard: 0,
    command: name,
    reason: 'because',
    graceSeconds: null,
    actor: 'anna',
    at: T0,
    ...fields,
  },
});

describe('a plain run', () => {
  test('is claimed by one incarnation and asks for its start, without changing its phase', () => {
    const { run } = new Story(aPlan()).after(0);
    expect(run.phase).toBe('Pending');
    expect(run.live).toMatchObject([{ id: first, state: 'claimed', claim: { incarnation: 'incarnation-1' } }]);
    expect(run.effects).toEqual([{ type: 'start', attempt: first }]);
  });

  test('is Running once its attempt has started, and final in one decision when end and seal come together', () => {
    const story = new Story(aPlan()).begun();
    expect(story.run).toMatchObject({ phase: 'Running', started: T0, effects: [] });
    story.after(1_000, ended(first, T0 + 1_000), sealed(first));
    expect(story.run).toMatchObject({
      phase: 'Completed',
      reason: 'AllIndexesSucceeded',
      exitCode: 0,
      finished: story.now,
      live: [],
      wakeAt: null,
      expireAt: story.now + 86_400_000,
    });
    expect(story.last?.records).toMatchObject([{ id: first, logComplete: true, end: { result: 'succeeded' } }]);
  });

  test('waits as Completing for its output, and ends with an incomplete log when the hold has passed', () => {
    const story = new Story(aPlan()).begun().after(1_000, ended(first, T0 + 1_000));
    expect(story.run).toMatchObject({ phase: 'Completing', effects: [{ type: 'seal', attempt: first }] });
    expect(story.run.wakeAt).toBe(story.now + 60_000);
    story.after(60_000);
    expect(story.run).toMatchObject({ phase: 'Completed', live: [] });
    expect(story.last?.verdicts).toEqual([{ attempt: first, complete: false, reason: 'SealHoldPassed' }]);
  });

  test('waits longer for its output while that is being read, but not for ever', () => {
    const story = new Story(aPlan()).begun().after(1_000, ended(first, T0 + 1_000));
    const heldSince = story.now;
    const reading: Input = { type: 'sealing', attempt: first };
    story.after(45_000, reading);
    expect(story.run.wakeAt).toBe(heldSince + 105_000);
    while (story.run.live.length > 0 && story.now < heldSince + 2 * MAX_SEAL_HOLD_MS) story.after(45_000, reading);
    expect(story.now - heldSince).toBeGreaterThanOrEqual(MAX_SEAL_HOLD_MS);
    expect(story.now - heldSince).toBeLessThan(MAX_SEAL_HOLD_MS + 45_000);
    expect(story.last?.verdicts).toEqual([{ attempt: first, complete: false, reason: 'SealHoldPassed' }]);
  });

  test('does not wait longer for output that nobody came further with', () => {
    const story = new Story(aPlan()).begun().after(1_000, ended(first, T0 + 1_000));
    story.after(45_000, { type: 'sealing', attempt: first }).after(60_000);
    expect(story.run).toMatchObject({ phase: 'Completed', live: [] });
  });

  test('is not started before startAfter, and wakes up then', () => {
    const plan = aPlan();
    const story = new Story(plan, aRun(plan, { startAfter: T0 + 5_000, wakeAt: T0 + 5_000 })).after(0);
    expect(story.last?.changed).toBe(false);
    expect(story.after(5_000).run.live).toHaveLength(1);
  });

  test('no longer says that it waits for its time once that has come', () => {
    const plan = aPlan();
    const waiting = { reason: 'AwaitingStartTime', message: 'It is not started before then.' };
    const given = aRun(plan, { startAfter: T0 + 5_000, wakeAt: T0 + 5_000, ...waiting });
    const story = new Story(plan, given).after(4_999);
    expect(story.run).toMatchObject(waiting);
    expect(story.after(1).run).toMatchObject({ phase: 'Pending', reason: 'Starting', message: '' });
  });

  test('goes through Running in its history even if start and end are seen together', () => {
    const story = new Story(aPlan()).after(0);
    story.after(5, started(first, T0 + 1), ended(first, T0 + 5), sealed(first));
    expect(story.run.transitions.map(({ phase }) => phase)).toEqual(['Pending', 'Running', 'Completed']);
  });

  test('says that it waits for capacity while no start is granted', () => {
    const story = new Story(aPlan()).with({ grant: 0 }, 0);
    expect(story.last?.wanted).toEqual({ most: 1, least: 1 });
    expect(story.run).toMatchObject({ phase: 'Pending', reason: 'WaitingForCapacity', live: [] });
  });

  test('says that no executor here runs its engine', () => {
    const { run } = new Story(aPlan()).with({ engines: ['kubernetes'] }, 0);
    expect(run).toMatchObject({ phase: 'Pending', reason: 'EngineUnavailable' });
  });
});

describe('retries', () => {
  const twice = aPlan({ tasks: [aTask({ retry: { maxAttempts: 2, delayMs: 5_000 } })] });

  test('wait as Backoff from the end of the failed attempt, then start anew', () => {
    const story = new Story(twice).begun().after(1_000, failed(first, T0 + 900, 3), sealed(first));
    expect(story.run).toMatchObject({ phase: 'Backoff', wakeAt: T0 + 5_900 });
    expect(story.run.message).toContain(new Date(T0 + 5_900).toISOString());
    story.after(4_890);
    expect(story.run).toMatchObject({ phase: 'Pending', live: [{ id: second }] });
    story.after(10, started(second, story.now + 10));
    expect(story.run.phase).toBe('Running');
  });

  test('do not begin before the output of the attempt before is sealed', () => {
    const story = new Story(twice)
      .begun()
      .after(1_000, failed(first, T0 + 1_000, 3))
      .after(5_000);
    expect(story.run.live).toMatchObject([{ id: first, state: 'ended' }]);
    story.after(10, sealed(first));
    expect(story.run.live).toMatchObject([{ id: second, state: 'claimed' }]);
  });

  test('end in Failed with the last exit code when no attempt is left', () => {
    const story = new Story(twice)
      .begun()
      .after(1_000, failed(first, T0 + 1_000, 3), sealed(first))
      .after(5_000);
    story.after(10, started(second, story.now)).after(10, failed(second, story.now, 4), sealed(second));
    expect(story.run).toMatchObject({
      phase: 'Failed',
      reason: 'IndexFailed',
      exitCode: 4,
      message: 'main/0 failed after 2 attempts: ExitCode: exit code 4',
    });
  });

  test.each<[string, Parameters<typeof aTask>[0], number, string]>([
    ['onExitCodes names it', { retry: { maxAttempts: 2, onExitCodes: new Set([3]) } }, 3, 'Pending'],
    ['onExitCodes names others', { retry: { maxAttempts: 2, onExitCodes: new Set([4]) } }, 3, 'Failed'],
    ['notOnExitCodes names it', { retry: { maxAttempts: 2, notOnExitCodes: new Set([3]) } }, 3, 'Failed'],
    ['notOnExitCodes names others', { retry: { maxAttempts: 2, notOnExitCodes: new Set([4]) } }, 3, 'Pending'],
  ])('after an exit code where %s', (_, task, code, phase) => {
    const story = new Story(aPlan({ tasks: [aTask(task)] }))
      .begun()
      .after(10, failed(first, T0 + 10, code), sealed(first));
    expect(story.run.phase).toBe(phase);
  });

  test('double their delay up to its cap', () => {
    const retry = { maxAttempts: 10, delayMs: 1_000, exponential: true, maxDelayMs: 3_000 };
    const story = new Story(aPlan({ tasks: [aTask({ retry })] }));
    const delays = [1, 2, 3, 4].map((attempt) => {
      const id = asAttemptId(`job-1/0/main/0/${attempt}`);
      story.begun(id).after(0, failed(id, story.now, 1), sealed(id));
      const wait = (story.run.wakeAt ?? 0) - story.now;
      story.now += wait;
      return wait;
    });
    expect(delays).toEqual([1_000, 2_000, 3_000, 3_000]);
  });
});

describe('an attempt that an engine has nothing of', () => {
  const absent = (of: LiveAttempt): Input => ({ type: 'found', found: { type: 'absent', attempt: first }, of });
  const created: Input = { type: 'startResult', attempt: first, result: { type: 'created', node: null } };
  const claimed = (): Story => new Story(aPlan({ engine: 'kubernetes' })).after(0);
  const only = ({ run }: Story): LiveAttempt => run.live[0]!;

  test('has vanished if it was there before', () => {
    const story = claimed().after(5, created);
    story.after(5, absent(only(story)));
    expect(story.last?.records).toMatchObject([{ end: { result: 'deletedByOther', reason: 'Vanished' } }]);
  });

  test('has not vanished if it was made while it was looked for, whichever is heard first', () => {
    const [story, together] = [claimed(), claimed()];
    const asked = only(story);
    story.after(5, created).after(5, absent(asked));
    together.after(5, absent(asked), created);
    expect([only(story).state, only(together).state]).toEqual(['created', 'created']);
  });

  test('is begun anew if it was never there', () => {
    const story = claimed();
    story.after(5, absent(only(story)));
    expect(story.run.effects).toMatchObject([{ type: 'start', attempt: first }]);
    expect(only(story)).toMatchObject({ state: 'claimed', claim: { at: story.now } });
  });
});

describe('deadlines', () => {
  test('an attempt that exists but does not run by its start deadline is ended by force and counts as failed', () => {
    const story = new Story(aPlan({ engine: 'kubernetes' })).after(0);
    story.after(5, { type: 'startResult', attempt: first, result: { type: 'created', node: null } });
    expect(story.run.wakeAt).toBeLessThanOrEqual(T0 + 900_000);
    story.now = T0;
    story.after(900_000);
    expect(story.run.effects).toEqual([{ type: 'stop', attempt: first, force: true, graceSeconds: 0 }]);
    story.after(10, ended(first, story.now + 10, { result: 'deletedByUs', exitCode: null, reason: 'Deleted' }));
    expect(story.run).toMatchObject({ phase: 'Failed', reason: 'IndexFailed' });
    expect(story.last?.records).toMatchObject([{ end: { result: 'deadline', reason: 'StartDeadlineExceeded' } }]);
  });

  test('a start in doubt that can be asked about is ended by force, and nothing takes its place before it has ended', () => {
    const plan = aPlan({ startDeadlineMs: 50_000, tasks: [aTask({ retry: { maxAttempts: 2 } })] });
    const doubt: Input = {
      type: 'startResult',
      attempt: first,
      result: { type: 'inDoubt', reason: 'SpoolUnavailable', message: 'disk full' },
    };
    const story = new Story(plan).after(0).after(60_000, doubt);
    expect(story.run.effects).toEqual([{ type: 'stop', attempt: first, force: true, graceSeconds: 0 }]);
    expect(story.after(60_000).run.live).toMatchObject([{ id: first, state: 'stopping' }]);
    story.after(5, ended(first, story.now, { result: 'failed', exitCode: 137 })).after(1, sealed(first));
    expect(story.run.live).toMatchObject([{ id: second, state: 'claimed' }]);
  });

  test('an attempt that can never start is ended at once, says why, and counts as over when its engine says that it is gone', () => {
    const why = { reason: 'ImageRunsAsRoot', message: 'its image runs as root: do this' };
    const story = new Story(aPlan({ engine: 'kubernetes', tasks: [aTask({ retry: { maxAttempts: 2 } })] })).after(0);
    const waits = { type: 'waiting', attempt: first, ...why, cannotStart: 'startRefused' } as const;
    story.after(1_000, { type: 'observed', observation: waits });
    expect(story.run).toMatchObject({ phase: 'Pending', ...why });
    expect(story.run.effects).toEqual([{ type: 'stop', attempt: first, force: true, graceSeconds: 0 }]);
    // Told again, and the reply of its start: neither changes what was decided.
    story.after(1, { type: 'observed', observation: waits });
    story.after(1, { type: 'startResult', attempt: first, result: { type: 'created', node: null } });
    expect(story.run.live).toMatchObject([{ id: first, state: 'stopping', stop: { reason: 'cannotStart' } }]);
    story.after(10, ended(first, story.now + 10, { result: 'deletedByUs', exitCode: null, reason: 'Stopped' }));
    expect(story.last?.records).toMatchObject([{ end: { result: 'startRefused', ...why } }]);
    // It is a failure of its own: the retry rule counts it.
    story.after(1, sealed(first));
    expect(story.run.live).toMatchObject([{ id: second, state: 'claimed' }]);
  });

  test('what a pod went through names it, in the run’s history and in the attempt’s record', () => {
    const retry = { maxAttempts: 2, delayMs: 1_000 };
    const story = new Story(aPlan({ engine: 'kubernetes', tasks: [aTask({ retry })] })).after(0);
    const made = (attempt: AttemptId, name: string): Input => ({
      type: 'startResult',
      attempt,
      result: { type: 'created', node: null, name },
    });
    const waits = { type: 'waiting', attempt: first, reason: 'ErrImagePull', message: 'not found' } as const;
    story.after(1, made(first, 'pod-1')).after(1, { type: 'observed', observation: waits });
    const runs = { type: 'started', attempt: first, at: story.now, node: 'n1', name: 'pod-1' } as const;
    story.after(1, { type: 'observed', observation: runs });
    story
      .after(1, failed(first, story.now, 3))
      .after(1, sealed(first))
      .after(1_000);
    expect(story.run.live).toMatchObject([{ id: second }]);
    // Whoever made it may have died before it was noted: its end names it as well.
    const over = { type: 'ended', attempt: second, startedAt: story.now, node: 'n1', name: 'pod-2' } as const;
    story.after(1, {
      type: 'observed',
      observation: { ...over, end: end(story.now, { result: 'failed', exitCode: 3 }) },
    });
    expect(story.last?.records).toMatchObject([{ id: second, pod: 'pod-2' }]);
    story.after(1, sealed(second));
    const told = story.run.transitions.map(({ phase, pod }) => [phase, pod]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['Pending', 'pod-1'],
        ['Running', 'pod-1'],
        ['Backoff', 'pod-1'],
        ['Running', 'pod-2'],
        ['Failed', 'pod-2'],
      ]),
    );
  });

  test('an attempt that was never sent by its start deadline was refused by nobody', () => {
    const story = new Story(aPlan({ engine: 'kubernetes' })).after(0);
    story.after(900_000);
    const result = { type: 'refused', retryable: true, reason: 'Withdrawn', message: 'it waited too long' } as const;
    story.after(10, { type: 'startResult', attempt: first, result });
    expect(story.last?.records).toMatchObject([
      {
        end: {
          result: 'deadline',
          reason: 'StartDeadlineExceeded',
          message: expect.stringContaining('too long') as string,
        },
      },
    ]);
  });

  test('an attempt that runs too long is asked to end, then forced, and its exit code does not make it a success', () => {
    const story = new Story(aPlan({ timeoutMs: 60_000 })).begun();
    expect(story.run.wakeAt).toBe(T0 + 60_000);
    story.after(60_000);
    expect(story.run.effects).toEqual([{ type: 'stop', attempt: first, force: false, graceSeconds: 30 }]);
    expect(story.run.wakeAt).toBe(story.now + 30_000);
    story.after(30_000);
    expect(story.run.effects).toEqual([{ type: 'stop', attempt: first, force: true, graceSeconds: 30 }]);
    story.after(10, ended(first, story.now), sealed(first));
    expect(story.run).toMatchObject({ phase: 'Failed' });
    expect(story.last?.records).toMatchObject([{ end: { result: 'deadline', reason: 'TimeoutExceeded' } }]);
  });

  test('the run deadline ends the run as Failed, once its attempt has ended', () => {
    const story = new Story(aPlan({ activeDeadlineMs: 10_000 })).begun().after(10_000);
    expect(story.run).toMatchObject({ phase: 'Terminating', reason: 'DeadlineExceeded' });
    story.after(100, failed(first, story.now, 143), sealed(first));
    expect(story.run).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
  });

  test('processes of a host that nobody has heard of for a minute are lost', () => {
    const hostless = { ...onlySecond, hosts: new Set(['host-2']) };
    const self = { ...replica2, host: 'host-2' };
    const story = new Story(aPlan()).begun();
    story.with({ alive: hostless, self }, 30_000);
    expect(story.run.phase).toBe('Running');
    story.with({ alive: hostless, self }, 40_000);
    expect(story.last?.records).toMatchObject([{ end: { result: 'nodeLost', reason: 'HostLost' } }]);
  });
});

describe('web services', () => {
  const web = aPlan({ engine: 'webservice', idleTimeoutMs: 10_000 });
  const status = (state: 'RUNNING' | 'FINISHED' | 'FAILED', at: number, attempt = first): Input => ({
    type: 'status',
    attempt,
    at,
    state,
    message: null,
    exitCode: null,
    progress: null,
  });
  const result = (type: 'refused' | 'inDoubt', retryable = true): Input => ({
    type: 'startResult',
    attempt: first,
    result:
      type === 'refused'
        ? { type, retryable, reason: 'Http503', message: 'answered 503' }
        : { type, reason: 'NoAnswer', message: 'no answer' },
  });

  test('a refused start is claimed and sent again with backoff until the start deadline', () => {
    const story = new Story(web).after(0).after(10, result('refused'));
    expect(story.run).toMatchObject({ phase: 'Pending', reason: 'StartRefused', effects: [] });
    expect(story.run.wakeAt).toBe(story.now + 1_000);
    story.after(1_000);
    expect(story.run).toMatchObject({ live: [{ state: 'claimed' }], effects: [{ type: 'start' }] });
    story.after(10, result('refused'));
    expect(story.run.wakeAt).toBe(story.now + 2_000);
    story.now = T0;
    story.after(900_000);
    expect(story.run).toMatchObject({ phase: 'Failed' });
    expect(story.last?.records).toMatchObject([{ end: { result: 'startRefused', reason: 'StartDeadlineExceeded' } }]);
  });

  test('a start in doubt is never sent again and ends as StartUnknown', () => {
    const story = new Story(web).after(0).after(10, result('inDoubt'));
    expect(story.run).toMatchObject({ phase: 'Pending', reason: 'StartInDoubt', effects: [] });
    expect(story.after(60_000).run.effects).toEqual([]);
    story.now = T0;
    story.after(900_000).after(1, sealed(first));
    expect(story.run.phase).toBe('Failed');
    expect(story.run.message).toContain('no callback proved its start');
  });

  test('a start in doubt is sent again where the worker says that it may be', () => {
    const story = new Story({ ...web, idempotentStart: true }).after(0).after(10, result('inDoubt')).after(1_000);
    expect(story.run.effects).toEqual([{ type: 'start', attempt: first }]);
  });

  test('a callback proves a start in doubt', () => {
    const story = new Story(web)
      .after(0)
      .after(10, result('inDoubt'))
      .after(5, status('RUNNING', T0 + 14));
    expect(story.run).toMatchObject({ phase: 'Running', started: T0 + 14 });
  });

  test('what a worker tells of its progress is kept with the attempt, and the last of it with its end', () => {
    const told = { ...status('RUNNING', T0 + 14), message: 'half way', progress: { percent: 50 } } as Input;
    const story = new Story(web).begun().after(4, told);
    expect(story.run.live[0]?.lastStatus).toEqual({ message: 'half way', progress: { percent: 50 } });
    story.after(5, status('RUNNING', T0 + 20));
    expect(story.run.live[0]?.lastStatus).toEqual({ message: 'half way', progress: { percent: 50 } });
    story.after(5, status('FINISHED', T0 + 30));
    expect(story.last?.records[0]).toMatchObject({ id: first, progress: { percent: 50 } });
  });

  describe('whose replica falls silent before it has told what came of the start', () => {
    const view = { alive: onlySecond, self: replica2 };
    const inDoubt = (plan = web): Story => new Story(plan).after(0).with(view, 10_000);
    const of1: Extract<Input, { type: 'startResult' }>['claim'] = { incarnation: 'incarnation-1', at: T0 };
    const told = (result: StartResult, claim = of1): Input => ({ type: 'startResult', attempt: first, claim, result });
    const notSent = told({ type: 'notSent', message: 'late' });

    test('it is in doubt, and nobody sends it instead', () => {
      const { run } = inDoubt();
      expect(run.effects).toEqual([]);
      expect(run.live[0]?.doubt).toContain('fell silent');
    });

    test('it is claimed anew at once when the replica comes back and says that nothing was sent', () => {
      const { run } = inDoubt().with(view, 5_000, notSent);
      expect(run.live[0]).toMatchObject({ state: 'claimed', claim: { incarnation: 'incarnation-2', lease: 1 } });
      expect(run.live[0]?.doubt).toBeUndefined();
      expect(run.live[0]?.refusals).toBeUndefined();
      expect(run.effects).toEqual([{ type: 'start', attempt: first }]);
    });

    test('it runs when the replica comes back and says that it was sent', () => {
      const { run } = inDoubt().with(view, 5_000, told({ type: 'started', at: T0 + 9_000, node: null }));
      expect(run).toMatchObject({ phase: 'Running', live: [{ state: 'started' }] });
      expect(run.live[0]?.doubt).toBeUndefined();
    });

    test('it fails at its start deadline if nobody ever says', () => {
      const story = inDoubt().with(view, 900_000);
      expect(story.last?.records).toMatchObject([{ end: { result: 'startUnknown' } }]);
    });

    test('nothing is judged of what a replica has claimed that is not known yet, or under a later lease', () => {
      const claimed = new Story(web).after(0);
      const unseen = { ...onlySecond, silent: new Map<string, number>(), asOf: T0 + 1_000 };
      expect(claimed.with({ ...view, alive: unseen }, 1_000).run.live[0]?.doubt).toBeUndefined();
      const earlier = { ...onlySecond, silent: new Map([['replica-1', 0]]) };
      expect(claimed.with({ ...view, alive: earlier }, 1_000).run.live[0]?.doubt).toBeUndefined();
      expect(
        claimed.with({ ...view, alive: { ...unseen, asOf: T0 + 60_000 } }, 1_000).run.live[0]?.doubt,
      ).toBeDefined();
    });

    test('an idempotent start is claimed anew, and what the first claim came to counts only if it was started', () => {
      const story = inDoubt({ ...web, idempotentStart: true });
      expect(story.run.live[0]?.claim.incarnation).toBe('incarnation-2');
      expect(story.with(view, 1, notSent).last?.changed).toBe(false);
      const refused = told({ type: 'refused', retryable: false, reason: 'Http400', message: '' });
      expect(story.with(view, 1, refused).last?.changed).toBe(false);
      expect(story.with(view, 1, told({ type: 'started', at: T0, node: null })).run.phase).toBe('Running');
    });

    test('a replica without a lease claims nothing, and looks again in a second', () => {
      const story = new Story(web).with({ self: { ...replica2, lease: null } }, 0);
      expect(story.run).toMatchObject({ live: [], reason: 'WaitingForCapacity', wakeAt: T0 + 1_000 });
    });
  });

  test('a final status ends the attempt; the same again is accepted, another is not', () => {
    const story = new Story(web).begun().after(10, status('FINISHED', T0 + 20));
    expect(story.run.phase).toBe('Completing');
    expect(story.after(1, status('FINISHED', T0 + 21)).last?.answers).toEqual(['done']);
    expect(story.after(1, status('FAILED', T0 + 22)).last?.answers).toEqual(['conflict']);
    expect(story.after(1, sealed(first)).run.phase).toBe('Completed');
    expect(story.after(1, status('FAILED', T0 + 23)).last?.answers).toEqual(['notCurrent']);
  });

  test('silence for the idle timeout aborts the run; signs of life move it, written down now and then only', () => {
    const story = new Story(web).begun();
    expect(story.run.wakeAt).toBe(T0 + 10_000);
    story.after(500, { type: 'seen', attempt: first, at: story.now + 500 });
    expect(story.last?.changed).toBe(false);
    const seenAt = story.now + 5_000;
    story.after(5_000, { type: 'seen', attempt: first, at: seenAt });
    expect(story.run.live[0]?.lastSeenAt).toBe(seenAt);
    story.now = T0;
    expect(story.after(10_000).run.effects).toEqual([]);
    story.now = seenAt;
    story.after(10_000);
    expect(story.run.effects).toMatchObject([{ type: 'stop', attempt: first }]);
    story.after(5, ended(first, story.now + 5, { result: 'deletedByUs', exitCode: null })).after(1, sealed(first));
    expect(story.run).toMatchObject({ phase: 'Aborted', reason: 'IdleTimeout' });
  });

  test('silence is tried again where the job asks for it', () => {
    const plan = { ...web, tasks: [aTask({ retry: { maxAttempts: 2, onIdleTimeout: true } })] };
    const story = new Story(plan).begun().after(10_000);
    story.after(5, ended(first, story.now + 5, { result: 'deletedByUs', exitCode: null }), sealed(first));
    expect(story.run).toMatchObject({ phase: 'Pending', live: [{ id: second }] });
  });
});

describe('commands', () => {
  test.each<[RunCommandName, string, string]>([
    ['abort', 'Aborting', 'Aborted'],
    ['kill', 'Aborting', 'Aborted'],
    ['terminate', 'Terminating', 'Terminated'],
    ['complete', 'Completing', 'Completed'],
  ])('%s leads over %s to %s, with who and why, when the attempt has really ended', (name, on, final) => {
    const story = new Story(aPlan()).begun().after(10, command(name));
    expect(story.run).toMatchObject({ phase: on, message: 'because', commands: [`c-${name}`] });
    expect(story.run.transitions.at(-1)).toMatchObject({ actor: 'anna', message: 'because' });
    expect(story.run.effects).toMatchObject([{ type: 'stop', force: name === 'kill' }]);
    story.after(10, failed(first, story.now + 10, 143), sealed(first));
    expect(story.run.phase).toBe(final);
  });

  test('are applied once', () => {
    const story = new Story(aPlan()).begun().after(10, command('abort'));
    expect(story.after(10, command('abort')).last?.changed).toBe(false);
  });

  test('the first ending stands; a later command leaves its trace, and kill takes away the grace', () => {
    const story = new Story(aPlan()).begun().after(10, command('terminate')).after(10, command('abort'));
    expect(story.run.transitions.at(-1)).toMatchObject({ reason: 'CommandIgnored', actor: 'anna' });
    expect(story.run.effects).toMatchObject([{ type: 'stop', force: false }]);
    story.after(10, command('kill'));
    expect(story.run.effects).toMatchObject([{ type: 'stop', force: true }]);
    story.after(10, failed(first, story.now, 137), sealed(first));
    expect(story.run.phase).toBe('Terminated');
  });

  test('abort a run that was never started, at once', () => {
    const story = new Story(aPlan()).with({ grant: 0 }, 0).after(10, command('abort'));
    expect(story.run).toMatchObject({ phase: 'Aborted', reason: 'AbortedByCommand' });
  });

  test('resume opens a new generation of an aborted run', () => {
    const story = new Story(aPlan())
      .begun()
      .after(10, command('kill'))
      .after(10, failed(first, T0 + 40, 137), sealed(first));
    expect(story.run.phase).toBe('Aborted');
    story.after(10, command('resume'));
    // Its place is given away: the scheduler admits it like any run, and it goes on from there.
    const waiting = { phase: 'Queued', generation: 1, finished: null, expireAt: null, wakeAt: null, live: [] };
    expect(story.run).toMatchObject(waiting);
    story.run = { ...story.run, phase: 'Pending' };
    expect(story.after(10).run.live).toMatchObject([{ id: 'job-1/1/main/0/1' }]);
  });

  test.each([
    ['abort', 'notYet'],
    ['change', 'notYet'],
    ['restart', 'conflict'],
    ['resume', 'conflict'],
  ] as const)('%s leaves a run that waits for its place to the scheduler: %s', (name, answer) => {
    const story = new Story(aPlan());
    story.run = { ...story.run, phase: 'Queued' };
    const before = story.run;
    expect(story.after(10, command(name)).run).toBe(before);
    expect(story.last?.answers).toEqual([answer]);
  });

  test('a command that came too late for an aborted run is none of the resumed one', () => {
    const late = command('abort', { id: 'late', at: T0 + 1 });
    const story = new Story(aPlan()).with({ grant: 0 }, 0).after(10, command('abort')).after(10, late);
    expect(story.run).toMatchObject({ phase: 'Aborted', reason: 'AbortedByCommand' });
    expect(story.last?.answers).toEqual(['conflict']);
    story.after(10, command('resume'));
    story.run = { ...story.run, phase: 'Pending' };
    expect(story.after(10, late).run).toMatchObject({ phase: 'Pending', ending: null });
  });

  test('what is asked right after a resume waits until the run has its place', () => {
    const story = new Story(aPlan()).with({ grant: 0 }, 0).after(10, command('abort'));
    story.after(10, command('resume', { at: T0 + 1 }), command('kill', { at: T0 + 2 }));
    expect(story.run).toMatchObject({ phase: 'Queued', ending: null });
    expect(story.last?.answers).toEqual(['done', 'notYet']);
  });

  test('restart stops what runs and begins anew when it is gone', () => {
    const story = new Story(aPlan()).begun().after(10, command('restart'));
    expect(story.run).toMatchObject({ phase: 'Restarting', effects: [{ type: 'stop' }] });
    story.after(10, failed(first, story.now, 143), sealed(first));
    expect(story.run).toMatchObject({ generation: 1, retries: 0, live: [{ id: 'job-1/1/main/0/1' }] });
  });

  test.each(['abort', 'kill', 'terminate', 'complete', 'restart', 'resume'] as const)(
    '%s never changes a completed run',
    (name) => {
      const story = new Story(aPlan()).begun().after(10, ended(first, T0 + 20), sealed(first));
      const before = story.run;
      expect(story.after(10, command(name)).run).toBe(before);
      expect(story.last?.answers).toEqual(['conflict']);
    },
  );
});
