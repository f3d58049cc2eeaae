/** The promises of limits per key, checked against what really happened, by the changes of the tables alone. */
import type { JobId, RunId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import type { Permit, ScheduleState } from '#common/schedule/schedule-state.js';
import type { Watcher } from './tables.js';

/** A permit with a key, given to a run: it counts in the rate unless the run did not start with it. */
interface Given {
  readonly run: RunId;
  /** By the clock of the scheduler that gave it. */
  readonly at: Instant;
  isUsed: boolean;
}

interface Sized {
  readonly since: Instant;
  readonly max: number;
}

/** A decision may be as old as this when it takes effect. */
const DECIDED_LATE_MS = 60_000;
/** So long nothing may wait that nothing holds up, on a calm day; clocks differ by less than two seconds. */
const PROMPT_MS = 8_000;

export class KeyLedger implements Partial<Watcher> {
  readonly problems: string[] = [];
  readonly seen = new Map<string, number>();
  private readonly given = new Map<string, Given[]>();
  private readonly sizes = new Map<JobId, Sized[]>();
  private readonly underWay = new Map<RunId, Run>();

  constructor(private readonly trueTime: () => Instant) {}

  note(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  scheduleSaved(before: ScheduleState | null, after: ScheduleState): void {
    this.noteSize(after);
    const former = new Map(before?.holders.map((permit) => [permit.run, permit]));
    const held = new Set(after.holders.map(({ run }) => run));
    for (const { run } of former.values()) if (!held.has(run)) this.permitGone(after.job, run);
    for (const permit of after.holders) if (!former.has(permit.run)) this.permitGiven(after, permit);
  }

  runSaved(before: Run, after: Run): void {
    if (before.phase === 'Queued' && after.phase === 'Pending') this.begins(after);
    // It has ended, or given up its permits.
    if (isFinal(after.phase) || after.phase === 'Queued') this.underWay.delete(after.id);
  }

  runRemoved({ id }: Run): void {
    this.underWay.delete(id);
  }

  /** Without faults no run waits if its key and all other limits are free. */
  checkWaiting(schedules: Iterable<ScheduleState>): void {
    for (const state of schedules) {
      for (const { run, key, policy, blockedBy, startAfter } of state.queue) {
        const isFree = policy === 'Allow' || state.holders.length < state.concurrency.maxConcurrency;
        const since = Math.max(startAfter, key === undefined ? 0 : this.freeSince(state, key));
        if (blockedBy === null && isFree && this.trueTime() - since > PROMPT_MS)
          this.blame(`${run} of ${state.job} waits although its key ${key} and all else is free`);
      }
    }
  }

  checkIdle(schedules: Iterable<ScheduleState>): void {
    for (const { job, keyBuckets } of schedules)
      if (keyBuckets !== undefined) this.blame(`${job}: ${keyBuckets.length} buckets of idle keys are left`);
  }

  private blame(problem: string): void {
    if (this.problems.length < 20) this.problems.push(`${new Date(this.trueTime()).toISOString()} ${problem}`);
  }

  private noteSize({ job, concurrency }: ScheduleState): void {
    const sizes = this.sizes.get(job) ?? [];
    const max = concurrency.perKey?.max ?? Infinity;
    if (sizes.at(-1)?.max !== max) sizes.push({ since: this.trueTime(), max });
    this.sizes.set(job, sizes);
  }

  /** The key is in the run: whatever the permit says, since the limit counts runs with the key. */
  private begins(run: Run): void {
    const { id, job, limitKey } = run;
    this.underWay.set(id, run);
    if (limitKey === undefined) return;
    const last = this.given.get(`${job}/${limitKey}`)?.findLast((each) => each.run === id);
    if (last) last.isUsed = true;
    const rivals = [...this.underWay.values()].filter((each) => each.job === job && each.limitKey === limitKey);
    const since = this.trueTime() - DECIDED_LATE_MS;
    const sizes = this.sizes.get(job) ?? [];
    const inForce = sizes.filter((_, i) => (sizes[i + 1]?.since ?? Infinity) >= since);
    const most = Math.max(...inForce.map(({ max }) => max));
    if (rivals.length > most) this.blame(`${id} is the ${rivals.length}th of ${most} runs of ${job} with ${limitKey}`);
    if (rivals.length === most) this.note('a key at its limit');
  }

  private permitGiven({ job, concurrency, queue, keyBuckets }: ScheduleState, permit: Permit): void {
    const { run, key, since: at } = permit;
    if (key === undefined) return;
    const name = `${job}/${key}`;
    const given = this.given.get(name) ?? [];
    given.push({ run, at, isUsed: false });
    this.given.set(name, given);
    if (queue.some((waiter) => waiter.key === key)) this.note('waits for its key');
    if (keyBuckets !== undefined) this.note('tokens taken');
    const rate = concurrency.perKey?.rate ?? null;
    if (rate === null) return;
    for (const [i, first] of given.entries()) {
      const allowed = rate.runs + ((at - first.at + SKEW_MS) * rate.runs) / (rate.perSeconds * 1_000);
      const count = given.length - i;
      if (count > allowed) this.blame(`${run}: ${count} runs of ${name} within ${at - first.at} ms`);
    }
  }

  /** A permit that goes before its run has begun counted for nothing. */
  private permitGone(job: JobId, run: RunId): void {
    for (const [name, given] of this.given) {
      if (!name.startsWith(`${job}/`)) continue;
      const at = given.findLastIndex((each) => each.run === run);
      if (at < 0 || given[at]?.isUsed) continue;
      given.splice(at, 1);
      this.note('a permit of a key put back');
    }
  }

  /** Since when a run with the key could have been admitted as far as the key goes. */
  private freeSince({ job, concurrency, holders }: ScheduleState, key: string): Instant {
    const { perKey } = concurrency;
    if (perKey === undefined) return -Infinity;
    if (perKey.max !== null && holders.filter((holder) => holder.key === key).length >= perKey.max) return Infinity;
    if (perKey.rate === null) return -Infinity;
    const interval = (perKey.rate.perSeconds * 1_000) / perKey.rate.runs;
    // A token that was returned long after it was taken is not returned completely: one more interval is always enough.
    const full = (this.given.get(`${job}/${key}`) ?? []).reduce((at, each) => Math.max(at, each.at) + interval, 0);
    return full + interval;
  }
}

/** A permit is returned by a clock that may be behind the clock of the scheduler that gave the next. */
const SKEW_MS = 1_800;
