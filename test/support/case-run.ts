/**
 * One run led through a case of the reference tables, by `reconcile` alone. Engine and collector are ideal unless a
 * case says otherwise: what is claimed runs at once, what is stopped ends at once, output is sealed at once.
 */
import { jobSpec, type JobSpec } from '#common/spec/job.js';
import type { RunChange } from '#common/spec/tasks.js';
import { DEFAULT_RETENTION, type RunCommandName, type RunSpec } from '#common/spec/definitions.js';
import { asSpecHash, type AttemptId } from '#common/domain/ids.js';
import type { Phase } from '#common/run/phase.js';
import type { AttemptEnd, AttemptRecord, LiveAttempt, Run } from '#common/run/run.js';
import type { RunTables } from '../../apps/executor/src/run/indexes.js';
import { reconcile, type Decision } from '../../apps/executor/src/run/reconcile.js';
import type { Input } from '../../apps/executor/src/run/inputs.js';
import { planOf, type RunPlan } from '../../apps/executor/src/run/plan.js';
import type { RunBasis } from '../../apps/executor/src/loop/run-loader.js';
import { aRun, aContext, T0 } from './builders/run-builder.js';

export type CaseJob = Partial<Omit<JobSpec, 'secureParameters' | 'httpHeaders'>>;

/** The problem of a job with these fields, and the field. */
export function problemsOf(fields: object): readonly { readonly path: string; readonly message: string }[] {
  const parsed = jobSpec.safeParse({ tenant: 'ibm', name: 'A job', worker: 'worker', ...fields });
  const issues = parsed.success ? [] : parsed.error.issues;
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** How an attempt ends: successfully, with an exit code, or by an event. */
export type CaseEnd = 'well' | number | AttemptEnd['result'] | Partial<AttemptEnd>;

/** `0` is index 0 of the task `main`, `worker/2` index 2 of the task `worker`. */
export type Where = number | string;

const MAX_STEPS = 2_000;
const SECOND = 1_000;

export class CaseRun {
  now = T0;
  /** Phases in the order in which they were entered. */
  readonly phases: Phase[] = ['Pending'];
  /** Attempts in the order in which they were started, as `task/index.attempt`. */
  readonly starts: string[] = [];
  /** The records of the attempts that ended. */
  readonly records = new Map<AttemptId, AttemptRecord>();
  /** `waits`: started attempts exist and do not run until `begins` says so. `refused`: no attempt can be started for now. */
  placing: 'runs' | 'waits' | 'refused' = 'runs';
  /** False: a stopped attempt continues until `does` says how it ends. */
  stopping = true;
  /** Attempts that one decision may claim. */
  grant = Number.MAX_SAFE_INTEGER;
  private tables: RunTables | null = null;
  private nonces = 0;
  private readonly spec: RunSpec;

  constructor(job: CaseJob = {}, fields: Partial<Run> = {}) {
    this.spec = {
      hash: asSpecHash('spec'),
      jobId: 'job',
      jobVersion: 1,
      workerId: 'worker',
      workerVersion: 1,
      engine: 'kubernetes',
      job: { tenant: 'ibm', name: 'A job', worker: 'worker', ...job },
      worker: { name: 'Worker', engine: 'kubernetes', image: 'image' },
      sealed: { secureParameters: null, httpHeaders: {} },
    };
    this.run = aRun(planOf(this.spec, DEFAULT_RETENTION), fields);
  }

  run: Run;

  /** The job that it was made from, as the executor has it. */
  get basis(): RunBasis {
    return { spec: this.spec, plan: this.plan, tenant: null };
  }

  private get plan(): RunPlan {
    const { overrides, change } = this.run;
    return planOf(this.spec, DEFAULT_RETENTION, { parallelism: overrides?.parallelism, change });
  }

  /** Time passes, and everything that follows from it happens. */
  go(seconds = 0): this {
    this.now += seconds * SECOND;
    return this.runUntilIdle([]);
  }

  /** The live attempts there end, all in one decision. */
  does(end: CaseEnd, ...where: readonly Where[]): this {
    return this.runUntilIdle(where.map((place) => this.ended(this.liveAt(place), end)));
  }

  /** All existing attempts run from now on. */
  begins(...where: readonly Where[]): this {
    return this.runUntilIdle(where.flatMap((place) => this.begun(this.liveAt(place))));
  }

  command(name: RunCommandName, graceSeconds: number | null = null): this {
    const id = `command-${(this.nonces += 1)}`;
    const fields = { run: this.run.id, shard: 0, reason: null, actor: 'anna', at: this.now };
    return this.runUntilIdle([{ type: 'command', command: { id, command: name, graceSeconds, ...fields } }]);
  }

  /** Applies a `PATCH` to the run. */
  change(change: RunChange): this {
    const id = `command-${(this.nonces += 1)}`;
    const fields = { run: this.run.id, shard: 0, reason: null, actor: 'anna', at: this.now, graceSeconds: null };
    return this.runUntilIdle([{ type: 'command', command: { id, command: 'change', change, ...fields } }]);
  }

  hears(input: Input): this {
    return this.runUntilIdle([input]);
  }

  /** The next moment at which something is due by itself. */
  wake(): this {
    this.now = Math.max(this.now, this.run.wakeAt ?? this.now);
    return this.runUntilIdle([]);
  }

  /** Live attempts without a stop request, as `index` (task main) or `task/index`. */
  get active(): readonly Where[] {
    return this.run.live
      .filter(({ state, stop }) => state !== 'ended' && stop === null)
      .map(({ task, index }) => (task === 'main' ? index : `${task}/${index}`))
      .sort((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1));
  }

  /** Live attempts with a stop request. */
  get terminating(): number {
    return this.run.live.filter(({ state, stop }) => state !== 'ended' && stop !== null).length;
  }

  get completed(): string {
    return this.tables?.get(this.firstTask)?.textOf('succeeded') ?? '';
  }

  get failed(): string {
    return this.tables?.get(this.firstTask)?.textOf('failed') ?? '';
  }

  /** Ends that count as failures. */
  get failures(): number {
    const results = [...this.records.values()].map(({ end }) => end.result);
    return results.filter((result) => result !== 'succeeded' && result !== 'deletedByUs').length;
  }

  liveAt(where: Where): LiveAttempt {
    const [task, index] = typeof where === 'number' ? ['main', where] : splitPlace(where);
    const live = this.run.live.find((each) => each.task === task && each.index === index && each.state !== 'ended');
    if (!live) throw new Error(`nothing is live at ${String(where)}; live: ${this.active.join(', ')}`);
    return live;
  }

  private get firstTask(): string {
    return this.plan.tasks[0]?.name ?? 'main';
  }

  private runUntilIdle(first: readonly Input[]): this {
    let inputs = first;
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const before = this.run;
      const decision = this.decide(inputs);
      inputs = this.answers(decision);
      if (inputs.length === 0 && this.run === before) return this;
    }
    throw new Error(`the run does not come to rest: ${this.run.phase} ${this.run.reason}`);
  }

  private decide(inputs: readonly Input[]): Decision {
    const decision = reconcile(
      this.run,
      inputs,
      aContext(this.plan, { now: this.now, tables: this.tables, nonce: `n${(this.nonces += 1)}`, grant: this.grant }),
    );
    for (const { phase } of decision.transitions) if (phase !== this.phases.at(-1)) this.phases.push(phase);
    for (const record of decision.records) this.records.set(record.id, record);
    this.run = decision.next;
    this.tables = decision.tables;
    if (this.run.phase === 'Queued') this.admit();
    return decision;
  }

  /** A run that was resumed waits for its places; here there always are some. */
  private admit(): void {
    this.run = { ...this.run, phase: 'Pending', reason: 'Admitted', wakeAt: this.now, rev: this.run.rev + 1 };
    this.phases.push('Pending');
  }

  private answers({ next }: Decision): Input[] {
    return next.effects.flatMap((effect): Input[] => {
      const live = next.live.find(({ id }) => id === effect.attempt);
      if (!live) return [];
      if (effect.type === 'start') return this.placed(live);
      if (effect.type === 'seal') return [{ type: 'sealed', attempt: live.id, complete: true, reason: null }];
      return effect.type === 'stop' && this.stopping ? [this.ended(live, 'deletedByUs')] : [];
    });
  }

  private placed(live: LiveAttempt): Input[] {
    this.starts.push(`${live.task}/${live.index}.${live.attempt}`);
    if (this.placing === 'runs') return this.begun(live);
    if (this.placing === 'refused') {
      const refusal = { type: 'refused', retryable: true, reason: 'Case', message: '' } as const;
      return [{ type: 'startResult', attempt: live.id, result: refusal }];
    }
    return [{ type: 'startResult', attempt: live.id, result: { type: 'created', node: null } }];
  }

  /** It runs, and reports that it is ready. */
  private begun({ id }: LiveAttempt): Input[] {
    return [
      { type: 'observed', observation: { type: 'started', attempt: id, at: this.now, node: 'node' } },
      { type: 'observed', observation: { type: 'ready', attempt: id, ready: true } },
    ];
  }

  private ended(live: LiveAttempt, how: CaseEnd): Input {
    const end: AttemptEnd = {
      result: how === 'well' ? 'succeeded' : typeof how === 'string' ? how : 'failed',
      at: this.now,
      exitCode: how === 'well' ? 0 : typeof how === 'number' ? how : null,
      reason: 'Case',
      message: '',
      ...(typeof how === 'object' && how),
    };
    return {
      type: 'observed',
      observation: { type: 'ended', attempt: live.id, startedAt: live.startedAt, node: 'node', end },
    };
  }
}

function splitPlace(where: string): [string, number] {
  const at = where.lastIndexOf('/');
  return [where.slice(0, at), Number(where.slice(at + 1))];
}
