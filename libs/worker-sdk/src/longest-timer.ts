/** The longest wait of one timer, in milliseconds: beyond it Node calls back at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
