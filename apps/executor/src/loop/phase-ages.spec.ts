import { asRunId, asTenantId } from '#common/domain/ids.js';
import { ALL_SHARDS, shardOf, someShards } from '#testing/shards.js';
import type { Phase } from '#common/run/phase.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { NO_HOLDS } from '#common/holds/hold-watch.js';
import { PhaseAges } from './phase-ages.js';

const NOW = 1_700_000_000_000;
const clock = { now: () => NOW, monotonic: () => 0, after: () => () => undefined };
const run = (id: string, phase: Phase, seconds: number, tenant = 'acme'): Parameters<PhaseAges['see']>[0] => ({
  id: asRunId(id),
  phase,
  phaseSince: NOW - seconds * 1_000,
  tenant: asTenantId(tenant),
});
const seriesOf = async (metric: string, metrics: Metrics): Promise<string[]> =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(`${metric}{`));
const agesIn = (metrics: Metrics): Promise<string[]> => seriesOf('carillon_run_phase_age_seconds', metrics);

test('the metric reports the longest stay in each phase, for runs under way in the own shards', async () => {
  const metrics = new Metrics('executor', '0');
  const others = shardOf('elsewhere');
  const ages = new PhaseAges(metrics, clock, () => someShards(...ALL_SHARDS.filter((i) => i !== others)), NO_HOLDS);
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

test('a run is stuck after half an hour in a phase that passes by itself, unless a hold keeps it from starting', async () => {
  const metrics = new Metrics('executor', '0');
  const holds = { isHeld: (_scope: string, tenant: string) => tenant === 'held' };
  const ages = new PhaseAges(metrics, clock, () => someShards(...ALL_SHARDS), holds);
  for (const seen of [
    run('a', 'Pending', 1_801),
    run('b', 'Pending', 1_800),
    run('c', 'Terminating', 7_200),
    run('d', 'Terminating', 7_200),
    run('long', 'Running', 90_000),
    run('waits', 'Backoff', 90_000),
    run('e', 'Pending', 7_200, 'held'),
    run('f', 'Aborting', 7_200, 'held'),
  ])
    ages.see(seen);
  expect(await seriesOf('carillon_runs_stuck', metrics)).toEqual([
    'carillon_runs_stuck{phase="Pending",tenant="acme"} 1',
    'carillon_runs_stuck{phase="Terminating",tenant="acme"} 2',
    'carillon_runs_stuck{phase="Aborting",tenant="held"} 1',
  ]);
  ages.see(run('c', 'Terminated', 0));
  expect(await seriesOf('carillon_runs_stuck', metrics)).toContain(
    'carillon_runs_stuck{phase="Terminating",tenant="acme"} 1',
  );
});
