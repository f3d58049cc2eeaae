import type { AttemptEnd, AttemptResult } from '#common/run/run.js';

export const anEnd = (result: AttemptResult, exitCode: number | null = null): AttemptEnd => ({
  result,
  at: 1_000_000,
  exitCode,
  reason: 'x',
  message: '',
});
