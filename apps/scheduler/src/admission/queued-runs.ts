import type { Clock } from '#common/clock/clock.js';
import type { RunCommand } from '#common/spec/definitions.js';
import type { RunId } from '#common/domain/ids.js';
import { storedPriority } from '#common/domain/priority.js';
import { isGathering } from '#common/run/gathered.js';
import { AWAITING_START_TIME, PERMIT_PREEMPTED } from '#common/run/new-run.js';
import type { Instant, Run } from '#common/run/run.js';
import type { ConcurrencyPolicy } from '#common/spec/schedule.js';
import type { ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { forEachContinuing } from '#common/runtime/continuing.js';
import { admitted, awaitingPermit, changed, commanded, dropped, withdrawn } from '../core/leave-queue.js';
import { policyOf } from '../core/slot-run.js';
import type { ScheduleStore } from '../ports.js';
import type { Admission } from './admission.js';
import type { RunRecords } from './run-records.js';

export interface QueuedRunStores {
  readonly schedules: Pick<ScheduleStore, 'load'>;
  readonly commands: { ofRuns(runs: readonly RunId[]): Promise<RunCommand[]> };
}

/** The document of its job may not contain a younger run yet. */
const ADMISSION_GRACE_MS = 5_000;

/** Queued runs: applies commands to them and repairs what a crash left behind. */
export class QueuedRuns {
  constructor(
    private readonly runs: Pick<RunRecords, 'load' | 'find' | 'revise' | 'save'>,
    private readonly stores: QueuedRunStores,
    private readonly admission: Pick<Admission, 'admit' | 'apply' | 'release'>,
    private readonly clock: Clock,
  ) {}

  /** Applies the commands that wait for these runs. */
  async applyCommands(ids: readonly RunId[]): Promise<void> {
    const commands = await this.stores.commands.ofRuns(ids);
    if (commands.length === 0) return;
    const runs = await this.runs.load([...new Set(commands.map(({ run }) => run as RunId))]);
    const queued = [...runs.values()].filter(({ phase }) => phase === 'Queued');
    await forEachContinuing(queued, (run) =>
      this.applyTo(
        run,
        commands.filter((command) => command.run === run.id),
      ),
    );
  }

  private async applyTo(run: Run, commands: readonly RunCommand[]): Promise<void> {
    const now = this.clock.now();
    const next = commands.map((command) => commanded(run, command, now)).find((ended) => ended !== null);
    if (next) {
      await this.end(await this.stores.schedules.load(run.job), run, next);
      return;
    }
    const resized = commands.reduce((waiting, command) => changed(waiting, command) ?? waiting, run);
    if (resized !== run) await this.runs.revise(resized);
  }

  /** Checks one queued run: its job's document must know it; otherwise it is admitted again or ended. */
  async reconcileQueued(run: Run): Promise<void> {
    const now = this.clock.now();
    const state = await this.stores.schedules.load(run.job);
    if (state === null || state.inactiveReason === 'deleted') {
      await this.end(state, run, withdrawn(run, 'JobDeleted', now));
      return;
    }
    const holder = state.holders.find((each) => each.run === run.id);
    if (holder && (holder.generation ?? 0) < run.generation) return this.beginAgain(state, run);
    if (isKnown(state, run)) return this.reportWait(run, now);
    if (now - Math.max(run.createdAt, holder?.since ?? 0) < ADMISSION_GRACE_MS) return;
    if (holder) await this.admission.apply(state.job, { type: 'takeOver', waiter: waiterOf(state, run) });
    else await this.reconcileUnknown(state, run);
  }

  /** The document of its job does not know the run. */
  private async reconcileUnknown(state: ScheduleState, run: Run): Promise<void> {
    if (asksForItself(run)) await this.readmit(state, run);
    // Its slot is before the watermark of the job, or the job is inactive: the run was made by a planner that had not read that yet and
    // died.
    else if ((run.scheduledFor ?? 0) <= state.mark || !state.active)
      await this.end(state, run, withdrawn(run, 'Superseded', this.clock.now()));
  }

  /** The permits belong to an earlier generation of the run, which has given them up: the run waits for new ones. */
  private async beginAgain(state: ScheduleState, run: Run): Promise<void> {
    await this.admission.release(state, run.id, run.holds);
    await this.readmit(state, run);
  }

  /** Queues runs again that have given up their permits, as an event reports; the sweep finds them, too. */
  async requeue(ids: readonly RunId[]): Promise<void> {
    const runs = await this.runs.load(ids);
    const preempted = [...runs.values()].filter(
      ({ phase, reason }) => phase === 'Queued' && reason === PERMIT_PREEMPTED,
    );
    await forEachContinuing(preempted, (run) => this.reconcileQueued(run));
  }

  /** Reports what the run waits for once its start time has passed, unless it may just be getting its permit. */
  private async reportWait(run: Run, now: Instant): Promise<void> {
    if (run.reason !== AWAITING_START_TIME || now - run.startAfter < ADMISSION_GRACE_MS) return;
    await this.runs.save(awaitingPermit(run, now), run);
  }

  /**
   * Ends the window in which a run took requests: a run that needs no permit is passed to the executor, any other is queued, to be
   * readmitted. `closed`: the run without the window. Returns the run as it is now; null: it was changed meanwhile.
   */
  async leaveWindow(
    run: Run,
    closed: (now: Instant) => Run,
    needsPermits: (state: ScheduleState, policy: ConcurrencyPolicy) => Promise<boolean>,
  ): Promise<{ readonly run: Run; readonly state: ScheduleState | null } | null> {
    const state = await this.stores.schedules.load(run.job);
    const isThere = state !== null && state.inactiveReason !== 'deleted';
    const isFree = isThere && !(await needsPermits(state, policyOf(state, run.overrides)));
    const now = this.clock.now();
    const next = !isThere
      ? withdrawn(closed(now), 'JobDeleted', now)
      : isFree
        ? admitted(closed(now), [], now)
        : awaitingPermit(closed(now), now);
    return (await this.runs.save(next, run)) ? { run: next, state } : null;
  }

  /** Asks for the permits of a run that is queued already. */
  async readmit(state: ScheduleState, run: Run): Promise<void> {
    const answer = await this.admission.admit(run, { type: 'admit', ...waiterOf(state, run) });
    // A backfilled run, or one that has given up its permits, is never given up for lack of one: the next sweep tries again.
    if (answer === 'started' || answer === 'waiting' || run.trigger === 'backfill') return;
    if (run.reason === PERMIT_PREEMPTED) return;
    // A run that stands for accepted requests is not given up for lack of room in the queue.
    if (answer === 'queueFull' && run.requests) return;
    const current = await this.runs.find(run.id);
    const reason = answer === 'queueFull' ? 'QueueFull' : 'ConcurrencyForbidden';
    if (current?.phase === 'Queued') await this.end(state, current, dropped(current, reason, this.clock.now()));
  }

  /** `state` was read before the run ends, so only permits of this generation of the run are released. */
  private async end(state: ScheduleState | null, run: Run, next: Run): Promise<void> {
    if ((await this.runs.save(next, run)) && state) await this.admission.release(state, run.id, []);
  }
}

/** True if the run waits in the queue of its job, or still gathers requests and does not wait there yet. */
const isKnown = ({ queue }: ScheduleState, run: Run): boolean =>
  isGathering(run) || queue.some((waiter) => waiter.run === run.id);

const waiterOf = (state: ScheduleState, run: Run): Waiter => ({
  run: run.id,
  policy: policyOf(state, run.overrides),
  startAfter: run.startAfter,
  waitsSince: Math.max(run.startAfter, run.phaseSince),
  ...storedPriority(run.priority),
  blockedBy: null,
  generation: run.generation,
  ...(run.limitKey !== undefined && { key: run.limitKey }),
});

/** True if no slot will plan the run again: the run was requested or resumed. */
const asksForItself = ({ generation, scheduledFor, trigger }: Run): boolean =>
  generation > 0 || scheduledFor === null || trigger !== 'schedule';
