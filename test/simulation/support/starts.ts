/**
 * Executors that stand still, for a moment or for minutes, between any two of their steps, or die; workers of web services that
 * must be called once. In the end every run has come to its end, and every command was applied.
 */
import { asAttemptId, asRunId, asTenantId, parseAttemptId, type RunId, type TenantId } from '#common/domain/ids.js';
import { ALL_SHARDS, shardOf, shards } from '#testing/shards.js';
import { storedPriority } from '#common/domain/priority.js';
import { isFinal } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { RunCommand, RunSpec, StoredWorker } from '#common/spec/definitions.js';
import type { MembersStore } from '#common/mongo/members.store.js';
import { createLogger } from '#common/logging/logger.js';
import { aPlan, aRun, aSpec, aTask } from '#testing/builders/run-builder.js';
import type { DividedLimit } from '#common/limits/limit-parts.js';
import { WorkerLimits } from '../../../apps/scheduler/src/limits/worker-limits.js';
import { WorkerLimitSweep } from '../../../apps/scheduler/src/sweeps/worker-limit-sweep.js';
import type { LimitSources } from '../../../apps/executor/src/loop/worker-parts.js';
import type { MayBegin, StartResult, StopRequest, StopResult } from '../../../apps/executor/src/engines/engine.js';
import { Random } from './random.js';
import { SimProcess, type Weather } from './sim-process.js';
import { SimStarter, type StarterWorld, type StartTables } from './sim-starter.js';
import { membersOf } from './stores.js';
import type { Tables } from './tables.js';
import { VirtualTime } from './virtual-time.js';

const SECOND = 1_000;
const BEGINNING = Date.parse('2026-06-01T00:00:00Z');
const LONGEST_FREEZE_MS = 60 * SECOND;
/** Longer than the time before their last read for which sweeps read anything again. */
const LONG_STANDSTILL_MS = { least: 61 * SECOND, most: 400 * SECOND };
/** Longer than any freeze, and than any check afterwards. */
const CALM_MS = 3 * 60 * SECOND;
const FREEZE_AT_STEP = 0.008;
const START_DEADLINE_MS = 900 * SECOND;
const LONGEST_CALL_MS = 40 * SECOND;
const FEW_PLACES = 3;
const PREEMPTION = { maxTimes: 2, graceSeconds: 10 };
const EDITED = { from: 20, to: 5 };
/**
 * From then on no more attempts are live than a lowered limit allows: executors and schedulers have stood still for the last time, the
 * scheduler has read the limit again, and attempts that were claimed before have ended.
 */
const LOWERED_MS = 2 * LONGEST_FREEZE_MS + 20 * SECOND;

/** Longer than a freeze, and then two looks of each scheduler at stored limits. */
const DELETED_MS = LONGEST_FREEZE_MS + 130 * SECOND;

export interface StartsStory {
  readonly seed: number;
  /** Executors die as well: then a start may be given up whose result nobody can know. */
  readonly kills: boolean;
  /** There are few places, and runs take them from preemptible runs. */
  readonly preempts?: boolean;
  /** There are few places, and two tenants: one requests far more than they can do, the other little. */
  readonly shares?: boolean;
  /** The worker takes few attempts at once, of all executors together. Schedulers, which give the parts, stand still and die as well. */
  readonly limits?: boolean;
  /** The limit is lowered from `EDITED.from` to `EDITED.to` while many runs wait, and raised again later. */
  readonly edits?: boolean;
  /** The limited worker is deleted after a while, until nothing of its limit is stored any more, and then stored again. */
  readonly deletes?: boolean;
  /** Calls last for up to `LONGEST_CALL_MS`, and their answers are the ends of their attempts; some connections break. */
  readonly answers?: boolean;
  /** People abort runs, and resume aborted ones. All executors, or the database, stand still for minutes. */
  readonly commands?: boolean;
}

/** How many other starts in a row are fair: places may be free before the waiting run is woken or found by the sweep, and starts may be on their way. */
const MAX_STREAK = 12;

export interface StartsOutcome {
  readonly problems: readonly string[];
  readonly seen: ReadonlyMap<string, number>;
}

export async function starts(story: StartsStory): Promise<StartsOutcome> {
  const world = new StartsWorld(story);
  await world.live();
  return { problems: world.problems(), seen: world.seen };
}

class StartsWorld {
  readonly seen = new Map<string, number>();
  private readonly random: Random;
  private readonly time: VirtualTime;
  private readonly weather: Weather;
  private readonly runs = new Map<RunId, Run>();
  private readonly attempts: StartTables['attempts'] = new Map();
  private readonly commands = new Map<string, RunCommand>();
  private readonly memberTable = { members: new Map() } as unknown as Tables;
  private readonly calls = new Map<string, number>();
  /** Attempts whose workers were asked to end, and have ended. */
  private readonly stopped = new Set<string>();
  /** By executor: starts in a row of the tenant that floods, while it holds runs of the other that wait. */
  private readonly streaks = new Map<string, number>();
  private starters: SimStarter[] = [];
  private schedulers: { readonly process: SimProcess; readonly limits: WorkerLimits }[] = [];
  private readonly limitTable = new Map<string, DividedLimit>();
  /** Attempts that the worker is working on. */
  private readonly atWork = new Set<string>();
  private readonly overLimit: string[] = [];
  private maxActive: number;
  /** What may be live while a lowered limit takes effect. */
  private mayBeLive: number;
  private started = 0;
  private commandCount = 0;
  private isCalm = false;
  private areRequestsOver = false;
  private readonly unfair: string[] = [];

  constructor(private readonly story: StartsStory) {
    this.random = new Random(story.seed);
    this.time = new VirtualTime(BEGINNING, this.random.fork());
    this.maxActive = story.edits ? EDITED.from : story.limits ? this.random.between(2, 5) : Infinity;
    this.mayBeLive = this.maxActive;
    const isBad = this.random.chance(0.5);
    this.weather = {
      failedCalls: isBad ? 0.02 : 0,
      slowCalls: isBad ? 0.01 : 0,
      lostMessages: 0,
      doubledMessages: 0,
      lateMessages: 0,
      databaseFrozenUntil: 0,
      slowAnswers: 0,
    };
  }

  async live(): Promise<void> {
    const { random, time } = this;
    for (let i = random.between(this.story.commands ? 1 : 2, 3); i > 0; i--) this.startOne();
    if (this.story.limits) for (let i = 0; i < 2; i++) this.startScheduler();
    this.every(
      () => (this.story.limits && !this.story.edits ? random.between(200, 1_500) : random.between(20, 400)),
      () => {
        this.begin();
      },
      () => this.areRequestsOver,
    );
    this.every(
      () => random.between(500, 8 * SECOND),
      () => {
        this.mischief();
      },
    );
    if (this.story.commands) this.beginCommands();
    if (this.story.edits)
      time.after(20 * SECOND, () => {
        this.maxActive = EDITED.to;
      });
    await time.passUntil(time.now + 60 * SECOND);
    if (this.story.commands) await this.standStill();
    this.isCalm = true;
    Object.assign(this.weather, { failedCalls: 0, slowCalls: 0 });
    if (this.story.edits) await this.raiseAgain();
    if (this.story.deletes) await this.deleteForAWhile();
    this.areRequestsOver = true;
    await time.passUntil(time.now + LONGEST_FREEZE_MS + CALM_MS + (this.story.kills ? START_DEADLINE_MS : 0));
  }

  /** The lowered limit is in effect for a while; then all of the former one is used again. */
  private async raiseAgain(): Promise<void> {
    const { time } = this;
    await time.passUntil(time.now + LOWERED_MS);
    this.mayBeLive = EDITED.to;
    await time.passUntil(time.now + 20 * SECOND);
    this.maxActive = EDITED.from;
    this.mayBeLive = EDITED.from;
    this.seen.delete('limit reached');
    await time.passUntil(time.now + 60 * SECOND);
  }

  /** While the worker is deleted its runs have no limit; then the same limit as before is in effect again. */
  private async deleteForAWhile(): Promise<void> {
    const { time, maxActive } = this;
    [this.maxActive, this.mayBeLive] = [Infinity, Infinity];
    await time.passUntil(time.now + DELETED_MS);
    this.seen.delete('limit reached');
    this.maxActive = maxActive;
    await time.passUntil(time.now + LOWERED_MS);
    this.mayBeLive = maxActive;
    await time.passUntil(time.now + 60 * SECOND);
  }

  problems(): string[] {
    const problems: string[] = [];
    for (const run of this.runs.values())
      if (!isFinal(run.phase)) problems.push(`${run.id} has not ended: ${told(run)}`);
    for (const [attempt, count] of this.calls)
      if (count > 1 && !isIdempotent(attempt)) problems.push(`the worker of ${attempt} was called ${count} times`);
    for (const { id, end } of this.attempts.values()) {
      if (end.result !== 'startUnknown') continue;
      this.note('start unknown');
      if (!this.story.kills)
        problems.push(`${id} was given up, called ${this.calls.get(id) ?? 0} times: ${end.message}`);
    }
    for (const { id, command, run } of this.commands.values())
      problems.push(`the ${command} ${id} was not applied: ${told(this.runs.get(asRunId(run)))}`);
    if (this.story.preempts) problems.push(...this.preemptionProblems());
    problems.push(...this.unfair, ...this.overLimit, ...this.callProblems());
    return problems;
  }

  /** A call that may be repeated ends by an answer; another one that has ended without an answer says so. */
  private callProblems(): string[] {
    if (!this.story.answers) return [];
    return [...this.attempts.values()].flatMap(({ id, end: { reason } }) => {
      this.note(reason);
      if (isIdempotent(id) && (this.calls.get(id) ?? 0) > 1) this.note('repeated');
      const reasons = ['Http200', 'NoAnswer', ...(isIdempotent(id) ? [] : ['CallInterrupted'])];
      return reasons.includes(reason) ? [] : [`${id} has ended as ${reason}`];
    });
  }

  /** A preempted attempt is no failure, and every one of them was decided once. */
  private preemptionProblems(): string[] {
    const ends = [...this.attempts.values()].filter(({ end }) => end.result === 'preempted');
    return [...this.runs.values()].flatMap((run) => {
      const { id, phase, preemptions = 0 } = run;
      const count = ends.filter((each) => each.run === id).length;
      if (count > 0) this.note('preempted');
      return [
        ...(phase === 'Completed' || this.story.kills ? [] : [`${id} has failed: ${told(run)}`]),
        ...(preemptions > (isPreemptible(id) ? PREEMPTION.maxTimes : 0)
          ? [`${id} was preempted ${preemptions} times`]
          : []),
        ...(count > preemptions ? [`${id} lost ${count} attempts by ${preemptions} preemptions`] : []),
      ];
    });
  }

  private note(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  private startOne(): void {
    const process = new SimProcess(`executor-${++this.started}`, this.time, this.random.fork(), this.weather);
    process.clockAheadMs = this.random.between(-900, 900);
    const databaseTime = (): number => this.time.now;
    const members: Pick<MembersStore, 'heartbeat' | 'heardSince' | 'leave'> = membersOf(
      process,
      this.memberTable,
      databaseTime,
    );
    const world: StarterWorld = {
      tables: {
        runs: this.runs,
        attempts: this.attempts,
        commands: this.story.commands ? this.commands : null,
        members,
      },
      databaseTime,
      basisOf: ({ id }) => ({
        plan: aPlan({
          engine: 'webservice',
          idempotentStart: isIdempotent(id),
          answersEnd: this.story.answers === true,
          startDeadlineMs: START_DEADLINE_MS,
          preemption: isPreemptible(id) ? PREEMPTION : null,
          tasks: [aTask()],
        }),
        spec: this.specOf(),
        tenant: null,
      }),
      askForParts: this.story.limits ? (asker, question) => this.askForParts(asker, question) : null,
      call: (attempt, mayBegin) => {
        this.countStreak(process, attempt);
        return this.call(process, attempt, mayBegin);
      },
      stop: (request) => this.stop(request),
      places: this.story.preempts || this.story.shares ? FEW_PLACES : null,
      dispatch: (run) => {
        this.dispatch(run, null);
      },
      step: (what) => {
        this.step(process, what);
      },
      log: createLogger('test', 'silent'),
    };
    const starter = new SimStarter(process, world);
    this.starters.push(starter);
    starter.start();
  }

  private specOf(): RunSpec {
    const spec = aSpec({ tenant: 't', name: 'j', worker: 'w' });
    const { maxActive } = this;
    return maxActive === Infinity ? spec : { ...spec, worker: { ...spec.worker, limits: { maxActive } } };
  }

  private startScheduler(): void {
    const name = `scheduler-${++this.started}`;
    const process = new SimProcess(name, this.time, this.random.fork(), this.weather);
    const { limitTable } = this;
    const stores = {
      limits: {
        load: (key: string) => process.call(() => limitTable.get(key) ?? null),
        save: (next: DividedLimit, expectedRev: number) =>
          process.call(() => {
            if ((limitTable.get(next.key)?.rev ?? 0) !== expectedRev) return false;
            limitTable.set(next.key, next);
            if (next.parts.length > 1) this.note('shared by several');
            return true;
          }),
        inKeyOrder: () => process.call(() => [...limitTable.values()]),
        remove: (key: string, rev: number) =>
          process.call(() => {
            if (limitTable.get(key)?.rev === rev && limitTable.delete(key)) this.note('limit removed');
          }),
      },
      workers: { load: () => process.call(() => this.limitedWorker()) },
      members: membersOf(process, this.memberTable, () => this.time.now),
    };
    this.schedulers.push({ process, limits: new WorkerLimits(stores, process.clock) });
    const sweep = new WorkerLimitSweep(stores, shards.count);
    const look = (): void => {
      const next = (): void => void process.clock.after(sweep.everyMs, look);
      sweep.run(ALL_SHARDS).then(next, next);
    };
    look();
  }

  private limitedWorker(): StoredWorker | null {
    const { maxActive } = this;
    return maxActive === Infinity ? null : ({ spec: { limits: { maxActive } } } as StoredWorker);
  }

  /** Both schedulers may believe that they own the shard; the request or its answer may be late. */
  private askForParts(
    asker: SimProcess,
    { limits, view, ...sent }: Parameters<LimitSources['ask']>[0],
  ): ReturnType<LimitSources['ask']> {
    const { random, time } = this;
    const { process, limits: giver } = random.pick(random.chance(0.9) ? this.schedulers.slice(0, 1) : this.schedulers);
    const replica = asker.name;
    return new Promise((resolve, reject) => {
      const wayMs = (): number => (random.chance(0.05) ? random.between(10, 3 * SECOND) : random.between(0, 3));
      asker.clock.after(SECOND, () => {
        reject(new Error('no answer'));
      });
      time.after(wayMs(), () => {
        process.whenRunning(() => {
          Promise.all(
            limits.map(async ({ key, ...demand }) => ({
              key,
              ...(await giver.share(key, { ...demand, ...sent, replica }, view)),
            })),
          ).then(
            (parts) => {
              time.after(wayMs(), () => {
                asker.whenRunning(() => {
                  resolve(parts);
                });
              });
            },
            () => undefined,
          );
        });
      });
    });
  }

  /** A run is admitted, with or without a message. */
  private begin(): void {
    const kind = this.random.chance(0.3) ? 'again' : 'once';
    const isLow = this.story.preempts === true && this.random.chance(0.5);
    const isFew = this.story.shares === true && this.random.chance(0.1);
    const id = asRunId(`${kind}${isLow ? LOW : '-'}${this.runs.size}`);
    const { now } = this.time;
    const run = aRun(aPlan({ engine: 'webservice' }), {
      id,
      startAfter: now,
      createdAt: now,
      phaseSince: now,
      wakeAt: now,
      tenant: isFew ? FEW : FLOOD,
      ...storedPriority(this.story.preempts && !isLow ? 5 : 0),
    });
    const made = { ...run, shard: shardOf(id) };
    this.runs.set(id, made);
    this.note('run');
    if (this.random.chance(0.8)) this.dispatch(id, this.random.chance(0.5) ? made : null);
    // A message may come again, in whatever state the run is by then.
    if (this.random.chance(0.2))
      this.time.after(this.random.between(0, 10 * SECOND), () => {
        this.dispatch(id, made);
      });
  }

  private dispatch(run: RunId, made: Run | null): void {
    void this.starters.find((starter) => starter.owns(run))?.tell(run, [], { isNew: true, inserted: made });
  }

  private mischief(): void {
    const { random } = this;
    if (this.story.limits && random.chance(0.2)) {
      this.harmScheduler();
      return;
    }
    const { process } = random.pick(this.starters);
    if (this.story.kills && random.chance(0.2)) {
      this.note('killed');
      process.kill();
      this.starters = this.starters.filter((starter) => starter.process !== process);
      this.startOne();
      return;
    }
    this.freeze(process, 'anywhere');
  }

  private harmScheduler(): void {
    const { random } = this;
    const { process } = random.pick(this.schedulers);
    if (!random.chance(0.3)) {
      process.stopFor(random.between(10, 20 * SECOND));
      return;
    }
    process.kill();
    this.schedulers = this.schedulers.filter((each) => each.process !== process);
    this.startScheduler();
  }

  private beginCommands(): void {
    const { random } = this;
    this.every(
      () => random.between(200, 2 * SECOND),
      () => {
        this.command();
      },
    );
    // The scheduler admits a resumed run again.
    const admit = (): void => {
      for (const run of this.runs.values())
        if (run.phase === 'Queued') this.runs.set(run.id, { ...run, phase: 'Pending', wakeAt: 0, rev: run.rev + 1 });
      this.time.after(SECOND, admit);
    };
    admit();
  }

  /** A command is saved and answered; the message about it may be lost. */
  private command(): void {
    const { random, time } = this;
    if (this.runs.size === 0) return;
    const run = random.pick([...this.runs.values()]);
    if (isFinal(run.phase) && run.phase !== 'Aborted') return;
    const command = run.phase === 'Aborted' ? 'resume' : 'abort';
    const id = `command-${(this.commandCount += 1)}`;
    const stated = { reason: null, graceSeconds: null, actor: 'anna', at: time.now + random.between(-900, 900) };
    this.commands.set(id, { id, run: run.id, shard: shardOf(run.id), command, ...stated });
    this.note(command);
    if (random.chance(0.5)) this.starters.find((starter) => starter.owns(run.id))?.tellOfCommand(run.id);
  }

  /** A host, or the database, is suspended for minutes; commands are given until then, or meanwhile. */
  private async standStill(): Promise<void> {
    const { random, time } = this;
    const ms = random.between(LONG_STANDSTILL_MS.least, LONG_STANDSTILL_MS.most);
    if (random.chance(0.3)) this.weather.databaseFrozenUntil = time.now + ms;
    else for (const { process } of this.starters) process.stopFor(ms);
    this.note('standstill of minutes');
    await time.passUntil(time.now + 5 * SECOND);
    this.isCalm = true;
    await time.passUntil(time.now + ms);
  }

  /** A process is rarely in the middle of a start: here it is frozen intentionally. */
  private step(process: SimProcess, what: string): void {
    if (!this.isCalm && !process.stopped && this.random.chance(FREEZE_AT_STEP)) this.freeze(process, what);
  }

  private freeze(process: SimProcess, where: string): void {
    const { random } = this;
    this.note(`frozen: ${where}`);
    process.stopFor(
      random.chance(0.5) ? random.between(10, 6 * SECOND) : random.between(2 * SECOND, LONGEST_FREEZE_MS),
    );
  }

  /** One POST. The process may stand still between the look at its claim and the first byte, and before it reads the answer. */
  private call(process: SimProcess, attempt: string, mayBegin: MayBegin): Promise<StartResult> {
    const { random, time } = this;
    return new Promise((resolve) => {
      const begin = (): void => {
        this.step(process, 'before the claim is looked at');
        if (process.stopped) {
          process.whenRunning(begin);
          return;
        }
        if (!mayBegin()) {
          this.note('not sent');
          resolve({ type: 'notSent', message: 'late' });
          return;
        }
        this.step(process, 'before the first byte');
        // A call whose answer is its end has started with its first byte.
        if (this.story.answers) resolve({ type: 'started', at: time.now, node: null });
        const arrive = (): void => {
          if (process.stopped && random.chance(0.5)) {
            this.note('sent late');
            process.whenRunning(arrive);
            return;
          }
          if (!process.alive && random.chance(0.5)) return;
          if (this.story.answers) {
            this.work(process, attempt);
            return;
          }
          this.receive(attempt);
          this.step(process, 'before the answer');
          time.after(random.between(0, 50), () => {
            process.whenRunning(() => {
              resolve({ type: 'started', at: time.now, node: null });
            });
          });
        };
        time.after(random.between(0, 3), arrive);
      };
      // Until there is a connection.
      time.after(random.between(0, 30), () => {
        process.whenRunning(begin);
      });
    });
  }

  /** The tenants have the same weight: an executor that holds runs of both starts them by turns, until each has its share. */
  private countStreak(process: SimProcess, attempt: string): void {
    const called = this.runs.get(parseAttemptId(asAttemptId(attempt))?.run ?? asRunId(''));
    const starter = this.starters.find((each) => each.process === process);
    if (called === undefined || starter === undefined) return;
    // The worker of a claimed attempt may have been called.
    const waits = [...this.runs.values()].find(
      ({ id, tenant, live, phase }) =>
        tenant === FEW && live.length === 0 && !isFinal(phase) && starter.owns(id) && starter.hasAsked(id),
    );
    const isFair = called.tenant === FEW || waits === undefined || this.hasItsShare(FEW);
    const streak = isFair ? 0 : (this.streaks.get(process.name) ?? 0) + 1;
    this.streaks.set(process.name, streak);
    if (streak > 0) this.note('start of the flood');
    if (streak === MAX_STREAK)
      this.unfair.push(`${process.name} started ${streak} others in a row: ${waits?.id} waits`);
  }

  /** Half of the places: attempts whose start is in doubt keep theirs until its result is known. */
  private hasItsShare(tenant: TenantId): boolean {
    const own = [...this.runs.values()].filter((run) => run.tenant === tenant && !isFinal(run.phase));
    return own.flatMap(({ live }) => live.filter(({ state }) => state !== 'ended')).length * 2 >= FEW_PLACES;
  }

  /** The work behind a call, whose answer reaches only the process that made the call. */
  private work(process: SimProcess, attempt: string): void {
    const { random, time } = this;
    this.calls.set(attempt, (this.calls.get(attempt) ?? 0) + 1);
    time.after(random.between(0, LONGEST_CALL_MS), () => {
      const isCut = random.chance(0.1);
      this.note(process.alive ? (isCut ? 'cut' : 'answer') : 'answer to a dead executor');
      const judged = isCut
        ? ({ result: 'failed', reason: 'NoAnswer' } as const)
        : ({ result: 'succeeded', reason: 'Http200' } as const);
      process.whenRunning(() => {
        const end = { ...judged, at: time.now, exitCode: null, message: '' };
        const ended = { type: 'ended', attempt: asAttemptId(attempt), startedAt: null, node: null, end } as const;
        this.starters.find((each) => each.process === process)?.report({ type: 'observed', observation: ended });
      });
    });
  }

  private receive(attempt: string): void {
    const count = (this.calls.get(attempt) ?? 0) + 1;
    this.calls.set(attempt, count);
    if (count > 1) return;
    this.atWork.add(attempt);
    if (this.atWork.size > this.mayBeLive)
      this.overLimit.push(
        `${this.atWork.size} attempts at once, ${this.mayBeLive} are allowed: ${[...this.atWork].join()}`,
      );
    if (this.atWork.size === this.maxActive) this.note('limit reached');
    this.time.after(this.random.between(0, 5 * SECOND), () => {
      this.report(attempt);
    });
  }

  /** The worker ends some time after it was asked to; by force it is given up. */
  private stop({ attempt, force }: StopRequest): StopResult {
    const end = { result: 'deletedByUs', at: this.time.now, exitCode: null, reason: 'Stopped', message: '' } as const;
    if (force) return { type: 'ended', end };
    if (!this.stopped.has(attempt))
      this.time.after(this.random.between(2 * SECOND, 5 * SECOND), () => {
        this.stopped.add(attempt);
      });
    return { type: 'stopping' };
  }

  /** The worker repeats its last report until it is answered: by an executor, or by the api, which has read that the end is recorded. */
  private report(attempt: string): void {
    this.atWork.delete(attempt);
    const run = parseAttemptId(asAttemptId(attempt))?.run;
    const stored = run && this.runs.get(run);
    if (!stored || isFinal(stored.phase) || this.attempts.has(attempt)) return;
    const owner = this.starters.find((starter) => starter.owns(stored.id));
    const said = { message: null, exitCode: 0, progress: null } as const;
    const id = asAttemptId(attempt);
    const state = this.stopped.has(attempt) ? 'FAILED' : 'FINISHED';
    void owner?.tell(stored.id, [{ type: 'status', attempt: id, at: this.time.now, state, ...said }]);
    this.time.after(2 * SECOND, () => {
      this.report(attempt);
    });
  }

  private every(pause: () => number, action: () => void, isOver = (): boolean => this.isCalm): void {
    this.time.after(pause(), () => {
      if (isOver()) return;
      action();
      this.every(pause, action, isOver);
    });
  }
}

const FLOOD = asTenantId('flood');
const FEW = asTenantId('few');

/** In the ids of preemptible runs. */
const LOW = '-low-';
const isPreemptible = (id: string): boolean => id.includes(LOW);

const isIdempotent = (id: string): boolean => id.startsWith('again');

const told = (run: Run | undefined): string => {
  const { phase, reason, message, live, wakeAt } = run ?? {};
  return JSON.stringify({ phase, reason, message, live, wakeAt });
};
