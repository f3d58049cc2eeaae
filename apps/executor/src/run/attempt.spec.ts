import type { AttemptEnd, LiveAttempt } from '#common/domain/run.js';
import { classifyEnd } from './attempt.js';

type Stop = NonNullable<LiveAttempt['stop']>;

const stop = (reason: Stop['reason']): Stop => ({ at: 1_000, reason, graceSeconds: 30 });
const end = (over: Partial<AttemptEnd>): AttemptEnd => ({
  result: 'failed',
  at: 2_000,
  exitCode: null,
  reason: 'ExitCode',
  message: 'what the engine says',
  ...over,
});

describe('the end of an attempt that was asked to end', () => {
  it.each(['imagePull', 'unschedulable', 'startRefused'] as const)(
    'at its start deadline says why it could not start: %s',
    (result) => {
      const own = end({ result, reason: 'ItsOwnWord' });
      expect(classifyEnd(stop('startDeadline'), own)).toEqual({
        ...own,
        message: 'it did not start before its start deadline (what the engine says)',
      });
    },
  );

  it('at its start deadline is the deadline where nothing else is known', () => {
    expect(classifyEnd(stop('startDeadline'), end({ result: 'deletedByUs' }))).toMatchObject({
      result: 'deadline',
      reason: 'StartDeadlineExceeded',
    });
  });

  it.each(['deletedByUs', 'failed', 'deadline'] as const)(
    'because it cannot start says why, however it went down: %s',
    (result) => {
      const why = { result: 'startRefused', reason: 'ImageRunsAsRoot', message: 'do this' } as const;
      expect(classifyEnd({ ...stop('cannotStart'), why }, end({ result }))).toEqual({ ...end({}), ...why });
    },
  );

  it('at its timeout is the timeout, also where its last container ended before', () => {
    const between = end({ result: 'deletedByUs', at: 500, exitCode: 1 });
    expect(classifyEnd(stop('timeout'), between)).toMatchObject({ result: 'deadline', reason: 'TimeoutExceeded' });
  });

  it('is its own where it came before', () => {
    const own = end({ at: 999 });
    expect(classifyEnd(stop('timeout'), own)).toBe(own);
  });

  it('is a success where it succeeded while it made way', () => {
    const own = end({ result: 'succeeded' });
    expect(classifyEnd(stop('completed'), own)).toBe(own);
  });
});
