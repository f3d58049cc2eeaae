import { eventLines } from './event-lines.js';

const at = '2026-01-01T10:00:05.123Z';
const event = (transitions: object[], jobName = 'Exchange rates'): string =>
  JSON.stringify({ id: 'rates-1767261605', jobName, trigger: 'schedule', tenant: 'demo', transitions });

describe('the line of a run event', () => {
  it('shows time, job, phase, reason and run, one line for each transition', () => {
    const transitions = [
      { at, phase: 'Pending', reason: 'Admitted', message: '' },
      { at, phase: 'Backoff', reason: 'ExitCode', message: 'ended with exit code 75' },
    ];
    expect(eventLines(event(transitions))).toEqual([
      '10:00:05.123  Exchange rates                  Pending      Admitted  (schedule run rates-1767261605)',
      '10:00:05.123  Exchange rates                  Backoff      ExitCode: ended with exit code 75  (schedule run rates-1767261605)',
    ]);
  });

  it('cuts a long job name', () => {
    const [line] = eventLines(event([{ at, phase: 'Running', reason: 'Started', message: '' }], 'x'.repeat(80)));
    expect(line).toContain(`${'x'.repeat(29)}…  Running`);
  });

  it.each([
    ['no JSON', 'hello'],
    ['JSON of another kind', '{"id":1}'],
  ])('is not there for %s', (_, data) => {
    expect(eventLines(data)).toEqual([]);
  });
});
