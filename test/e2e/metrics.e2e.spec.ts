/** Every metric of the public contract, read from the services that set it after a run on their slots. */
import { SERVICES } from '#common/domain/service-name.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const LIMIT_MS = 240_000;
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());

interface Expected {
  readonly service: 'api' | 'scheduler' | 'executor' | 'log-collector';
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** The value must be above zero; otherwise it is enough that it is exported. */
  readonly rises?: true;
}

const INDEXED = { completion_mode: 'Indexed', result: 'success' };
const EXPECTED: readonly Expected[] = [
  { service: 'scheduler', name: 'carillon_schedule_lateness_seconds_count', rises: true },
  { service: 'scheduler', name: 'carillon_slots_total', labels: { outcome: 'run' }, rises: true },
  // Before there is any: a metric of an alert has to rise from zero.
  { service: 'scheduler', name: 'carillon_slots_total', labels: { outcome: 'missed' } },
  { service: 'executor', name: 'carillon_notices_total', labels: { on: 'failed', result: 'gaveUp' } },
  { service: 'scheduler', name: 'carillon_schedules', rises: true },
  { service: 'scheduler', name: 'carillon_schedules_overdue' },
  { service: 'scheduler', name: 'carillon_shards_owned', rises: true },
  {
    service: 'executor',
    name: 'carillon_runs_total',
    labels: { state: 'FINISHED', engine: 'process', trigger: 'schedule' },
    rises: true,
  },
  { service: 'executor', name: 'carillon_runs_active', labels: { phase: 'Running' } },
  { service: 'executor', name: 'carillon_run_start_seconds_count', rises: true },
  { service: 'executor', name: 'carillon_run_duration_seconds_count', rises: true },
  {
    service: 'executor',
    name: 'carillon_attempts_total',
    labels: { engine: 'process', result: 'succeeded' },
    rises: true,
  },
  { service: 'executor', name: 'carillon_starts_total', labels: { outcome: 'accepted' }, rises: true },
  { service: 'executor', name: 'carillon_starts_total', labels: { outcome: 'failed' } },
  { service: 'executor', name: 'carillon_logs_incomplete_total', labels: { reason: 'SealHoldPassed' } },
  { service: 'executor', name: 'carillon_job_sync_duration_seconds_count', labels: INDEXED, rises: true },
  { service: 'executor', name: 'carillon_job_sync_total', labels: INDEXED, rises: true },
  {
    service: 'executor',
    name: 'carillon_job_finished_total',
    labels: { completion_mode: 'Indexed', result: 'succeeded' },
    rises: true,
  },
  { service: 'executor', name: 'carillon_queue_depth', labels: { queue: 'starts' } },
  { service: 'executor', name: 'carillon_shards_owned', rises: true },
  { service: 'log-collector', name: 'carillon_log_lines_total', rises: true },
  { service: 'log-collector', name: 'carillon_log_bytes_total', rises: true },
  { service: 'log-collector', name: 'carillon_log_lag_seconds' },
  {
    service: 'api',
    name: 'carillon_http_request_duration_seconds_count',
    labels: { route: '/api/v1/jobs', method: 'POST', status: '201' },
    rises: true,
  },
  ...(['api', 'scheduler', 'executor', 'log-collector'] as const).flatMap((service): Expected[] => [
    { service, name: 'carillon_build_info', labels: { service }, rises: true },
    { service, name: 'carillon_ready', rises: true },
    { service, name: 'carillon_clock_skew_seconds' },
  ]),
];

beforeAll(async () => {
  await quickstart.start('--empty');
  await api.call('POST', '/tenants', { id: 'metrics', name: 'Metrics' });
  // Longer than the start of an attempt waits for its end before it is recorded.
  const command = ['sh', '-c', 'echo hello; sleep 0.5'];
  await api.call('POST', '/workers', { id: 'plain', name: 'Plain', engine: 'process', command });
  await api.call('POST', '/jobs', {
    id: 'each-second',
    tenant: 'metrics',
    name: 'Each second',
    worker: 'plain',
    schedule: { every: 1 },
  });
  await eventually('a run has finished', async () =>
    (await api.runs('each-second')).find(({ state }) => state === 'FINISHED'),
  );
}, LIMIT_MS);
afterAll(() => quickstart.dispose(), LIMIT_MS);

/** Series of a metric with at least these labels. */
function valuesOf(text: string, { name, labels = {} }: Expected): number[] {
  return text.split('\n').flatMap((line) => {
    const match = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (match?.[1] !== name) return [];
    const own = match[2] ?? '';
    return Object.entries(labels).every(([label, value]) => own.includes(`${label}="${value}"`))
      ? [Number(match[3])]
      : [];
  });
}

test.each(
  EXPECTED.map((each) => [`${each.service} tells ${each.name} ${JSON.stringify(each.labels ?? {})}`, each] as const),
)(
  '%s',
  async (_name, expected) => {
    const values = await eventually('it is told', async () => {
      const text = await (await fetch(quickstart.state().services[expected.service].metricsUrl)).text();
      const found = valuesOf(text, expected);
      return found.length > 0 && (expected.rises !== true || found.some((value) => value > 0)) ? found : null;
    });
    expect(values.every((value) => Number.isFinite(value))).toBe(true);
  },
  LIMIT_MS,
);

test('no metric has an id among its labels', async () => {
  const [run] = await api.runs('each-second');
  for (const { metricsUrl } of Object.values(quickstart.state().services)) {
    const text = await (await fetch(metricsUrl)).text();
    expect(text).not.toContain('each-second');
    expect(text).not.toContain(run?.id);
  }
});

test.each(SERVICES)('the %s exports its own families and those of every service, and no other', async (service) => {
  const catalogue = new Metrics('all', '0');
  const all = catalogue.registry.getMetricsAsArray().map(({ name }) => name);
  const own = all.filter((name) => catalogue.exportersOf(name)?.includes(service) === true);
  const text = await (await fetch(quickstart.state().services[service].metricsUrl)).text();
  const exported = [...text.matchAll(/^# TYPE (carillon_\w+) /gm)].map(([, name]) => name);
  expect(own.length).toBeGreaterThan(10);
  expect(exported.sort()).toEqual(own.sort());
});
