/** The named limits of planning; times in milliseconds. */
import { GUARD_SWEEP_MS, MAX_CLOCK_SKEW_MS } from '#common/domain/limits.js';

/** A slot recorded within this time of its effective instant is on time under every misfire policy: a fail-over misses nothing. */
export const ON_TIME_MS = 60_000;
/** Slots of one job that become runs in one step. */
export const MAX_FIRED_PER_STEP = 100;
/** Slots of one job that are counted into a gap in one step, so that a step stays short after any downtime. */
export const MAX_GAP_SLOTS_PER_STEP = 20_000;
/** Runs and closed keys that one step of a pass writes for all its jobs together; further jobs follow in the next one. */
export const MAX_WRITES_PER_STEP = 2_000;

/**
 * A slot of a job without limits gets its run up to this long before it takes effect, so that only the claim and the start remain for that
 * instant. An edit in between takes the run back.
 */
export const LOOK_AHEAD_MS = 5_000;
/** The pause between two steps that plan ahead; short enough that each slot is seen ahead at least once. */
export const LOOK_AHEAD_EVERY_MS = 1_000;
const HINT_WITHIN_MS = GUARD_SWEEP_MS + LOOK_AHEAD_MS + MAX_CLOCK_SKEW_MS;
/** False: a planner sees the slot in time by itself, even if it has just begun to rest. */
export const needsHint = (nextSlotAt: number | null, now: number): boolean =>
  nextSlotAt !== null && nextSlotAt <= now + HINT_WITHIN_MS;
/**
 * The point in each second at which planning ahead begins: most slots take effect at the start of a second, when executors need the
 * machine.
 */
export const LOOK_AHEAD_AT_MS = 400;
/** A watermark further in the future than this was set by a wrong clock. */
export const MAX_MARK_AHEAD_MS = MAX_CLOCK_SKEW_MS + LOOK_AHEAD_MS;

/** Slots that have been due for no longer than this are planned at once; older ones are caught up with in parallel. */
export const FRESH_MS = 5_000;
/** Batches of the backlog under way at once, each of its own shards. */
export const CATCH_UP_LANES = 3;
/**
 * The duration towards which the batch size is steered: several times the duration of a few round trips on an overcommitted machine, which
 * hardly depends on the batch size.
 */
export const CATCH_UP_BATCH_MS = 800;
/** Schedules in one batch of the backlog. */
export const MIN_CAUGHT_UP_AT_ONCE = 50;
export const MAX_CAUGHT_UP_AT_ONCE = 500;
/** When planning the due slots takes longer than this, planning of the backlog slows down. */
export const SLOW_LIVE_MS = 400;
/** The same limit while slots are planned ahead: the next planning ahead must follow within `LOOK_AHEAD_MS`. */
export const SLOW_LOOK_AHEAD_MS = 0.6 * LOOK_AHEAD_MS;
