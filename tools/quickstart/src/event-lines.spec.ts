import { eventLines, parseEvent, type RunEvent } from './event-lines.js';

const at = '2026-01-01T10:00:05.123Z';
const event = (transitions: RunEvent['transitions'], jobName = 'Exchange rates'): RunEvent => ({
  id: 'rates-1767261605',
  jobName,
  trigger: 'schedule',
  transitions,
});

describe('the line of a run event', () => {
  it('shows time, job, phase, reason and run, one line for each transition', () => {
    const transitions = [
      { at, phase: 'Pending', state: 'RUNNING', reason: 'Admitted', message: '' },
      { at, phase: 'Backoff', state: 'RUNNING', reason: 'ExitCode', message: 'ended with exit code 75' },
    ];
    expect(eventLines(event(transitions))).toEqual([
      '10:00:05.123  Exchange rates                  Pending      Admitted  (schedule run rates-1767261605)',
      '10:00:05.123  Exchange rates                  Backoff      ExitCode: ended with exit code 75  (schedule run rates-1767261605)',
    ]);
  });

  it('cuts a long job name', () => {
    const running = { at, phase: 'Running', state: 'RUNNING', reason: 'Started', message: '' };
    const [line] = eventLines(event([running], 'x'.repeat(80)));
    expect(line).toContain(`${'x'.repeat(29)}…  Running`);
  });
});

describe('a message of the feed', () => {
  it('is an event of a run', () => {
    const sent = event([{ at, phase: 'Failed', state: 'FAILED', reason: 'ExitCode', message: '' }]);
    expect(parseEvent({ ...sent, tenant: 'demo' })).toEqual(sent);
  });

  it.each([
    ['a text', 'hello'],
    ['of another kind', { id: 1 }],
  ])('is not an event if it is %s', (_, data) => {
    expect(parseEvent(data)).toBeNull();
  });
});
