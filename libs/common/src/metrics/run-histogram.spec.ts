import { asRunId } from '../domain/ids.js';
import { Metrics } from './catalogue.js';

const linesOf = async (metrics: Metrics): Promise<string[]> =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith('carillon_run_duration_seconds'));

test('a bucket refers to the trace of the last run in it, if traces are exported', async () => {
  const traces = new Map([
    ['a', 'trace-a'],
    ['b', 'trace-b'],
  ]);
  const metrics = new Metrics('executor', '0', undefined, (run) => traces.get(run) ?? null);
  for (const [run, seconds] of [
    ['a', 3],
    ['b', 4],
    ['not exported', 4.5],
    ['not exported either', 100],
  ] as const)
    metrics.runDuration.observe(seconds, asRunId(run));
  const lines = await linesOf(metrics);
  expect(lines.filter((line) => line.includes('#'))).toEqual([
    expect.stringMatching(/^carillon_run_duration_seconds_bucket\{le="5"\} 3 # \{trace_id="trace-b"\} 4 [\d.]+$/),
  ]);
  expect(lines).toContain('carillon_run_duration_seconds_count 4');
  expect(metrics.contentType).toContain('openmetrics');
  expect(await metrics.text()).toMatch(/# EOF\n$/);
});

test('without traces the text is in the usual format', async () => {
  const metrics = new Metrics('executor', '0');
  metrics.runDuration.observe(3, asRunId('a'));
  const lines = await linesOf(metrics);
  expect(lines.filter((line) => line.includes('#'))).toEqual([]);
  expect(lines).toContain('carillon_run_duration_seconds_bucket{le="5"} 1');
  expect(metrics.contentType).toContain('text/plain');
});
