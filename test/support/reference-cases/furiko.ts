/* eslint jest/no-standalone-expect: off -- each case is run inside a test, of cases.spec.ts */
/** The acceptance cases of Furiko that are about parallel runs, 64 to 130. */
import { systemClock } from '#common/clock/clock.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { ConcurrencyPolicy } from '#common/spec/schedule.js';
import type { JobOption } from '#common/spec/options.js';
import type { RunCommandName, StoredJob } from '#common/spec/definitions.js';
import { asJobId, asSpecHash, asTenantId, asWorkerId, type RunId } from '#common/domain/ids.js';
import { optionValue } from '#common/spec/options/evaluate.js';
import { indexCountOf, indexInfo, indexSourceOf } from '#common/spec/index-source.js';
import { stateOf } from '#common/run/phase.js';
import type { AttemptEnd, Run } from '#common/run/run.js';
import { excludesNothing } from '#common/schedule/exclusion.js';
import { isZoneName } from '#common/schedule/zone.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { ERROR_CODES } from '#common/errors/codes.js';
import { scanPage } from '#common/runtime/paged-scan.js';
import type { AttemptsStore } from '#common/mongo/attempts.store.js';
import { withoutEventLog, noLedger } from '#testing/everything-counted.js';
import { RunReader } from '../../../apps/api/src/runs/run.reader.js';
import { reconcile } from '../../../apps/executor/src/run/reconcile.js';
import { observedPod } from '../../../apps/executor/src/engines/kubernetes/core/observed-pod.js';
import { viewPod } from '../../../apps/executor/src/engines/kubernetes/core/pod-view.js';
import { substitute } from '../../../apps/executor/src/launch/substitution.js';
import { Removals } from '../../../apps/executor/src/sweeps/removals.js';
import { applyJob, effectiveFromOf, readDefinition } from '../../../apps/scheduler/src/core/apply-job.js';
import { planStep, type PlanView } from '../../../apps/scheduler/src/core/plan-step.js';
import { aSchedule } from '../builders/a-schedule.js';
import { aPlan, aRun, aContext, T0 } from '../builders/run-builder.js';
import { AdmissionCase, type AdmissionCaseOptions } from '../admission-case.js';
import { CaseRun, problemsOf, type CaseJob } from '../case-run.js';
import type { ReferenceCase } from '../reference-case.js';

const count = (withCount: number, rest: CaseJob = {}): CaseJob => ({
  ...rest,
  parallelism: { withCount, ...rest.parallelism },
});
const any = (withCount: number): CaseJob => ({ parallelism: { withCount, completionStrategy: 'AnySuccessful' } });
const of = (job: CaseJob): CaseRun => new CaseRun(job);
const cells = (withMatrix: Record<string, string[]>): readonly string[] => {
  const source = indexSourceOf({ parallelism: { withMatrix } });
  const values = (index: number): string[] => Object.values(indexInfo(source, index).matrix ?? {});
  return Array.from({ length: indexCountOf(source) }, (_, index) => values(index).join(''));
};
type Declared = JobOption extends infer T ? (T extends { name: string } ? Omit<T, 'name'> : never) : never;
/** Null: refused. */
function textOf(declared: Declared, given: JsonValue): string | null {
  const result = optionValue({ name: 'x', ...declared }, given);
  return result.ok ? result.text : null;
}
/** A started attempt does not run by itself. */
function waiting(job: CaseJob): CaseRun {
  const run = new CaseRun(job);
  run.placing = 'waits';
  return run.go();
}
/** Counters as Furiko's: what exists and does not run, runs, succeeded, failed. */
function counters(run: CaseRun): { starting: number; running: number; succeeded: number; failed: number } {
  const { succeeded = 0, failed = 0, running = 0 } = run.run.tasks[0] ?? {};
  const starting = run.run.live.filter(({ startedAt, end }) => startedAt === null && end === null).length;
  return { starting, running, succeeded, failed };
}
const phaseOf = (run: CaseRun): string => run.run.phase;

/** A planner's view of a job that needs places, when slots up to `now` are due. */
const slotsUntil = (now: number): PlanView => ({
  now,
  dueBy: now,
  cronDisabled: false,
  limited: true,
  excludes: excludesNothing,
  knownSlots: new Map(),
  closing: null,
});

/** Attempts are listed without a look at anything else. */
const UNUSED = null as never;

type PageOf = Parameters<AttemptsStore['pageOf']> extends [unknown, ...infer Rest] ? Rest : never;
/** The attempts of a run as the API lists them, so many on a page, as `task/index/attempt`; the store keeps them by their ids. */
async function listed(run: CaseRun, limit: number): Promise<string[]> {
  const stored = [...run.records.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const pageOf: AttemptsStore['pageOf'] = (_run, keep, after, most) =>
    scanPage(
      (last, size) => {
        const from = last?.id ?? after;
        return Promise.resolve(stored.filter(({ id }) => from === null || id > from).slice(0, size));
      },
      keep,
      most,
    );
  const runs = { pageOf: ({ id }: Run, ...rest: PageOf) => pageOf(id, ...rest) } as never;
  const reader = new RunReader(runs, UNUSED, UNUSED);
  const items: string[] = [];
  for (let after: string | null = null; ;) {
    const page = await reader.attempts(run.run, {}, after, limit);
    items.push(...page.items.map(({ task, index, attempt }) => `${task}/${index}/${attempt}`));
    if (page.lastSeen === null) return items;
    after = page.lastSeen.id;
  }
}

const POD_SEEN = Date.parse('2026-03-01T11:00:00Z');
/** A container that has ended, with exit code 0. */
const exited = (more: object): { name: string; state: object } => {
  const times = { startedAt: '2026-03-01T10:00:01Z', finishedAt: '2026-03-01T10:00:05Z' };
  return { name: 'main', state: { terminated: { exitCode: 0, reason: 'Completed', ...times, ...more } } };
};
/** How a pod with these containers has ended. */
function endOf(phase: string, ...containers: readonly { readonly name: string }[]): AttemptEnd {
  const about = { name: 'p', namespace: 'workers', uid: 'u', resourceVersion: '1' };
  const pod = observedPod.parse({
    metadata: { ...about, creationTimestamp: '2026-03-01T10:00:00Z' },
    spec: { nodeName: 'n1', restartPolicy: 'Never', containers: containers.map(({ name }) => ({ name })) },
    status: { phase, containerStatuses: containers },
  });
  const { state } = viewPod(pod, { now: POD_SEEN, nodeLostMs: 300_000, stopAsked: false, isProvenOver: false });
  if (state.type !== 'ended') throw new Error(`it has not ended: ${state.type}`);
  return state.end;
}

/** The scheduler's document after a job was saved with these fields at `now`; `savedAt` is the time of the api's clock. */
function synced(old: ScheduleState | null, fields: object, now: number, savedAt = now): ScheduleState {
  const about = { version: 1, createdAt: T0, updatedAt: savedAt, updatedBy: 'anna' };
  const worker = {
    id: asWorkerId('worker'),
    ...about,
    spec: { name: 'W', engine: 'process' as const, command: ['w'] },
  };
  const job: StoredJob = {
    id: asJobId('job-1'),
    tenant: asTenantId('ibm'),
    ...about,
    rev: 1,
    paused: null,
    deletedAt: null,
    spec: { tenant: 'ibm', name: 'A job', worker: 'worker', ...fields },
    sealed: { secureParameters: null, httpHeaders: {} },
  };
  const workers = { worker: { ...worker, sealed: { httpHeaders: {} } }, taskWorkers: [] };
  const from = effectiveFromOf(job, old, now);
  return applyJob({ job, ...workers, spec: asSpecHash('spec'), shard: 0 }, readDefinition(job), old, from);
}

export const FURIKO_CASES: readonly ReferenceCase[] = [
  {
    no: 'Furiko 64',
    says: 'one index, nothing begun: it is pending, the run is not complete',
    differs: true,
    holds: (): void => {
      const run = of(count(1));
      run.grant = 0;
      expect(run.go().run).toMatchObject({ phase: 'Pending', tasks: [{ pending: 1, succeeded: 0, failed: 0 }] });
    },
  },
  {
    no: 'Furiko 65',
    says: 'a job without parallelism has index 0: one is starting',
    holds: (): void => {
      expect([counters(waiting({})), waiting({}).active]).toEqual([
        { starting: 1, running: 0, succeeded: 0, failed: 0 },
        [0],
      ]);
    },
  },
  {
    no: 'Furiko 66',
    says: 'it runs: one is running',
    holds: (): void => {
      expect(counters(of({}).go())).toMatchObject({ starting: 0, running: 1 });
    },
  },
  {
    no: 'Furiko 67',
    says: 'it has succeeded: complete and successful',
    holds: (): void => {
      expect(phaseOf(of({}).go().does('well', 0))).toBe('Completed');
    },
  },
  {
    no: 'Furiko 68',
    says: 'two indexes, one runs, the other has not begun: one running, one pending',
    differs: true,
    holds: (): void => {
      const run = of(count(2, { parallelism: { maxActive: 1 } })).go();
      expect(run.run.tasks).toMatchObject([{ running: 1, pending: 1 }]);
    },
  },
  {
    no: 'Furiko 69',
    says: 'one has succeeded, the other has not begun: AllSuccessful is not complete, AnySuccessful is',
    holds: (): void => {
      const one = { maxActive: 1 };
      const all = of(count(2, { parallelism: one }))
        .go()
        .does('well', 0);
      expect(all.run).toMatchObject({ phase: 'Running', tasks: [{ succeeded: 1 }] });
      const first = of({ parallelism: { ...any(2).parallelism, ...one } })
        .go()
        .does('well', 0);
      expect(first.run).toMatchObject({ phase: 'Completed', reason: 'AnyIndexSucceeded' });
    },
  },
  {
    no: 'Furiko 70',
    says: 'one runs, one is starting',
    holds: (): void => {
      expect(counters(waiting(count(2)).begins(0))).toMatchObject({ starting: 1, running: 1 });
    },
  },
  {
    no: 'Furiko 71',
    says: 'one has succeeded, one is starting',
    holds: (): void => {
      const run = waiting(count(2)).begins(0).does('well', 0);
      expect(counters(run)).toEqual({ starting: 1, running: 0, succeeded: 1, failed: 0 });
    },
  },
  {
    no: 'Furiko 72',
    says: 'one has failed, one is starting: AllSuccessful is decided, AnySuccessful is not',
    holds: (): void => {
      expect(phaseOf(waiting(count(2)).begins(0).does(1, 0))).toBe('Failed');
      const open = waiting(any(2)).begins(0).does(1, 0);
      expect([open.run.ending, open.active]).toEqual([null, [1]]);
    },
  },
  {
    no: 'Furiko 73',
    says: 'the same with three tries: nothing has failed for good',
    differs: true,
    holds: (): void => {
      const run = waiting(count(2, { maxAttempts: 3, retry: { delaySeconds: 60 } }))
        .begins(0)
        .does(1, 0);
      expect(counters(run)).toMatchObject({ starting: 1, failed: 0 });
      expect(run.run.tasks).toMatchObject([{ pending: 2 }]);
    },
  },
  {
    no: 'Furiko 74',
    says: 'and the second try of index 0 is starting: two are',
    holds: (): void => {
      expect(
        counters(
          waiting(count(2, { maxAttempts: 3 }))
            .begins(0)
            .does(1, 0),
        ),
      ).toMatchObject({ starting: 2 });
    },
  },
  {
    no: 'Furiko 75',
    says: 'AnySuccessful, both have failed: Failed',
    holds: (): void => {
      expect(phaseOf(of(any(2)).go().does(1, 0, 1))).toBe('Failed');
    },
  },
  {
    no: 'Furiko 76',
    says: 'three indexes, three tries: two have succeeded, the third has failed twice: it waits, nothing is decided',
    holds: (): void => {
      const run = of(count(3, { maxAttempts: 3, retry: { delaySeconds: 60 } }))
        .go()
        .does('well', 0, 1)
        .does(1, 2);
      run.go(60).does(1, 2);
      expect(run.run).toMatchObject({ phase: 'Backoff', ending: null, tasks: [{ succeeded: 2, failed: 0 }] });
    },
  },
  {
    no: 'Furiko 77',
    says: 'the cells of a matrix, the last key fastest',
    holds: (): void => {
      expect(cells({ key: ['a', 'b'], num: ['1', '2', '3'] })).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
      expect(cells({ only: ['x', 'y', 'z'] })).toEqual(['x', 'y', 'z']);
      expect(cells({ a: ['1'], b: ['1'], c: ['1'] })).toEqual(['111']);
      const run = of({ parallelism: { withMatrix: { key: ['a', 'b'], num: ['1', '2', '3'] } } }).go();
      expect(run.active).toEqual([0, 1, 2, 3, 4, 5]);
    },
  },
  {
    no: 'Furiko 78',
    says: 'the same cells however the keys are ordered',
    holds: (): void => {
      const one = cells({ key: ['a', 'b'], num: ['1', '2', '3'] });
      expect(cells({ num: ['1', '2', '3'], key: ['a', 'b'] })).toEqual(one);
      expect(cells({ key: ['a', 'c'], num: ['1', '2', '3'] })).not.toEqual(one);
      expect(cells({ key: ['a', 'b'], num: ['1', '2'] })).not.toEqual(one);
    },
  },
  {
    no: 'Furiko 79',
    says: 'no indexes: nothing is begun',
    holds: (): void => {
      expect(of({ completions: 0 }).go()).toMatchObject({ starts: [], run: { phase: 'Completed' } });
    },
  },
  {
    no: 'Furiko 80',
    says: 'nothing begun: index 0 is, at once',
    holds: (): void => {
      expect(of({}).go().starts).toEqual(['main/0.1']);
    },
  },
  {
    no: 'Furiko 81',
    says: 'one is active: no other is begun',
    holds: (): void => {
      expect(of({ maxAttempts: 3 }).go().go(600).starts).toEqual(['main/0.1']);
    },
  },
  {
    no: 'Furiko 82',
    says: 'it failed, one try: no other',
    holds: (): void => {
      expect(of({}).go().does(1, 0).go(600).starts).toEqual(['main/0.1']);
    },
  },
  {
    no: 'Furiko 83',
    says: 'it failed, three tries: the second at once',
    holds: (): void => {
      expect(of({ maxAttempts: 3 }).go().does(1, 0).starts).toEqual(['main/0.1', 'main/0.2']);
    },
  },
  {
    no: 'Furiko 84',
    says: 'one succeeded, one failed: only that one is tried again',
    holds: (): void => {
      const run = of(count(2, { maxAttempts: 3 }))
        .go()
        .does('well', 0)
        .does(1, 1);
      expect(run.starts).toEqual(['main/0.1', 'main/1.1', 'main/1.2']);
    },
  },
  {
    no: 'Furiko 85',
    says: 'a delay of 60 seconds counts from the end',
    holds: (): void => {
      const run = of({ maxAttempts: 3, retry: { delaySeconds: 60 } })
        .go(30)
        .does(1, 0)
        .go(59);
      expect(run.starts).toHaveLength(1);
      expect(run.go(1).starts).toHaveLength(2);
    },
  },
  {
    no: 'Furiko 86',
    says: 'it failed three times of three: no more',
    holds: (): void => {
      const run = of(count(2, { maxAttempts: 3 }))
        .go()
        .does('well', 0)
        .does(1, 1)
        .does(1, 1)
        .does(1, 1)
        .go(600);
      expect([run.starts.length, phaseOf(run)]).toEqual([4, 'Failed']);
    },
  },
  {
    no: 'Furiko 87',
    says: 'three indexes, two tries, 60 seconds: the second try after them, and when it succeeds the run does',
    holds: (): void => {
      const run = of(count(3, { maxAttempts: 2, retry: { delaySeconds: 60 } }))
        .go()
        .does('well', 0, 1)
        .does(1, 2);
      expect(run.go(0).active).toEqual([]);
      expect(run.go(60).liveAt(2).attempt).toBe(2);
      expect(run.does('well', 2)).toMatchObject({ run: { phase: 'Completed' }, starts: { length: 4 } });
    },
  },
  {
    no: 'Furiko 88',
    says: 'not due yet: nothing starts before startAfter',
    holds: (): void => {
      const later = new CaseRun({}, { startAfter: T0 + 60_000 }).go();
      expect([later.starts, later.run.wakeAt]).toEqual([[], T0 + 60_000]);
      expect(later.go(59).starts).toEqual([]);
      expect(later.go(1).starts).toEqual(['main/0.1']);
      expect(of({}).go().starts).toEqual(['main/0.1']);
    },
  },
  {
    no: 'Furiko 89',
    says: 'refused at admission: a run by hand leaves nothing, one that waited ends Refused, a slot is a gap',
    differs: true,
    holds: async (): Promise<void> => {
      const admission = new AdmissionCase({ policy: 'Forbid', active: 1 });
      const { state } = admission;
      const refusal = await admission.ask('at-once');
      expect(refusal).toMatchObject({ ok: false, code: 'CONCURRENCY_FORBIDDEN' });
      expect([ERROR_CODES.CONCURRENCY_FORBIDDEN.status, admission.runs.size, admission.state]).toEqual([409, 0, state]);
      expect(await admission.ask('later', null, T0 + 60_000)).toEqual({ ok: true, run: 'later' });
      admission.now = T0 + 60_000;
      await admission.look();
      const [later] = admission.runs.values();
      const ended = { phase: 'Refused', reason: 'ConcurrencyForbidden', finished: admission.now, started: null };
      expect([later, admission.state.queue]).toMatchObject([ended, []]);
      const busy = aSchedule({ cron: '* * * * *' }, T0, { concurrency: state.concurrency, holders: state.holders });
      expect(planStep(busy, slotsUntil(busy.nextSlotAt!))).toMatchObject({
        kind: 'gap',
        gap: { outcome: 'skipped', reason: 'ConcurrencyForbidden', count: 1 },
      });
    },
  },
  {
    no: 'Furiko 90',
    says: 'admitted, nothing begun: Pending, for want of capacity',
    holds: (): void => {
      const run = of({});
      run.grant = 0;
      expect(run.go().run).toMatchObject({ phase: 'Pending', reason: 'WaitingForCapacity' });
    },
  },
  {
    no: 'Furiko 91',
    says: 'killed before anything has begun: Aborted at once',
    differs: true,
    holds: (): void => {
      const run = of({}).command('kill');
      expect(run.run).toMatchObject({ phase: 'Aborted', finished: run.now });
      expect(run.starts).toEqual([]);
    },
  },
  {
    no: 'Furiko 92',
    says: 'starting: Pending; running: Running, with its time',
    holds: (): void => {
      const run = waiting({});
      expect(run.run).toMatchObject({ phase: 'Pending', started: null });
      expect(run.begins(0).run).toMatchObject({ phase: 'Running', started: run.now });
    },
  },
  {
    no: 'Furiko 93',
    says: 'succeeded: Completed, also with tries left',
    holds: (): void => {
      expect(phaseOf(of({ maxAttempts: 3 }).go().does('well', 0))).toBe('Completed');
    },
  },
  {
    no: 'Furiko 94',
    says: 'failed: Failed with one try, Backoff with two',
    holds: (): void => {
      expect(phaseOf(of({}).go().does(1, 0))).toBe('Failed');
      expect(
        phaseOf(
          of({ maxAttempts: 2, retry: { delaySeconds: 5 } })
            .go()
            .does(1, 0),
        ),
      ).toBe('Backoff');
    },
  },
  {
    no: 'Furiko 95',
    says: 'ended by the start deadline, no tries left: Failed, not Aborted',
    holds: (): void => {
      expect(phaseOf(waiting({ startDeadlineSeconds: 60 }).go(60))).toBe('Failed');
    },
  },
  {
    no: 'Furiko 96',
    says: 'the second try is starting: Pending; it runs: Running',
    holds: (): void => {
      const run = waiting({ maxAttempts: 2 }).begins(0).does(1, 0);
      expect(phaseOf(run)).toBe('Pending');
      expect(phaseOf(run.begins(0))).toBe('Running');
    },
  },
  {
    no: 'Furiko 97',
    says: 'it vanished without a trace: Failed, or tried again; of a killed run: Aborted',
    differs: true,
    holds: (): void => {
      expect(phaseOf(of({}).go().does('deletedByOther', 0))).toBe('Failed');
      expect(of({ maxAttempts: 2 }).go().does('deletedByOther', 0).liveAt(0).attempt).toBe(2);
      const killed = of({}).go();
      killed.stopping = false;
      killed.command('kill');
      expect(phaseOf(killed.does('deletedByOther', 0))).toBe('Aborted');
    },
  },
  {
    no: 'Furiko 98',
    says: 'stopped by us in a killed run: Aborted; stopped for being slow with tries left: tried again',
    differs: true,
    holds: (): void => {
      expect(phaseOf(of({}).go().command('kill'))).toBe('Aborted');
      const slow = of({ maxAttempts: 2, timeoutSeconds: 10 }).go().go(10);
      expect(slow.starts).toEqual(['main/0.1', 'main/0.2']);
    },
  },
  {
    no: 'Furiko 99',
    says: 'three indexes: some made, some running, one done: Pending until one runs, then Running',
    differs: true,
    holds: (): void => {
      const run = waiting(count(3));
      expect(phaseOf(run)).toBe('Pending');
      expect(phaseOf(run.begins(0))).toBe('Running');
      expect(run.begins(1, 2).does('well', 0).run).toMatchObject({ phase: 'Running', tasks: [{ terminating: 0 }] });
    },
  },
  {
    no: 'Furiko 100',
    says: 'AnySuccessful, one of three has succeeded: the other two are ending',
    holds: (): void => {
      const run = of(any(3)).go();
      run.stopping = false;
      expect(run.does('well', 1).run).toMatchObject({ phase: 'Completing', tasks: [{ terminating: 2 }] });
    },
  },
  {
    no: 'Furiko 101',
    says: 'three indexes, killed: Aborting until the last has ended, then Aborted',
    differs: true,
    holds: (): void => {
      const run = of(count(3)).go();
      run.stopping = false;
      expect(run.command('kill').run).toMatchObject({ phase: 'Aborting', tasks: [{ terminating: 3 }] });
      expect(run.does('deletedByUs', 0).run).toMatchObject({ phase: 'Aborting', tasks: [{ terminating: 2 }] });
      expect(phaseOf(run.does('deletedByUs', 1, 2))).toBe('Aborted');
    },
  },
  {
    no: 'Furiko 102',
    says: 'a run without a place is Queued, and nothing of it starts',
    holds: (): void => {
      const plan = aPlan();
      const queued = aRun(plan, { phase: 'Queued', wakeAt: null });
      expect(reconcile(queued, [], aContext(plan))).toMatchObject({ changed: false, wanted: { most: 0 } });
      expect(stateOf(queued.phase)).toBe('QUEUED');
    },
  },
  {
    no: 'Furiko 103',
    says: 'nothing begun or starting: Pending; the last failed: Backoff; the next is starting: Pending',
    holds: (): void => {
      const run = waiting({ maxAttempts: 2, retry: { delaySeconds: 5 } });
      expect(phaseOf(run)).toBe('Pending');
      expect(phaseOf(run.begins(0).does(1, 0))).toBe('Backoff');
      expect(phaseOf(run.go(5))).toBe('Pending');
    },
  },
  {
    no: 'Furiko 104',
    says: 'running: Running; decided with attempts left: on its way out',
    holds: (): void => {
      const run = of(any(2)).go();
      expect(phaseOf(run)).toBe('Running');
      run.stopping = false;
      expect(phaseOf(run.does('well', 0))).toBe('Completing');
    },
  },
  {
    no: 'Furiko 105',
    says: 'the coarse state follows from the final phase alone',
    holds: (): void => {
      const phases = ['Completed', 'Failed', 'Aborted', 'Refused'] as const;
      expect(phases.map(stateOf)).toEqual(['FINISHED', 'FAILED', 'ABORTED', 'FAILED']);
    },
  },
  {
    no: 'Furiko 106',
    says: 'killed while waiting or running: Aborting',
    differs: true,
    holds: (): void => {
      const phases = [waiting({}), of({}).go()].map((run) => {
        run.stopping = false;
        return phaseOf(run.command('kill'));
      });
      expect(phases).toEqual(['Aborting', 'Aborting']);
    },
  },
  {
    no: 'Furiko 107',
    says: 'two starting: Pending; one waits for its next try and one runs: Running',
    differs: true,
    holds: (): void => {
      expect(phaseOf(waiting(count(2)))).toBe('Pending');
      expect(
        phaseOf(
          of(count(2, { maxAttempts: 2, retry: { delaySeconds: 60 } }))
            .go()
            .does(1, 0),
        ),
      ).toBe('Running');
    },
  },
  {
    no: 'Furiko 108',
    says: 'created and not running after 900 seconds: stopped then and not before, once; there is always a deadline',
    differs: true,
    holds: (): void => {
      const run = waiting({});
      run.stopping = false;
      expect(run.go(899).terminating).toBe(0);
      expect(run.go(1).liveAt(0).stop).toMatchObject({ reason: 'startDeadline', at: run.now });
      const { stop } = run.liveAt(0);
      expect(run.go(60).liveAt(0).stop).toEqual(stop);
    },
  },
  {
    no: 'Furiko 109',
    says: 'a command acts when it is given, and once',
    differs: true,
    holds: (): void => {
      const run = of({}).go();
      run.stopping = false;
      run.command('abort');
      const { stop } = run.liveAt(0);
      expect([phaseOf(run), run.go(5).liveAt(0).stop]).toEqual(['Aborting', stop]);
    },
  },
  {
    no: 'Furiko 110',
    says: 'asked to end, and still there when the grace has passed: ended by force',
    differs: true,
    holds: (): void => {
      const run = of({}).go();
      run.stopping = false;
      run.command('abort', 20);
      expect(run.run.effects).toMatchObject([{ type: 'stop', force: false }]);
      expect(run.go(20).run.effects).toMatchObject([{ type: 'stop', force: true }]);
    },
  },
  {
    no: 'Furiko 111',
    says: 'gone after the kill: Aborted',
    differs: true,
    holds: (): void => {
      expect(phaseOf(of({}).go().command('kill'))).toBe('Aborted');
    },
  },
  {
    no: 'Furiko 112',
    says: 'kept for its time after its end',
    differs: true,
    holds: (): void => {
      const run = of({ retention: { maxAgeSeconds: 3_600 } })
        .go()
        .does('well', 0);
      expect(run.run.expireAt).toBe(run.now + 3_600_000);
    },
  },
  {
    no: 'Furiko 113',
    says: 'a run with a live attempt cannot be deleted; it is aborted first, ends Aborted, and then it goes',
    differs: true,
    holds: async (): Promise<void> => {
      const run = of({}).go();
      const removed: string[] = [];
      const remove = ({ id }: Run): Promise<boolean> => Promise.resolve(removed.push(id) > 0);
      const load = (): Promise<Map<RunId, Run>> => Promise.resolve(new Map([[run.run.id, run.run]]));
      const removals = new Removals(
        {
          reads: { load },
          runs: { remove, packOf: () => Promise.resolve(null) },
          packs: { deleteRun: () => Promise.resolve(false) },
          ends: withoutEventLog(noLedger),
        },
        systemClock,
      );
      const answers = async (): Promise<unknown[]> => [phaseOf(run), await removals.remove(run.run.id), removed];
      const refused = { ok: false, code: 'RUN_NOT_FINAL' };
      expect(await answers()).toMatchObject(['Running', refused, []]);
      run.stopping = false;
      run.command('abort');
      expect(await answers()).toMatchObject(['Aborting', refused, []]);
      run.does('deletedByUs', 0);
      expect(await answers()).toEqual(['Aborted', { ok: true }, [run.run.id]]);
    },
  },
  {
    no: 'Furiko 114',
    says: 'AllSuccessful, one of three has failed: the others are stopped; AnySuccessful: nothing is',
    holds: (): void => {
      expect(of(count(3)).go().does(1, 2)).toMatchObject({ run: { phase: 'Failed' }, active: [] });
      expect(of(any(3)).go().does(1, 2).active).toEqual([0, 1]);
    },
  },
  {
    no: 'Furiko 115',
    says: 'one of three is missing: only that one is begun; one that exists already is taken over',
    holds: (): void => {
      const run = of(count(3));
      run.grant = 2;
      run.placing = 'waits';
      run.go();
      expect(run.starts.filter((each) => each === 'main/2.1')).toHaveLength(1);
      const sought = run.liveAt(2);
      const { id } = sought;
      run.hears({ type: 'startResult', attempt: id, result: { type: 'alreadyStarted', node: 'n1' } });
      run.hears({ type: 'found', found: { type: 'running', attempt: id, startedAt: run.now, node: 'n1' }, of: sought });
      expect([run.starts.length, run.liveAt(2).state]).toEqual([3, 'started']);
    },
  },
  {
    no: 'Furiko 116',
    says: 'what has ended stays ended, whatever is heard of it later',
    holds: (): void => {
      const run = of(count(2)).go();
      const { id } = run.liveAt(0);
      run.does('well', 0);
      run.hears({ type: 'observed', observation: { type: 'started', attempt: id, at: run.now, node: 'node' } });
      expect([run.completed, run.active]).toEqual(['0', [1]]);
    },
  },
  {
    no: 'Furiko 117',
    says: 'attempts of one instant are listed by their key, those under way among those that have ended',
    differs: true,
    holds: async (): Promise<void> => {
      const run = of({ tasks: ['b', 'a'].map((name) => ({ name, replicas: 2, maxAttempts: 2 })) }).go();
      run.does('well', 'b/1', 'a/0').does(1, 'a/1');
      const wanted = ['a/0/1', 'a/1/1', 'a/1/2', 'b/0/1', 'b/1/1'];
      for (const limit of [1, 2, 10]) expect(await listed(run, limit)).toEqual(wanted);
    },
  },
  {
    no: 'Furiko 118',
    says: 'out of memory is a failure, also where the exit code is 0',
    holds: (): void => {
      const killed = exited({ reason: 'OOMKilled' });
      for (const phase of ['Succeeded', 'Failed']) {
        const want = { result: 'failed', reason: 'OOMKilled', exitCode: 0 };
        expect(endOf(phase, killed)).toMatchObject(want);
        expect(endOf(phase, exited({}), { ...killed, name: 'side' })).toMatchObject(want);
      }
      expect(endOf('Succeeded', exited({}))).toMatchObject({ result: 'succeeded' });
    },
  },
  {
    no: 'Furiko 119',
    says: 'a pod that has ended nobody says when has ended when that is seen',
    differs: true,
    holds: (): void => {
      for (const finishedAt of [null, '1970-01-01T00:00:00Z']) {
        expect(endOf('Succeeded', exited({ finishedAt }))).toMatchObject({ result: 'succeeded', at: POD_SEEN });
        expect(endOf('Failed', exited({ finishedAt, startedAt: null }))).toMatchObject({ at: POD_SEEN });
      }
      expect(endOf('Failed')).toMatchObject({ result: 'failed', at: POD_SEEN });
      const known = Date.parse('2026-03-01T10:00:05Z');
      expect(endOf('Succeeded', exited({})).at).toBe(known + 999);
    },
  },
  {
    no: 'Furiko 120',
    says: 'a bool',
    holds: (): void => {
      const custom = { type: 'bool', format: 'Custom', trueVal: '--verbose' } as const;
      expect([textOf(custom, true), textOf(custom, false)]).toEqual(['--verbose', '']);
      expect([textOf({ type: 'bool' }, 'true'), textOf({ type: 'bool' }, '')]).toEqual([null, null]);
      expect(textOf({ type: 'bool', default: true, format: 'OneZero' }, null)).toBe('1');
      expect(textOf({ type: 'bool', format: 'YesNo' }, false)).toBe('no');
    },
  },
  {
    no: 'Furiko 121',
    says: 'a string',
    holds: (): void => {
      expect(textOf({ type: 'string', trimSpaces: true }, ' world ')).toBe('world');
      expect(textOf({ type: 'string', required: true, default: 'a' }, '')).toBeNull();
      expect([textOf({ type: 'string', default: 'a' }, ''), textOf({ type: 'string', default: 'a' }, null)]).toEqual([
        '',
        'a',
      ]);
      expect(textOf({ type: 'string' }, true)).toBeNull();
    },
  },
  {
    no: 'Furiko 122',
    says: 'a choice',
    holds: (): void => {
      const values = ['a', 'b'];
      expect([
        textOf({ type: 'select', values }, 'c'),
        textOf({ type: 'select', values, allowCustom: true }, 'c'),
      ]).toEqual([null, 'c']);
      expect(textOf({ type: 'select', values, default: 'a' }, '')).toBe('');
      expect(textOf({ type: 'select', values, required: true }, '')).toBeNull();
    },
  },
  {
    no: 'Furiko 123',
    says: 'several choices',
    holds: (): void => {
      const values = ['a', 'b'];
      expect([null, []].map((given) => textOf({ type: 'multi', values, default: ['b'] }, given))).toEqual(['b', 'b']);
      expect(textOf({ type: 'multi', values }, ['a', 'b'])).toBe('a,b');
      expect(['a', ['a', 2], ['a', '']].map((given) => textOf({ type: 'multi', values }, given))).toEqual([
        null,
        null,
        null,
      ]);
      expect(textOf({ type: 'multi', values, required: true }, [])).toBeNull();
    },
  },
  {
    no: 'Furiko 124',
    says: 'a date',
    holds: (): void => {
      const date = { type: 'date', format: 'D MMM YYYY' } as const;
      expect(textOf(date, '2021-02-09T12:06:09+08:00')).toBe('9 Feb 2021');
      expect([1_612_843_569, 'tomorrow'].map((given) => textOf(date, given))).toEqual([null, null]);
      expect(textOf({ ...date, required: true }, null)).toBeNull();
    },
  },
  {
    no: 'Furiko 125',
    says: 'unknown names of ours become empty, everything else is left alone',
    holds: (): void => {
      const values = new Map([['job.id', 'j1']]);
      expect(substitute('${job.id} ${HOME} $job.id \\$\\{job.id\\}', values)).toBe(
        'j1 ${HOME} $job.id \\$\\{job.id\\}',
      );
      expect(substitute('${job} ${job.x}|${option.x}', values)).toBe('${job} |');
    },
  },
  {
    no: 'Furiko 126',
    says: 'zones by their IANA name',
    differs: true,
    holds: (): void => {
      expect(['Etc/GMT-8', 'Singapore', 'Japan', 'MST', 'MST7MDT', 'America/New_York'].map(isZoneName)).not.toContain(
        false,
      );
      expect(['UTC+1', 'UTC+1:00', 'UTC+01', 'UTC+0100', 'GMT+01:00', 'Local', ''].map(isZoneName)).not.toContain(true);
    },
  },
  {
    no: 'Furiko 127',
    says: 'what admission refuses',
    differs: true,
    holds: (): void => {
      const refused = (job: object): readonly string[] => problemsOf(job).map(({ path }) => path);
      expect(refused({ parallelism: { withCount: 0 } })).toEqual(['parallelism.withCount']);
      expect(refused({ parallelism: { withCount: -1 } })).toEqual(['parallelism.withCount']);
      expect(refused({ parallelism: { withKeys: [''] } })).toEqual(['parallelism.withKeys.0']);
      expect(refused({ parallelism: { withMatrix: { 'a b': ['x'] } } })).toEqual(['parallelism.withMatrix.a b']);
      expect(refused({ parallelism: { withMatrix: { '': ['x'] } } })).toEqual(['parallelism.withMatrix.']);
      expect(refused({ parallelism: { withMatrix: { a: [''] } } })).toEqual(['parallelism.withMatrix.a.0']);
      expect(refused({ parallelism: { maxActive: 3 } })).toEqual(['parallelism']);
      expect(refused({ parallelism: { withCount: 3 } })).toEqual([]);
    },
  },
  {
    no: 'Furiko 128',
    says: 'what has ended takes no command',
    differs: true,
    holds: (): void => {
      const commands: readonly RunCommandName[] = ['kill', 'abort', 'terminate', 'complete', 'restart', 'resume'];
      const run = of({}).go().does('well', 0);
      const { run: ended } = run;
      for (const command of commands) expect(run.command(command).run).toBe(ended);
    },
  },
  {
    no: 'Furiko 129',
    says: 'Forbid refuses where there is no room, a full queue whoever would have to wait in it',
    differs: true,
    holds: async (): Promise<void> => {
      const answer = async (job: AdmissionCaseOptions, policy: ConcurrencyPolicy | null = null): Promise<string> => {
        const reply = await new AdmissionCase(job).ask('r', policy);
        return reply.ok ? 'taken' : reply.code;
      };
      const forbid = { policy: 'Forbid' } as const;
      expect(await answer({ ...forbid, active: 5 })).toBe('CONCURRENCY_FORBIDDEN');
      expect(await answer({ ...forbid, active: 1, most: 3 })).toBe('taken');
      expect(await answer({ ...forbid, active: 3, most: 3 })).toBe('CONCURRENCY_FORBIDDEN');
      expect(await answer({ policy: 'Allow', active: 5 }, 'Forbid')).toBe('CONCURRENCY_FORBIDDEN');
      for (const policy of ['Enqueue', 'Allow'] as const) {
        expect(await answer({ policy, active: 5 })).toBe('taken');
        expect(await answer({ ...forbid, active: 5 }, policy)).toBe('taken');
      }
      const full = { active: 1, queued: 5, mostQueued: 5 };
      expect(await answer({ policy: 'Enqueue', ...full })).toBe('QUEUE_FULL');
      expect(await answer({ policy: 'Enqueue', ...full, queued: 4 })).toBe('taken');
      expect(await answer({ policy: 'Enqueue', ...full }, 'Allow')).toBe('taken');
    },
  },
  {
    no: 'Furiko 130',
    says: 'a schedule counts from when it was made or changed, never from before and never from ahead',
    differs: true,
    holds: (): void => {
      const created = synced(null, { cron: '* * * * *' }, T0);
      expect(created).toMatchObject({ mark: T0, active: true });
      const later = T0 + 3_600_000;
      const cron = '*/5 * * * *';
      expect(synced(created, { cron }, later)).toMatchObject({ mark: later });
      expect(synced(synced(null, {}, T0), { cron }, later)).toMatchObject({ mark: later });
      const disabled = synced(created, { cron: '* * * * *', enabled: false }, later);
      expect(disabled).toMatchObject({ mark: later, nextSlotAt: null });
      expect(synced(disabled, { cron: '* * * * *' }, later + 60_000)).toMatchObject({ mark: later + 60_000 });
      expect(synced(created, { cron: '* * * * *', name: 'Another' }, later)).toMatchObject({ mark: T0 });
      expect(synced(created, {}, later)).toMatchObject({ rule: null, nextSlotAt: null });
      expect(synced(null, { cron }, T0, later)).toMatchObject({ mark: T0 });
    },
  },
];
