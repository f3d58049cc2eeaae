import { asRunId } from '#common/domain/ids.js';
import { ALL_SHARDS, shardOf, someShards } from '#testing/shards.js';
import type { Phase } from '#common/run/phase.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { PhaseAges } from './phase-ages.js';

const NOW = 1_700_000_000_000;
const clock = { now: () => NOW, monotonic: () => 0, after: () => () => undefined };
const run = (id: string, phase: Phase, seconds: number): Parameters<PhaseAges['see']>[0] => ({
  id: asRunId(id),
  phase,
  phaseSince: NOW - seconds * 1_000,
});
const agesIn = async (metrics: Metrics): Promise<string[]> =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith('carillon_run_phase_age_seconds{'));

test('the metric reports the longest stay in each phase, for runs under way in the own shards', async () => {
  const metrics = new Metrics('executor', '0');
  const others = shardOf('elsewhere');
  const ages = new PhaseAges(metrics, clock, () => someShards(...ALL_SHARDS.filter((i) => i !== others)));
  for (const seen of [
    run('a', 'Pending', 10),
    run('b', 'Pending', 4_000),
    run('c', 'Running', 7),
    run('d', 'Queued', 90_000),
    run('elsewhere', 'Pending', 90_000),
  ]) {
    ages.see(seen);
  }
  expect(await agesIn(metrics)).toEqual([
    'carillon_run_phase_age_seconds{phase="Pending"} 4000',
    'carillon_run_phase_age_seconds{phase="Running"} 7',
  ]);
  ages.see(run('b', 'Completed', 0));
  ages.see(run('c', 'Completing', 1));
  expect(await agesIn(metrics)).toEqual([
    'carillon_run_phase_age_seconds{phase="Pending"} 10',
    'carillon_run_phase_age_seconds{phase="Completing"} 1',
  ]);
});
