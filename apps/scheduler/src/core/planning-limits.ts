/** The named limits of planning; times in milliseconds. */

/** A slot recorded within this time of its effective instant is on time under every misfire policy: a fail-over misses nothing. */
export const ON_TIME_MS = 60_000;
/** Slots of one job that become runs in one step. */
export const MAX_FIRED_PER_STEP = 100;
/** Slots of one job that are counted into a gap in one step, so that a step stays short however long the job was down. */
export const MAX_GAP_SLOTS_PER_STEP = 20_000;
/** Runs and closed keys that one step of a pass writes for all its jobs together; further jobs follow in the next one. */
export const MAX_WRITES_PER_STEP = 2_000;

/** Slots that have been due for no longer than this are planned at once; older ones are caught up with in parallel. */
export const FRESH_MS = 5_000;
/** Batches of the backlog under way at once, each of its own shards. */
export const CATCH_UP_LANES = 2;
/**
 * The duration towards which the batch size is steered: several times a few round trips on an overcommitted machine, where the
 * size of a batch hardly shows.
 */
export const CATCH_UP_BATCH_MS = 800;
/** Schedules in one batch of the backlog. */
export const MIN_CAUGHT_UP_AT_ONCE = 50;
export const MAX_CAUGHT_UP_AT_ONCE = 500;
/**
 * When planning the slots that are on time takes longer than this, the backlog gives way: a slot that takes effect meanwhile
 * waits for this pass and the next.
 */
export const SLOW_LIVE_MS = 400;
