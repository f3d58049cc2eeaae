/** A plain run with the plan that it follows, led from decision to decision, and the inputs of its attempts. */
import { asAttemptId, asReplicaId, type AttemptId } from '#common/domain/ids.js';
import type { AttemptEnd, Run } from '#common/run/run.js';
import type { RunCommand } from '#common/spec/definitions.js';
import type { Input } from '../../apps/executor/src/run/inputs.js';
import type { RunPlan } from '../../apps/executor/src/run/plan.js';
import { reconcile, type Decision } from '../../apps/executor/src/run/reconcile.js';
import { aRun, aContext, T0, type ContextFields } from './builders/run-builder.js';

export const first = asAttemptId('job-1/0/main/0/1');
export const second = asAttemptId('job-1/0/main/0/2');
export const replica2 = { replica: asReplicaId('replica-2'), incarnation: 'incarnation-2', host: 'host-1', lease: 1 };
/** The second replica's view when the first has fallen silent under its lease 1. */
export const onlySecond = {
  replicas: new Set(['replica-2']),
  silent: new Map([['replica-1', 1]]),
  asOf: T0,
  hosts: new Set(['host-1']),
  since: T0,
};

export class RunStory {
  last: Decision | null = null;
  now = T0;

  constructor(
    readonly plan: RunPlan,
    public run: Run = aRun(plan),
  ) {}

  after(ms: number, ...inputs: Input[]): this {
    return this.with({}, ms, ...inputs);
  }

  with(context: ContextFields, ms: number, ...inputs: Input[]): this {
    this.now += ms;
    this.last = reconcile(this.run, inputs, aContext(this.plan, { now: this.now, ...context }));
    this.run = this.last.next;
    return this;
  }

  /** Claimed and started. */
  begun(attempt: AttemptId = first): this {
    return this.after(0).after(10, started(attempt, this.now));
  }
}

export const started = (attempt: AttemptId, at: number): Input => ({
  type: 'startResult',
  attempt,
  result: { type: 'started', at, node: 'host-1' },
});
export const end = (at: number, fields: Partial<AttemptEnd> = {}): AttemptEnd => ({
  result: 'succeeded',
  at,
  exitCode: 0,
  reason: 'Exited',
  message: '',
  ...fields,
});
export const ended = (
  attempt: AttemptId,
  at: number,
  fields: Partial<AttemptEnd> = {},
): Extract<Input, { type: 'observed' }> => ({
  type: 'observed',
  observation: { type: 'ended', attempt, startedAt: null, node: null, end: end(at, fields) },
});
export const failed = (attempt: AttemptId, at: number, exitCode: number): Input =>
  ended(attempt, at, { result: 'failed', exitCode, reason: 'ExitCode', message: `exit code ${exitCode}` });
export const sealed = (attempt: AttemptId): Input => ({ type: 'sealed', attempt, complete: true, reason: null });
export const command = (name: RunCommand['command'], fields: Partial<RunCommand> = {}): Input => ({
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
