/**
 * Admission of every run, whoever asked for it: the job's own places first, then those of its shared limits, all or none.
 * Each decision is one compare-and-set on the job's `schedules` document; what follows from it (saving the run, sending it
 * off) is repeated by the sweep if this process dies in between.
 *
 * A place and its run are two documents, and whoever follows up a place may be slow and have a successor. That a run never
 * begins without its place rests on three rules. A follower begins the run as it was before the place was given, or looks after
 * reading the run whether the place is still of its grant. A successor has the place given anew, then changes the run's
 * revision, and only then may give the place back. A place is freed only of a run that is over, and only if it was given
 * before the run was seen to be over.
 */
import type { Clock } from '#common/clock/clock.js';
import { type JobId, type RunId } from '#common/domain/ids.js';
import { isFinal } from '#common/domain/phase.js';
import type { Run } from '#common/domain/run.js';
import type { ScheduleState, Waiter } from '#common/domain/schedule-state.js';
import { AppError } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { admitted, dropped } from '../core/leave-queue.js';
import {
  changesNothing,
  settle,
  type AdmissionAnswer,
  type AdmissionOp,
  type DroppedRun,
  type Settlement,
} from '../core/settle.js';
import type { CommandBook, Outbox, RunBook, ScheduleBook, SlotKeys } from '../ports.js';
import { keptRun } from './kept-run.js';
import { KeyedBatcher } from '#common/runtime/batcher.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { LimitDesk } from './limit-desk.js';
import type { TenantLimits } from './tenant-limits.js';

/** Lost races for one document before the caller is told to come again. */
const MAX_TRIES = 50;
/** Of one job. */
const BATCHES = { maxBatch: 1_000, maxUnderWay: 1, maxWaiting: 10_000 };

export interface AdmissionBooks {
  readonly schedules: ScheduleBook;
  readonly runs: RunBook;
  readonly keys: SlotKeys;
  readonly commands: CommandBook;
}

interface Request {
  readonly op: AdmissionOp;
  /** A new run, stored as `Queued` before it is admitted. */
  readonly run: Run | null;
}

type Followed = Pick<Settlement, 'started' | 'takenOver' | 'dropped' | 'replaced'>;

/** A place of its job that a waiting run was given, and the shared limits whose places it needs besides. */
interface Following {
  /** As it was stored with the place: its revision is the place's grant. */
  readonly state: ScheduleState;
  readonly waiter: Waiter;
  readonly keys: readonly string[];
}

/** How a run names the place of its job among those that it holds. */
const JOB_PLACE = 'job:';

/** `noSuchJob`: there is no document to be admitted by. */
export type DeskAnswer = AdmissionAnswer | 'noSuchJob' | null;

interface DeskResult {
  readonly answer: DeskAnswer;
  /** What became of the runs that got a place of the job: false where a shared limit had none. */
  readonly followed: Promise<ReadonlyMap<RunId, boolean>>;
}

const NOTHING_FOLLOWS: Promise<ReadonlyMap<RunId, boolean>> = Promise.resolve(new Map());

export class Admission {
  private readonly batches = new KeyedBatcher<JobId, Request, DeskResult>(
    (job, requests) => this.decide(job, requests),
    BATCHES,
  );
  private readonly desk: LimitDesk;
  private readonly limits: TenantLimits;

  constructor(
    private readonly books: AdmissionBooks,
    shared: { readonly desk: LimitDesk; readonly limits: TenantLimits },
    private readonly outbox: Outbox,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {
    this.desk = shared.desk;
    this.limits = shared.limits;
    this.desk.onRoom((key, places) => {
      for (const { job, run } of places) this.background(this.apply(job, { type: 'unblock', run, key }));
    });
  }

  /** Stores the run and admits it. Gives what became of it; a refused run leaves nothing behind. */
  async admit(run: Run, op: Extract<AdmissionOp, { type: 'admit' }>): Promise<DeskAnswer> {
    const { answer, followed } = await this.batches.add(run.job, { op, run });
    if (answer !== 'started') return answer;
    const placed = (await followed).get(run.id) ?? true;
    if (placed) return 'started';
    if (op.policy !== 'Forbid') return 'waiting';
    return 'forbidden';
  }

  /** Applies an operation to the job's places, and sees to what follows from it. */
  async apply(job: JobId, op: AdmissionOp): Promise<void> {
    const { followed } = await this.batches.add(job, { op, run: null });
    await followed;
  }

  /**
   * The run has ended, or never will begin: its places go to those who wait. What it was given after `state` was read stays, so
   * read that before you see that the run is over. `held` are the places that the run names.
   */
  async release(state: ScheduleState, run: RunId, held: readonly string[]): Promise<void> {
    const keys = new Set([...(await this.limits.keysFor(state)), ...held.filter((key) => !key.startsWith(JOB_PLACE))]);
    await this.desk.release([...keys], state.tenant, { run, upTo: state.rev });
    await this.apply(state.job, { type: 'release', run, upTo: state.rev });
  }

  /**
   * Does what a settlement decided that is stored as `state`. `fresh` are runs as they were known before that. Gives for each
   * run that has got a place of its job whether it has all its places; safe to repeat.
   */
  async follow(
    state: ScheduleState,
    settlement: Followed,
    fresh: ReadonlyMap<RunId, Run>,
  ): Promise<ReadonlyMap<RunId, boolean>> {
    const { started, takenOver, dropped, replaced } = settlement;
    await Promise.all([
      ...dropped.map((drop) => this.drop(state, drop, fresh)),
      ...replaced.map((run) => this.replace(run)),
    ]);
    const keys = await this.limits.keysFor(state);
    const known = await this.known(state, [...started, ...takenOver], fresh);
    const placed = await Promise.all([
      ...started.map((waiter) => this.place({ state, waiter, keys }, known.get(waiter.run))),
      ...takenOver.map((waiter) => this.claim({ state, waiter, keys }, known.get(waiter.run))),
    ]);
    return new Map([...started, ...takenOver].map(({ run }, i) => [run, placed[i] ?? true]));
  }

  /** The runs of the places; null where the place is not of this grant any more, or the run not the one that it was given to. */
  private async known(
    state: ScheduleState,
    waiters: readonly Waiter[],
    fresh: ReadonlyMap<RunId, Run>,
  ): Promise<ReadonlyMap<RunId, Run | null>> {
    const others = waiters.filter(({ run }) => !fresh.has(run));
    if (others.length === 0) return fresh;
    const stored = await this.books.runs.load(others.map(({ run }) => run));
    const current = await this.books.schedules.load(state.job);
    const held = new Set(current?.holders.filter(({ grant }) => grant === state.rev).map(({ run }) => run));
    const known = new Map<RunId, Run | null>(fresh);
    for (const { run, generation = 0 } of others) {
      const found = stored.get(run);
      const isMeant = held.has(run) && (found === undefined || found.generation === generation);
      if (!isMeant) known.set(run, null);
      else if (found) known.set(run, found);
    }
    return known;
  }

  /** Goes on with a run whose former follower may only be slow: from here on that one can no longer begin it. */
  private async claim(at: Following, run: Run | null | undefined): Promise<boolean> {
    if (run?.phase !== 'Queued') return this.place(at, run);
    const claimed = { ...run, rev: run.rev + 1 };
    if (!(await this.books.runs.save(claimed, run.rev))) return true;
    const { state, waiter } = at;
    // It has not begun yet, so a limit that was lowered since it got its place binds it.
    if (waiter.policy === 'Allow' || state.holders.length <= state.concurrency.maxConcurrency)
      return this.place(at, claimed);
    await this.apply(state.job, { type: 'putBack', waiter, ...placeOf(state) });
    return false;
  }

  /** Takes the shared places of a run that has one of its job. False: there was no room, and it waits again or is gone. */
  private async place(at: Following, run: Run | null | undefined): Promise<boolean> {
    if (run === null) return true;
    const { state, waiter, keys } = at;
    const { tenant, job, rev: grant } = state;
    if (!run || isFinal(run.phase)) {
      this.background(this.release(state, waiter.run, []));
      return true;
    }
    if (run.phase !== 'Queued') {
      // It was recorded while the job had no limit, and is under way: it counts, and can neither wait nor be refused.
      for (const key of keys) await this.desk.change(key, tenant, { type: 'adopt', run: run.id, job });
      return true;
    }
    const join = waiter.policy !== 'Forbid';
    const full = await this.desk.take(keys, { tenant, run: run.id, job, grant, join });
    if (full === null) {
      await this.start(at, run);
      return true;
    }
    if (!join && run.trigger !== 'schedule' && run.startAfter <= run.createdAt) {
      // Whoever asked (a person, or a backfill, which asks again) is told no at once: the run leaves nothing behind.
      const withdrawn = await this.books.keys.withdraw(run.id);
      if (withdrawn) this.background(this.apply(job, { type: 'release', run: run.id, upTo: grant }));
      // Otherwise somebody else has taken it over, and sees to its places.
      return !withdrawn;
    }
    this.background(this.putBack(at, full));
    return false;
  }

  /** The run waits for the shared limit `key`; should room have come there before it was noted, it is woken now. */
  private async putBack({ state, waiter }: Following, key: string): Promise<void> {
    await this.apply(state.job, { type: 'putBack', waiter: { ...waiter, blockedBy: key }, ...placeOf(state) });
    await this.desk.change(key, state.tenant, { type: 'look' });
  }

  private async decide(job: JobId, requests: readonly Request[]): Promise<readonly DeskResult[]> {
    const stored = new Map<RunId, Run>();
    return retryOnConflict(MAX_TRIES, `the places of job ${job} are contended`, async () => {
      const state = await this.books.schedules.load(job);
      if (state === null) return requests.map(() => ({ answer: 'noSuchJob' as const, followed: NOTHING_FOLLOWS }));
      const now = this.tools.clock.now();
      const settlement = settle(
        state,
        requests.map((request) => request.op),
        now,
      );
      await this.store(requests, settlement, stored);
      const next = { ...state, holders: settlement.holders, queue: settlement.queue, rev: state.rev + 1 };
      const saved = changesNothing(state, settlement) || (await this.books.schedules.save(next, state.rev));
      if (!saved) return null;
      const followed = this.follow(next, settlement, stored);
      followed.catch((error: unknown) => {
        this.tools.log.warn({ err: error, job }, 'admission is left to the sweep');
      });
      await this.tidyUp(state, requests, settlement, stored);
      return requests.map(({ op }) => ({
        answer: op.type === 'admit' ? (settlement.answers.get(op.run) ?? null) : null,
        followed,
      }));
    });
  }

  /** New runs are stored before the document names them. */
  private async store(requests: readonly Request[], settlement: Settlement, stored: Map<RunId, Run>): Promise<void> {
    const accepted = requests.flatMap(({ run }) => {
      const answer = run && settlement.answers.get(run.id);
      return run && (answer === 'started' || answer === 'waiting') && !stored.has(run.id) ? [run] : [];
    });
    if (accepted.length === 0) return;
    const inserted = await this.books.runs.insertRuns(accepted);
    for (const run of accepted) stored.set(run.id, inserted.has(run.id) ? run : await this.keep(run.id));
  }

  /** The run was there before: whoever asked for it as well, and is refused, must not take it back now. */
  private async keep(id: RunId): Promise<Run> {
    const found = (await this.books.runs.load([id])).get(id);
    const kept = found && (await keptRun(this.books.runs, found));
    if (!kept) throw new AppError('UNAVAILABLE', `run ${id} was refused to another asker just now`);
    return kept;
  }

  /** What was stored and then refused in a lost race goes; what is woken in vain gives up its turn. */
  private async tidyUp(
    state: ScheduleState,
    requests: readonly Request[],
    settlement: Settlement,
    stored: ReadonlyMap<RunId, Run>,
  ): Promise<void> {
    const placed = new Set(settlement.holders.map(({ run }) => run));
    for (const { op } of requests) {
      const refused = op.type === 'admit' && ['forbidden', 'queueFull'].includes(settlement.answers.get(op.run) ?? '');
      if (refused && stored.has(op.run)) await this.books.keys.withdraw(op.run);
      if (op.type === 'unblock') this.background(this.leaveInVain(state, op, placed.has(op.run)));
    }
  }

  /**
   * A run that was told of room and still has no place of its job holds up nobody else. Nor does one that waited for a limit
   * which its job is no longer under: it would be told first for ever, and never take what it is offered.
   */
  private async leaveInVain(
    state: ScheduleState,
    { run, key }: Extract<AdmissionOp, { type: 'unblock' }>,
    placed: boolean,
  ): Promise<void> {
    const keys = await this.limits.keysFor(state);
    const inVain = placed ? [key].filter((told) => !keys.includes(told)) : [...new Set([key, ...keys])];
    await this.desk.leave(inVain, state.tenant, run);
  }

  /**
   * The run leaves `Queued` with its places and goes to the executor. One that was changed meanwhile is somebody else's, or is
   * taken over by the sweep: what was taken for it here in vain is given back.
   */
  private async start({ state, keys }: Following, run: Run): Promise<void> {
    const next = admitted(run, [`${JOB_PLACE}${state.job}`, ...keys], this.tools.clock.now());
    if (await this.books.runs.save(next, run.rev)) {
      this.outbox.changed(next, run.transitions.length);
      this.outbox.dispatch(next);
      return;
    }
    const current = (await this.books.runs.load([run.id])).get(run.id);
    if (!current || isFinal(current.phase)) {
      this.background(this.release(state, run.id, keys));
      return;
    }
    const inVain = current.phase === 'Queued' ? keys : keys.filter((key) => !current.holds.includes(key));
    await this.desk.release(inVain, state.tenant, { run: run.id, upTo: state.rev });
  }

  private async drop(state: ScheduleState, { run, reason }: DroppedRun, fresh: ReadonlyMap<RunId, Run>): Promise<void> {
    await this.desk.leave(await this.limits.keysFor(state), state.tenant, run);
    const current = fresh.get(run) ?? (await this.books.runs.load([run])).get(run);
    if (current?.phase !== 'Queued') return;
    const next = dropped(current, reason, this.tools.clock.now());
    if (await this.books.runs.save(next, current.rev)) this.outbox.changed(next, current.transitions.length);
  }

  /** Asks the executor to abort a run whose place a newer one wants; asked once, and once again after each resume. */
  private async replace(run: RunId): Promise<void> {
    const current = (await this.books.runs.load([run])).get(run);
    if (!current || isFinal(current.phase)) return;
    await this.books.commands.add({
      id: `replace-${run}-${current.generation}`,
      run,
      shard: current.shard,
      command: 'abort',
      reason: 'A newer run of the job replaces it.',
      graceSeconds: null,
      actor: 'scheduler',
      at: this.tools.clock.now(),
    });
    this.outbox.dispatch(current);
  }

  private background(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.tools.log.warn({ err: error }, 'admission is left to the sweep');
    });
  }
}

const placeOf = ({
  rev,
  concurrency,
}: ScheduleState): Pick<Extract<AdmissionOp, { type: 'putBack' }>, 'grant' | 'under'> => ({
  grant: rev,
  under: concurrency.policy,
});
