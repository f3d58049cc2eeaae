/** The named limits of planning; times in milliseconds. */

/** A slot recorded within this time of its effective instant is on time under every misfire policy: a fail-over misses nothing. */
export const ON_TIME_MS = 60_000;
/** Slots of one job that are turned into runs in one step. */
export const MAX_FIRED_PER_STEP = 100;
/** Slots of one job that are counted into a gap in one step, so that a step stays short however long the job was down. */
export const MAX_GAP_SLOTS_PER_STEP = 20_000;
/** Runs and closed keys that one step of a turn writes, of all its jobs together; jobs beyond that have theirs in the next. */
export const MAX_WRITES_PER_STEP = 2_000;

/** What has been due for no longer than this is planned at once; whatever has waited longer is caught up with beside it. */
export const FRESH_MS = 5_000;
/** Batches of the backlog that are under way at once, each of shards of its own. */
export const CATCH_UP_LANES = 2;
/**
 * A batch of the backlog grows and shrinks so that it takes about this long: some times what a few round trips take on a machine
 * that is overcommitted, where the size of a batch hardly shows.
 */
export const CATCH_UP_BATCH_MS = 800;
/** Schedules in one batch of the backlog. */
export const MIN_CAUGHT_UP_AT_ONCE = 50;
export const MAX_CAUGHT_UP_AT_ONCE = 500;
/**
 * A turn of what is on time that takes longer makes the backlog give way: a slot that takes effect meanwhile waits for the end of
 * this turn and of the next.
 */
export const SLOW_LIVE_MS = 400;
