/** Node's timers take at most so many milliseconds: a longer one ends at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
