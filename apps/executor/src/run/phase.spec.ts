import { openPhase, type OpenCounts } from './reconcile.js';

describe('the phase of a run that is under way', () => {
  const counts = (more: Partial<OpenCounts>): OpenCounts => ({
    running: 0,
    starting: 0,
    waiting: 0,
    free: 0,
    ended: 0,
    required: 0,
    isPaused: false,
    ...more,
  });

  it.each<[string, Partial<OpenCounts>, string, string]>([
    ['Furiko 103: one attempt starts', { starting: 1 }, 'Pending', 'Starting'],
    ['Furiko 103: the last attempt failed, and the next one waits', { waiting: 1 }, 'Backoff', 'AttemptFailed'],
    ['Furiko 104: one attempt runs', { running: 1, starting: 2 }, 'Running', 'AttemptStarted'],
    ['Furiko 107: two attempts start', { starting: 2 }, 'Pending', 'Starting'],
    [
      'Furiko 107, otherwise here: one attempt waits, one runs',
      { running: 1, waiting: 1 },
      'Running',
      'AttemptStarted',
    ],
    ['Furiko 107: one attempt starts again, one runs', { running: 1, starting: 1 }, 'Running', 'AttemptStarted'],
    [
      'V30: five members of which three are required, three pending',
      { running: 2, starting: 3, required: 3 },
      'Pending',
      'GangIncomplete',
    ],
    [
      'V30: five members of which three are required, two pending',
      { running: 3, starting: 2, required: 3 },
      'Running',
      'AttemptStarted',
    ],
    [
      '1.3: ended members count towards the required ones',
      { running: 1, ended: 2, required: 3 },
      'Running',
      'AttemptStarted',
    ],
    ['K6: paused', { free: 4, isPaused: true }, 'Pending', 'Paused'],
    ['no start is granted', { free: 4 }, 'Pending', 'WaitingForCapacity'],
  ])('%s', (_case, given, phase, reason) => {
    expect(openPhase(counts(given))).toEqual({ phase, reason });
  });
});
