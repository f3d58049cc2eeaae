/** The named limits of planning; times in milliseconds. */

/** A slot recorded within this time of its effective instant is on time under every misfire policy: a fail-over misses nothing. */
export const ON_TIME_MS = 60_000;
/** Slots of one job that are turned into runs in one step. */
export const MAX_FIRED_PER_STEP = 100;
/** Slots of one job that are counted into a gap in one step, so that a step stays short however long the job was down. */
export const MAX_GAP_SLOTS_PER_STEP = 20_000;
