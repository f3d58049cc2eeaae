import { asAttemptId, asReplicaId } from '#common/domain/ids.js';
import { IllegalMove } from '#common/run/phase.js';
import type { AttemptEnd, ClaimedAttempt, LiveAttempt } from '#common/run/run.js';
import { ATTEMPT_MOVES, classifyEnd, claimedAgain, created, ended, refused, started, stopping } from './attempt.js';

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

describe('the end of an attempt with a requested stop', () => {
  it.each(['imagePull', 'unschedulable', 'startRefused'] as const)(
    'at its start deadline has the reason why it could not start: %s',
    (result) => {
      const own = end({ result, reason: 'ItsOwnWord' });
      expect(classifyEnd(stop('startDeadline'), own)).toEqual({
        ...own,
        message: 'the attempt did not start before its start deadline (what the engine says)',
      });
    },
  );

  it('at its start deadline is the deadline if no other reason is known', () => {
    expect(classifyEnd(stop('startDeadline'), end({ result: 'deletedByUs' }))).toMatchObject({
      result: 'deadline',
      reason: 'StartDeadlineExceeded',
    });
  });

  it.each(['deletedByUs', 'failed', 'deadline'] as const)(
    'that cannot start has that reason, for any observed result: %s',
    (result) => {
      const why = { result: 'startRefused', reason: 'ImageRunsAsRoot', message: 'do this' } as const;
      expect(classifyEnd({ ...stop('cannotStart'), why }, end({ result }))).toEqual({ ...end({}), ...why });
    },
  );

  it('at its timeout is the timeout, even if its last container ended before', () => {
    const between = end({ result: 'deletedByUs', at: 500, exitCode: 1 });
    expect(classifyEnd(stop('timeout'), between)).toMatchObject({ result: 'deadline', reason: 'TimeoutExceeded' });
  });

  it('is its own end if that came before the stop', () => {
    const own = end({ at: 999 });
    expect(classifyEnd(stop('timeout'), own)).toBe(own);
  });

  it('is a success if the attempt succeeded while it was being replaced', () => {
    const own = end({ result: 'succeeded' });
    expect(classifyEnd(stop('completed'), own)).toBe(own);
  });
});

function stateAfter(move: () => LiveAttempt): LiveAttempt['state'] | 'illegal' {
  try {
    return move().state;
  } catch (error) {
    if (error instanceof IllegalMove) return 'illegal';
    throw error;
  }
}

describe('a transition of an attempt', () => {
  const claim = { replica: asReplicaId('executor-1'), incarnation: 'i', host: 'h', at: 1 };
  const claimed: ClaimedAttempt = {
    id: asAttemptId('r1.0.main.0.1'),
    task: 'main',
    index: 0,
    attempt: 1,
    state: 'claimed',
    since: 1,
    claim,
    startedAt: null,
    lastSeenAt: null,
    stop: null,
    end: null,
    sealBy: null,
    waitingFor: 'an image',
    doubt: 'nobody answered',
  };
  const placement = { node: 'n1' };
  const inState: Readonly<Record<LiveAttempt['state'], LiveAttempt>> = {
    claimed,
    refused: refused(claimed, { retryAt: 5 }),
    created: created(claimed, placement),
    started: started(claimed, 2, placement),
    stopping: stopping(claimed, stop('aborted')),
    ended: ended(claimed, end({}), 9),
  };
  const perform = {
    claimedAgain: (live: LiveAttempt) => claimedAgain(live, { ...claim, at: 3 }),
    created: (live: LiveAttempt) => created(live, placement),
    refused: (live: LiveAttempt) => refused(live, { retryAt: 7 }),
    started: (live: LiveAttempt) => started(live, 4, placement),
    stopRequested: (live: LiveAttempt) => stopping(live, stop('killed')),
    ended: (live: LiveAttempt) => ended(live, end({}), 9),
  };
  const states = Object.keys(inState) as LiveAttempt['state'][];
  const events = Object.keys(perform) as (keyof typeof perform)[];

  it.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
    'follows the table or is an error: %s, %s',
    (state, event) => {
      expect(stateAfter(() => perform[event](inState[state]))).toBe(ATTEMPT_MOVES[state][event] ?? 'illegal');
    },
  );

  it('removes the fields that belong only to the former state', () => {
    expect(claimedAgain(inState.refused, claim)).not.toHaveProperty('retryAt');
    const running = started(inState.refused, 4, placement);
    expect(running).toMatchObject({ startedAt: 4, lastSeenAt: 4, node: 'n1' });
    for (const field of ['retryAt', 'doubt', 'waitingFor']) expect(running).not.toHaveProperty(field);
  });
});
