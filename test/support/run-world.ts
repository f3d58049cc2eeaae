/**
 * A world in miniature around `reconcile`: one stored run, attempts' records, an engine that starts, loses and ends attempts, and
 * an executor that may die between any two steps. Everything that happens is chosen by the test.
 */
import type { AttemptId } from '#common/domain/ids.js';
import { asReplicaId } from '#common/domain/ids.js';
import type { RunChange } from '#common/spec/tasks.js';
import type { RunCommandName } from '#common/spec/definitions.js';
import type { AttemptEnd, AttemptRecord, Effect, Run } from '#common/run/run.js';
import { chunkKeysOf, type ChunkKey, type ChunkWrite } from '#common/run/stored-tables.js';
import { loadTables, type RunTables } from '../../apps/executor/src/run/indexes.js';
import { reconcile, type Decision } from '../../apps/executor/src/run/reconcile.js';
import type { Found, StartResult } from '../../apps/executor/src/engines/engine.js';
import type { Input } from '../../apps/executor/src/run/inputs.js';
import type { RunPlan } from '../../apps/executor/src/run/plan.js';
import { aRun, aContext, T0 } from './builders/run-builder.js';

export type StartFate = 'starts' | 'created' | 'refused' | 'fails' | 'doubtStarted' | 'doubtNot';
/** Where the executor dies within a turn; `no` is nowhere. */
export type CrashPoint = 'no' | 'beforeRecords' | 'beforeChunks' | 'beforeSave' | 'beforeEffects' | 'withinEffects';

export interface EngineAttempt {
  state: 'created' | 'running' | 'ended';
  readonly startedAt: number;
  end: AttemptEnd | null;
}

export class Crash extends Error {}

const nameOf = ({ generation, task, no, version }: ChunkKey): string => `${generation}/${task}/${no}/${version}`;

export class RunWorld {
  run: Run;
  now = T0;
  readonly records = new Map<AttemptId, AttemptRecord>();
  readonly engine = new Map<AttemptId, EngineAttempt>();
  /** Each start that really happened. */
  readonly starts: AttemptId[] = [];
  /** What the living executor has received and not yet decided on; lost when it dies. */
  waiting: Input[] = [];
  incarnation = 1;
  /** How starts go from now on. */
  fate: StartFate = 'starts';
  sealsAnswer = true;
  /** Whether the collector could store the complete output. */
  sealsWhole = true;
  /** The number of starts that the start queue grants from now on. */
  grant = Number.MAX_SAFE_INTEGER;
  /** How many attempts the start queue wants stopped for other runs; `times` it takes the run to have been preempted. */
  demand: { readonly permits: number; readonly times: number } | null = null;
  /** How often other runs have wanted its permits. */
  preemptionsAsked = 0;
  /** It has a lease, and its tenant is not held. */
  mayClaim = true;
  /** They are stored before any message announces them. */
  private readonly commands: Input[] = [];
  private tables: RunTables;
  private nonces = 0;
  readonly chunks = new Map<string, Uint8Array>();
  private readonly actedOn = new Map<AttemptId, string>();

  private planned: { readonly change: Run['change']; readonly plan: RunPlan };

  constructor(
    /** The first state of the run, or its state after a change. */
    private readonly planOf: RunPlan | ((change: Run['change']) => RunPlan),
    private readonly check: (before: Run, decision: Decision, plan: RunPlan) => void,
  ) {
    this.planned = { change: undefined, plan: typeof planOf === 'function' ? planOf(undefined) : planOf };
    this.run = aRun(this.plan);
    this.tables = this.readTables();
  }

  get plan(): RunPlan {
    return this.planned.plan;
  }

  /** One turn on everything that waits. */
  turn(options: { readonly crash?: CrashPoint; readonly repeat?: boolean } = {}): void {
    const { crash = 'no', repeat = false } = options;
    if (this.run.phase === 'Queued') this.admit();
    const before = this.run;
    let inputs = this.waiting;
    this.waiting = [];
    const { planOf, planned } = this;
    if (typeof planOf === 'function' && planned.change !== before.change)
      this.planned = { change: before.change, plan: planOf(before.change) };
    // Some executors decide on their cache, others on what they read again: the result is the same.
    if (repeat) this.tables = this.readTables();
    const turn = this.surroundings();
    if (this.demand) this.preemptionsAsked += 1;
    let decision = reconcile(before, inputs, turn);
    const stored = decision.records.flatMap(({ id }) => this.records.get(id) ?? []);
    if (stored.length > 0) {
      inputs = [...inputs, ...stored.map((record): Input => ({ type: 'recorded', record }))];
      decision = reconcile(before, inputs, turn);
    }
    this.check(before, decision, this.plan);
    this.save(decision, crash);
    this.dieIf(crash === 'beforeEffects');
    this.performNew(repeat ? [] : before.effects, crash);
  }

  private save(decision: Decision, crash: CrashPoint): void {
    this.dieIf(crash === 'beforeRecords');
    for (const record of decision.records) if (!this.records.has(record.id)) this.records.set(record.id, record);
    this.dieIf(crash === 'beforeChunks');
    for (const chunk of decision.chunks) this.saveChunk(chunk);
    this.dieIf(crash === 'beforeSave');
    this.run = decision.next;
    this.tables = decision.tables;
    for (const key of decision.superseded) this.chunks.delete(nameOf(key));
  }

  /** What the scheduler does with a run that waits for its permit. */
  private admit(): void {
    const admitted = { at: this.now, phase: 'Pending', reason: 'Admitted', message: '', actor: 'scheduler' } as const;
    const { transitions, rev } = this.run;
    this.run = {
      ...this.run,
      phase: 'Pending',
      reason: 'Admitted',
      phaseSince: this.now,
      transitions: [...transitions, admitted],
      wakeAt: this.now,
      rev: rev + 1,
    };
  }

  private performNew(known: readonly Effect[], crash: CrashPoint): void {
    const old = new Set(known.map((effect) => JSON.stringify(effect)));
    for (const effect of this.run.effects) if (!old.has(JSON.stringify(effect))) this.perform(effect, crash);
  }

  /** Another process takes over: everything that was only in memory is lost, and the state of the engines is read. */
  crash(): void {
    this.waiting = [...this.commands];
    this.incarnation += 1;
    this.tables = this.readTables();
    for (const live of this.run.live) {
      if (live.state === 'ended') continue;
      const record = this.records.get(live.id);
      if (record) this.waiting.push({ type: 'recorded', record });
      this.waiting.push({ type: 'found', found: this.find(live.id), of: live });
    }
  }

  /** An attempt ends by itself. */
  endAttempt(id: AttemptId, exitCode: number): void {
    const attempt = this.engine.get(id);
    if (!attempt || attempt.state === 'ended') return;
    attempt.state = 'ended';
    attempt.end = {
      result: exitCode === 0 ? 'succeeded' : 'failed',
      at: this.now,
      exitCode,
      reason: 'Exited',
      message: '',
    };
    this.hear(id);
  }

  /** The engine reports what it knows of the attempt. */
  hear(id: AttemptId): void {
    const attempt = this.engine.get(id);
    if (!attempt || attempt.state === 'created') return;
    const { startedAt, end } = attempt;
    this.waiting.push({
      type: 'observed',
      observation: end
        ? { type: 'ended', attempt: id, startedAt, node: 'host', end }
        : { type: 'started', attempt: id, at: startedAt, node: 'host' },
    });
  }

  /** The callback of a web service's worker; an end may be repeated, or contradict the one before. */
  report(id: AttemptId, state: 'RUNNING' | 'FINISHED' | 'FAILED'): void {
    const attempt = this.engine.get(id);
    if (!attempt || this.plan.engine !== 'webservice') return;
    const said = { message: null, exitCode: null, progress: null };
    this.waiting.push({ type: 'status', attempt: id, at: this.now, state, ...said });
    if (state === 'RUNNING' || attempt.state === 'ended') return;
    const result = state === 'FINISHED' ? 'succeeded' : 'failed';
    attempt.state = 'ended';
    attempt.end = {
      result,
      at: this.now,
      exitCode: result === 'succeeded' ? 0 : null,
      reason: 'Reported',
      message: '',
    };
  }

  /** Reports when the attempt gave its last sign of life, or that this is unknown. */
  see(id: AttemptId, isKnown: boolean): void {
    if (this.engine.get(id)?.state === 'running')
      this.waiting.push({ type: 'seen', attempt: id, at: isKnown ? this.now : null });
  }

  command(name: RunCommandName | 'change' | 'preempt', change?: RunChange): void {
    if (name === 'preempt') this.preemptionsAsked += 1;
    const command: Input = {
      type: 'command',
      command: {
        id: `command-${this.commands.length}`,
        run: this.run.id,
        shard: 0,
        command: name,
        ...(change && { change }),
        reason: null,
        graceSeconds: null,
        actor: 'anna',
        at: this.now,
      },
    };
    this.commands.push(command);
    this.waiting.push(command);
  }

  private saveChunk({ bytes, ...key }: ChunkWrite): void {
    if (this.chunks.has(nameOf(key))) throw new Error(`broken: chunk ${nameOf(key)} is written a second time`);
    this.chunks.set(nameOf(key), bytes);
  }

  /** As another process would read them. */
  private readTables(): RunTables {
    const found = new Map<string, Map<number, Uint8Array>>();
    for (const key of chunkKeysOf(this.run)) {
      const bytes = this.chunks.get(nameOf(key));
      if (!bytes) throw new Error(`broken: chunk ${nameOf(key)} is gone`);
      found.set(key.task, (found.get(key.task) ?? new Map<number, Uint8Array>()).set(key.no, bytes));
    }
    return loadTables(this.run, this.plan, found);
  }

  private surroundings(): Parameters<typeof reconcile>[2] {
    const replica = asReplicaId(`replica-${this.incarnation}`);
    return aContext(this.plan, {
      now: this.now,
      grant: this.grant,
      demand: this.demand && { ...this.demand, message: 'for another run' },
      self: { replica, incarnation: `incarnation-${this.incarnation}`, host: 'host', lease: this.mayClaim ? 1 : null },
      tables: this.tables,
      nonce: `nonce-${(this.nonces += 1)}`,
      alive: {
        replicas: new Set([replica]),
        // Those before it have died.
        silent: new Map(Array.from({ length: this.incarnation - 1 }, (_, at) => [`replica-${at + 1}`, 1])),
        asOf: this.now,
        hosts: new Set(['host']),
        since: T0,
      },
    });
  }

  private dieIf(now: boolean): void {
    if (!now) return;
    this.crash();
    throw new Crash();
  }

  private perform(effect: Effect, crash: CrashPoint): void {
    this.dieIf(crash === 'withinEffects');
    switch (effect.type) {
      case 'start':
        this.start(effect.attempt);
        return;
      case 'stop':
        this.stop(effect.attempt, effect.force);
        return;
      case 'seal':
        this.waiting.push(
          this.sealsAnswer
            ? {
                type: 'sealed',
                attempt: effect.attempt,
                complete: this.sealsWhole,
                reason: this.sealsWhole ? null : 'NodeLost',
              }
            : { type: 'sealing', attempt: effect.attempt },
        );
        return;
      case 'cleanUp':
        return;
    }
  }

  private start(id: AttemptId): void {
    const live = this.run.live.find((each) => each.id === id);
    const claim = JSON.stringify([live?.claim, live?.refusals]);
    if (live?.claim.incarnation !== `incarnation-${this.incarnation}` || this.actedOn.get(id) === claim) return;
    this.actedOn.set(id, claim);
    const answer = (result: StartResult): void => {
      this.waiting.push({ type: 'startResult', attempt: id, claim: live.claim, result });
    };
    if (this.engine.has(id) && this.plan.engine !== 'webservice') {
      answer({ type: 'alreadyStarted', node: 'host' });
      this.hear(id);
      return;
    }
    answer(this.tryStart(id));
  }

  private tryStart(id: AttemptId): StartResult {
    const begin = (state: 'created' | 'running'): void => {
      this.starts.push(id);
      this.engine.set(id, { state, startedAt: this.now, end: null });
    };
    switch (this.fate) {
      case 'starts':
        begin('running');
        return { type: 'started', at: this.now, node: 'host' };
      case 'created':
        begin(this.plan.engine === 'webservice' ? 'running' : 'created');
        return { type: 'created', node: 'host' };
      case 'refused':
        return { type: 'refused', retryable: true, reason: 'Busy', message: 'not now' };
      case 'fails':
        return {
          type: 'failed',
          end: { result: 'failed', at: this.now, exitCode: null, reason: 'Http500', message: 'answered 500' },
        };
      case 'doubtStarted':
        begin('running');
        return { type: 'inDoubt', reason: 'NoAnswer', message: 'no answer' };
      case 'doubtNot':
        return { type: 'inDoubt', reason: 'NoAnswer', message: 'no answer' };
    }
  }

  private stop(id: AttemptId, force: boolean): void {
    const attempt = this.engine.get(id);
    const end: AttemptEnd = { result: 'failed', at: this.now, exitCode: 143, reason: 'Signal', message: '' };
    if (!attempt) {
      const gone = { ...end, result: 'deletedByUs', exitCode: null } as const;
      this.waiting.push({
        type: 'observed',
        observation: { type: 'ended', attempt: id, startedAt: null, node: null, end: gone },
      });
    } else if (force && attempt.state !== 'ended') {
      attempt.state = 'ended';
      attempt.end = end;
      this.hear(id);
    }
  }

  private find(id: AttemptId): Found {
    const attempt = this.engine.get(id);
    if (this.plan.engine === 'webservice') return { type: 'unknown', attempt: id };
    if (!attempt) return { type: 'absent', attempt: id };
    const { startedAt, end, state } = attempt;
    if (end) return { type: 'ended', attempt: id, startedAt, end, node: 'host' };
    if (state === 'created') return { type: 'created', attempt: id, node: 'host' };
    return { type: 'running', attempt: id, startedAt, node: 'host' };
  }
}
