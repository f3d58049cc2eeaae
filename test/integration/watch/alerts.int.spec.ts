/** Each alert over series as services would export them: it fires when it should, alone, and not before its time. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { prometheusProgram } from '#embedded-servers';
import { adapterRules } from '#testing/autoscaling/adapter-rules.js';

const RULES = resolve('deploy/prometheus/alerts.yml');
const EXAMPLES = resolve('deploy/prometheus/examples.yml');
const run = promisify(execFile);

interface Case {
  readonly alert: string;
  /** In Prometheus's notation: a value, `+step` or `xrepeats`; one sample a minute. */
  readonly series: Readonly<Record<string, string>>;
  /** Minutes after which it fires. */
  readonly at: number;
  /** Minutes after which it does not fire yet, or no longer. */
  readonly quietAt?: number;
  /** Minutes after which it fires still. */
  readonly stillAt?: number;
  /** Other alerts that fire at the same time. */
  readonly beside?: readonly string[];
}

const target = (service: string, instance = `${service}:9100`): string => `job="k", instance="${instance}"`;
const info = (service: string): string => `carillon_build_info{${target(service)}, service="${service}"}`;
/** Four healthy services. */
const WELL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['api', 'scheduler', 'executor', 'log-collector'].map((each) => [info(each), '1x200'])),
  ...Object.fromEntries(
    ['scheduler', 'executor', 'log-collector'].flatMap((each) => [
      [`carillon_shards_owned{${target(each)}}`, '64x200'],
      [`carillon_shards{${target(each)}}`, '64x200'],
    ]),
  ),
};
const WELL_FOR_LONG = Object.fromEntries(Object.keys(WELL).map((name) => [name, WELL[name]?.replace('x200', 'x450')]));
const SLOW = (metric: string, labels: string, slowFrom: string): Record<string, string> => ({
  [`${metric}_bucket{${labels}, le="${slowFrom}"}`]: '0x200',
  [`${metric}_bucket{${labels}, le="60"}`]: '0+60x200',
  [`${metric}_bucket{${labels}, le="+Inf"}`]: '0+60x200',
});

/** Good events of a quality indicator, and bad ones, in Prometheus's notation. */
const INDICATORS: Readonly<Record<string, (good: string, bad: string) => Readonly<Record<string, string>>>> = {
  CarillonSlotsBudget: (good, bad) => ({
    'carillon_schedule_lateness_seconds_bucket{instance="a", le="5.0"}': good,
    'carillon_schedule_lateness_seconds_count{instance="a"}': good,
    'carillon_schedule_lateness_seconds_bucket{instance="b", le="5.0"}': '0x450',
    'carillon_schedule_lateness_seconds_count{instance="b"}': bad,
    'carillon_slots_total{outcome="missed"}': '0x450',
  }),
  CarillonStartsBudget: (good, bad) => ({
    'carillon_starts_total{outcome="accepted"}': good,
    'carillon_starts_total{outcome="failed"}': bad,
    // Of these a worker is the cause.
    'carillon_starts_total{outcome="refused"}': '0+600x450',
  }),
  CarillonApiBudget: (good, bad) => ({
    'carillon_http_request_duration_seconds_bucket{status="200", le="1.0"}': good,
    'carillon_http_request_duration_seconds_count{status="200"}': good,
    'carillon_http_request_duration_seconds_bucket{status="503", le="1.0"}': bad,
    'carillon_http_request_duration_seconds_count{status="503"}': bad,
    // A log that is followed takes as long as its run.
    'carillon_http_request_duration_seconds_count{route="/api/v1/runs/:id/logs", status="200"}': '0+600x450',
  }),
  CarillonLogsBudget: (good, bad) => ({
    'carillon_attempts_total{result="succeeded"}': good,
    'carillon_logs_incomplete_total{reason="SourceGone"}': bad,
  }),
};
/** What fires of an indicator, by minute. */
interface Burn {
  readonly name: string;
  readonly good: string;
  readonly bad: string;
  readonly fires: Readonly<Record<number, readonly ('page' | 'ticket')[]>>;
}
const BURNS: readonly Burn[] = [
  {
    name: 'one in ten for twenty minutes: a page while it lasts, and a ticket until it is six hours ago',
    good: '0+90x450',
    bad: '0x30 0+10x20 200x450',
    fires: { 30: [], 45: ['page', 'ticket'], 95: ['ticket'], 430: [] },
  },
  {
    name: 'one in three hundred: a ticket after the tenth',
    good: '0+17x450',
    bad: '0+0.055x450',
    fires: { 100: [], 300: ['ticket'] },
  },
  {
    name: 'three of four of a quiet installation: nothing',
    good: '0+0.1x450',
    bad: '0x30 3x450',
    fires: { 35: [], 60: [], 300: [] },
  },
];

const CASES: readonly Case[] = [
  {
    alert: 'CarillonSlotsMissed',
    series: { 'carillon_slots_total{outcome="missed"}': '0x10 3x60', 'carillon_slots_total{outcome="run"}': '0+60x60' },
    at: 15,
    quietAt: 40,
  },
  { alert: 'CarillonSchedulesSilent', series: { carillon_schedules_overdue: '0x5 2x60' }, at: 12, quietAt: 7 },
  {
    alert: 'CarillonShardsUnowned',
    series: { [`carillon_shards_owned{${target('scheduler')}}`]: '64x5 32x60' },
    at: 10,
    quietAt: 5,
  },
  { alert: 'CarillonShardsFlapping', series: { 'carillon_shard_sharings_total{instance="s"}': '0+5x60' }, at: 10 },
  {
    alert: 'CarillonServiceAbsent',
    series: { [info('executor')]: '1x5 _x60', [`carillon_shards_owned{${target('executor')}}`]: '64x5 _x60' },
    at: 20,
    quietAt: 5,
  },
  {
    alert: 'CarillonRunStuck',
    series: {
      'carillon_runs_stuck{phase="Terminating", tenant="acme"}': '0x5 1x60',
      // One tenant's image that does not exist wakes nobody.
      'carillon_runs_stuck{phase="Pending", tenant="acme"}': '50x60',
    },
    at: 12,
    quietAt: 8,
  },
  {
    alert: 'CarillonRunsStuck',
    series: Object.fromEntries(
      ['a', 'b', 'c'].map((tenant) => [`carillon_runs_stuck{phase="Pending", tenant="${tenant}"}`, '0x5 1x60']),
    ),
    at: 12,
    quietAt: 8,
  },
  {
    alert: 'CarillonRunsFailing',
    series: { 'carillon_runs_total{state="FAILED"}': '0+6x90', 'carillon_runs_total{state="FINISHED"}': '0+4x90' },
    at: 30,
    quietAt: 10,
  },
  { alert: 'CarillonStartsSlow', series: SLOW('carillon_run_start_seconds', 'instance="e"', '30'), at: 30, quietAt: 8 },
  { alert: 'CarillonQueueDeep', series: { 'carillon_queue_depth{queue="turns"}': '2000x60' }, at: 12, quietAt: 8 },
  {
    alert: 'CarillonOverloaded',
    series: { 'carillon_database_operations_refused_total{instance="e", lane="normal"}': '0+120x60' },
    at: 12,
    quietAt: 4,
  },
  { alert: 'CarillonRetentionBehind', series: { carillon_retention_backlog: '6000x90' }, at: 35, quietAt: 25 },
  {
    alert: 'CarillonUsageLate',
    series: {
      'carillon_usage_lag_seconds{instance="e"}': '95x15 0+60x90',
      // It does not count.
      'carillon_usage_lag_seconds{instance="f"}': '0x200',
    },
    at: 45,
    quietAt: 38,
  },
  {
    alert: 'CarillonEventsLate',
    series: {
      'carillon_events_late_seconds{instance="e",of="delivery"}': '2x15 0+60x90',
      'carillon_events_late_seconds{instance="f",of="log"}': '3x200',
    },
    at: 45,
    quietAt: 38,
  },
  {
    alert: 'CarillonUsageStorageLate',
    series: {
      'carillon_usage_storage_late_seconds{instance="e"}': '5x15 0+60x120',
      // It does not measure.
      'carillon_usage_storage_late_seconds{instance="f"}': '0x200',
    },
    at: 90,
    quietAt: 80,
  },
  { alert: 'CarillonArchiveBehind', series: { carillon_archive_oldest_seconds: '0+60x120' }, at: 80, quietAt: 55 },
  { alert: 'CarillonArchiveGaveUp', series: { carillon_archive_given_up_total: '0x30 5x90' }, at: 40, quietAt: 25 },
  {
    alert: 'CarillonLogExportLate',
    series: {
      'carillon_log_export_lag_seconds{instance="e"}': '95x15 0+60x90',
      // It does not ship.
      'carillon_log_export_lag_seconds{instance="f"}': '0x200',
    },
    at: 45,
    quietAt: 38,
  },
  {
    alert: 'CarillonLogExportLoses',
    series: {
      'carillon_log_export_lost_total{instance="e", reason="removed"}': '0x30 5x90',
      'carillon_log_export_lost_total{instance="e", reason="refused"}': '3x120',
    },
    at: 40,
    quietAt: 25,
  },
  {
    alert: 'CarillonBackupOld',
    series: {
      // Prometheus's tests begin at 0 of the epoch.
      'carillon_last_backup_timestamp_seconds{instance="a"}': '-172000x200',
      'carillon_last_backup_timestamp_seconds{instance="b"}': '0x200',
    },
    at: 80,
    quietAt: 60,
  },
  {
    alert: 'CarillonRestoreDrillOld',
    series: {
      'carillon_last_restore_drill_timestamp_seconds{instance="a"}': `${-45 * 86_400 + 4_000}x200`,
      'carillon_last_restore_drill_timestamp_seconds{instance="b"}': '0x200',
    },
    at: 130,
    quietAt: 120,
  },
  {
    alert: 'CarillonDispatchesWaiting',
    series: { 'carillon_stream_messages{stream="DISPATCH"}': '6000x60' },
    at: 8,
    quietAt: 4,
  },
  {
    alert: 'CarillonProcessUsersStuck',
    series: { 'carillon_process_users_stuck{instance="e"}': '0x10 1x60' },
    at: 20,
    quietAt: 14,
  },
  {
    alert: 'CarillonWorkersFail',
    series: {
      'carillon_outbound_request_seconds_count{purpose="worker", status="5xx"}': '0+30x60',
      'carillon_outbound_request_seconds_count{purpose="worker", status="noAnswer"}': '0+20x60',
      'carillon_outbound_request_seconds_count{purpose="worker", status="2xx"}': '0+30x60',
    },
    at: 20,
    quietAt: 8,
  },
  {
    alert: 'CarillonTenantFailing',
    series: {
      'carillon_tenant_runs_total{tenant="bad", state="FAILED"}': '0+20x90',
      'carillon_tenant_runs_total{tenant="bad", state="FINISHED"}': '0x90',
      'carillon_tenant_runs_total{tenant="good", state="FINISHED"}': '0+20x90',
      // A job of each night that fails.
      'carillon_tenant_runs_total{tenant="nightly", state="FAILED"}': '0x10 1x90',
      'carillon_tenant_runs_total{tenant="nightly", state="FINISHED"}': '0x90',
    },
    at: 40,
    quietAt: 10,
  },
  {
    alert: 'CarillonTenantQuotaFull',
    series: { 'carillon_limits_full{kind="tenant"}': '1x90', 'carillon_limits_full{kind="group"}': '9x90' },
    at: 40,
    quietAt: 20,
  },
  {
    alert: 'CarillonStartQueueStalled',
    series: { 'carillon_start_queue_unmoved_seconds{instance="e"}': '0+10x60' },
    at: 10,
    quietAt: 5,
  },
  { alert: 'CarillonLogLag', series: { carillon_log_lag_seconds: '90x60' }, at: 8, quietAt: 4 },
  {
    alert: 'CarillonCallbacksWait',
    series: { 'carillon_inbox_oldest_seconds{instance="e"}': '90x60' },
    at: 5,
    quietAt: 1,
  },
  {
    alert: 'CarillonNoticesUndelivered',
    series: { 'carillon_notices_total{on="failed", result="gaveUp"}': '0x10 1x200' },
    at: 20,
    quietAt: 90,
  },
  {
    alert: 'CarillonWatchLate',
    series: {
      'carillon_watch_lag_seconds{kind="ping"}': '0+60x60',
      'carillon_watch_lag_seconds{kind="rule"}': '900x60',
    },
    at: 10,
    quietAt: 6,
  },
  {
    alert: 'CarillonSecretKeyMissing',
    series: { 'carillon_secrets_unreadable_total{key="k1"}': '_x10 1x60' },
    at: 15,
    quietAt: 9,
  },
  {
    alert: 'CarillonSecretProviderDown',
    series: {
      'carillon_secret_provider_up{instance="a", provider="vault"}': '1x60',
      'carillon_secret_provider_up{instance="b", provider="vault"}': '1x5 0x60',
    },
    at: 12,
    quietAt: 8,
  },
  {
    alert: 'CarillonSecretLeasesLost',
    series: {
      'carillon_secret_leases_total{provider="vault", result="lost"}': '_x10 1x90',
      'carillon_secret_leases_total{provider="vault", result="renewed"}': '0+9x90',
    },
    at: 15,
    quietAt: 50,
  },
  {
    alert: 'CarillonDown',
    series: {
      [`up{${target('api')}}`]: '1x5 0x200',
      'up{job="other", instance="x"}': '0x200',
      [info('api')]: '1x5 _x200',
      'carillon_build_info{job="k", instance="api-2", service="api"}': '1x200',
    },
    at: 10,
    quietAt: 6,
    stillAt: 60,
  },
  { alert: 'CarillonNotReady', series: { 'carillon_ready{instance="a"}': '1x5 0x60' }, at: 10, quietAt: 6 },
  {
    alert: 'CarillonNatsAway',
    series: { 'carillon_dependency_up{instance="a", dependency="nats"}': '1x5 0x60' },
    at: 8,
    quietAt: 5,
  },
  {
    alert: 'CarillonNatsFlapping',
    series: { 'carillon_nats_connections_lost_total{instance="a"}': '0x5 0+1x20 20x60' },
    at: 20,
    quietAt: 60,
  },
  {
    alert: 'CarillonDatabaseSlow',
    series: SLOW('carillon_database_operation_seconds', 'instance="a", result="ok"', '2.5'),
    at: 12,
    quietAt: 4,
  },
  {
    alert: 'CarillonDatabaseErrors',
    series: { 'carillon_database_operation_seconds_count{instance="a", result="outage"}': '0+60x60' },
    at: 8,
    quietAt: 1,
  },
  {
    alert: 'CarillonMessagesRefused',
    series: {
      'carillon_nats_refusals_total{instance="a"}': '0x5 2x60',
      'carillon_messages_dropped_total{instance="a", contract="x", reason="forged"}': '_x30 40x60',
      'carillon_messages_dropped_total{instance="a", contract="x", reason="duplicate"}': '_x20 40x60',
    },
    at: 8,
    quietAt: 25,
    stillAt: 32,
  },
  {
    alert: 'CarillonNewerDocuments',
    series: { 'carillon_newer_documents{collection="runs"}': '0x2 3x60' },
    at: 20,
    quietAt: 10,
  },
  { alert: 'CarillonClockSkew', series: { 'carillon_clock_skew_seconds{instance="a"}': '-0.8x60' }, at: 5, quietAt: 1 },
  {
    alert: 'CarillonWrongTokens',
    series: { 'carillon_authentication_failures_total{cause="wrongToken"}': '0+120x60' },
    at: 12,
    quietAt: 4,
  },
  {
    alert: 'CarillonKubernetesThrottled',
    series: SLOW('carillon_k8s_request_wait_seconds', 'instance="e", lane="start"', '10'),
    at: 25,
    quietAt: 8,
  },
  {
    alert: 'CarillonKubernetesErrors',
    series: {
      'carillon_k8s_requests_total{code="403"}': '0+20x60',
      'carillon_k8s_requests_total{code="200"}': '0+60x60',
    },
    at: 25,
    quietAt: 8,
  },
];

const fires = (minute: number, alerts: readonly string[]): object => ({
  expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
  eval_time: `${minute}m`,
  exp_samples: [...alerts].sort().map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
});
const document = {
  rule_files: [RULES],
  evaluation_interval: '1m',
  tests: CASES.map(({ alert, series, at, quietAt, stillAt, beside = [] }) => ({
    name: alert,
    interval: '1m',
    input_series: Object.entries({ ...WELL, ...series }).map(([name, values]) => ({
      series: name,
      values,
    })),
    promql_expr_test: [
      fires(at, [alert, ...beside]),
      ...(quietAt === undefined ? [] : [fires(quietAt, [])]),
      ...(stillAt === undefined ? [] : [fires(stillAt, [alert, ...beside])]),
    ],
  })),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-alerts-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('each alert has a case', () => {
  const alerts = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect([...CASES.map(({ alert }) => alert), ...Object.keys(INDICATORS), 'CarillonBackupMissing'].sort()).toEqual(
    alerts.sort(),
  );
});

/** What Prometheus's own program says of these tests of rules. */
async function promtool(tests: object): Promise<string> {
  const program = await prometheusProgram('promtool');
  const path = join(folder, `${randomUUID()}.test.yml`);
  writeFileSync(path, JSON.stringify(tests));
  const { stdout } = await run(program, ['test', 'rules', path]).catch((error: unknown) => {
    const { stdout: said, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${said}\n${stderr}`);
  });
  return stdout;
}

test('each alert fires after its time, alone, and no earlier', async () => {
  expect(await promtool(document)).toContain('SUCCESS');
});

// Hours pass: the rules are evaluated each five minutes only.
test.each(Object.entries(INDICATORS))('%s fires by how fast its error budget is used up', async (alert, seriesOf) => {
  const tests = BURNS.map(({ name, good, bad, fires: severities }) => ({
    name,
    interval: '1m',
    input_series: Object.entries({ ...WELL_FOR_LONG, ...seriesOf(good, bad) }).map(([series, values]) => ({
      series,
      values,
    })),
    promql_expr_test: Object.entries(severities).map(([minute, expected]) => ({
      expr: 'count by (alertname, severity) (ALERTS{alertstate="firing"})',
      eval_time: `${minute}m`,
      exp_samples: expected.map((severity) => ({
        labels: `{alertname="${alert}", severity="${severity}"}`,
        value: 1,
      })),
    })),
  }));
  expect(await promtool({ rule_files: [RULES], evaluation_interval: '5m', tests })).toContain('SUCCESS');
});

test('backups that are scheduled, and never made: CarillonBackupMissing after two days, until one is there', async () => {
  const series = {
    ...Object.fromEntries(Object.keys(WELL_FOR_LONG).map((name) => [name, WELL_FOR_LONG[name] ?? ''])),
    // Every 15 minutes: scheduled from 2:30 on; the first one is made at 52:30.
    'carillon_backups_scheduled{instance="a"}': '0x9 1x300',
    'carillon_last_backup_timestamp_seconds{instance="a"}': '0x209 189000x300',
    'carillon_backups_scheduled{instance="b"}': '0x9 1x300',
    'carillon_last_backup_timestamp_seconds{instance="b"}': '0x209 189000x300',
    // Nobody has asked for any here.
    'carillon_backups_scheduled{namespace="test"}': '0x300',
    'carillon_last_backup_timestamp_seconds{namespace="test"}': '0x300',
  };
  const missing = [{ labels: '{alertname="CarillonBackupMissing"}', value: 1 }];
  const tests = [
    {
      interval: '15m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: (
        [
          ['51h', []],
          ['52h', missing],
          ['53h', []],
        ] as const
      ).map(([eval_time, exp_samples]) => ({ ...fires(0, []), eval_time, exp_samples })),
    },
  ];
  expect(await promtool({ rule_files: [RULES], evaluation_interval: '15m', tests })).toContain('SUCCESS');
});

test('what is left of an error budget', async () => {
  const series = {
    'carillon_attempts_total{namespace="a"}': '0+2000x300',
    'carillon_logs_incomplete_total{namespace="a"}': '0+1x300',
    'carillon_attempts_total{namespace="b"}': '0+2000x300',
    // All at once, between the last scrape of one window of five minutes and the first of the next.
    'carillon_attempts_total{namespace="burst"}': '0+2000x300',
    'carillon_logs_incomplete_total{namespace="burst"}': '1000x5 1240x295',
    'carillon_attempts_total{namespace="idle"}': '0x300',
  };
  const left = (namespace: string, value: number): object => ({
    labels: `{namespace="${namespace}", slo="logs"}`,
    value,
  });
  const budget = {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: 'round(carillon:slo_budget_left:ratio30d{slo="logs"}, 0.01)',
        eval_time: '4h',
        exp_samples: [left('a', 0.5), left('b', 1), left('burst', 0.5)],
      },
    ],
  };
  expect(await promtool({ rule_files: [RULES], evaluation_interval: '1m', tests: [budget] })).toContain('SUCCESS');
});

const inNamespace = (namespace: string, series: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(series).map(([name, values]) => [name.replace('{', `{namespace="${namespace}", `), values]),
  );
test('what is well in one installation hides nothing in another one, and the alert names it', async () => {
  const gone = { [info('api')]: '1x5 _x200', [`carillon_shards_owned{${target('scheduler')}}`]: '64x5 32x200' };
  const failing = { 'carillon_runs_total{state="FAILED"}': '0+20x90', 'carillon_runs_total{state="FINISHED"}': '0x90' };
  const fine = { 'carillon_runs_total{state="FAILED"}': '0x90', 'carillon_runs_total{state="FINISHED"}': '0+900x90' };
  const series = {
    ...inNamespace('prod', { ...WELL, ...gone, ...failing }),
    ...inNamespace('staging', { ...WELL, ...fine }),
  };
  const alerts = ['CarillonRunsFailing', 'CarillonServiceAbsent', 'CarillonShardsUnowned'];
  const installations = {
    rule_files: [RULES],
    evaluation_interval: '30s',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [
          {
            expr: 'count by (alertname, namespace) (ALERTS{alertstate="firing"})',
            eval_time: '60m',
            exp_samples: alerts.map((name) => ({ labels: `{alertname="${name}", namespace="prod"}`, value: 1 })),
          },
        ],
      },
    ],
  };
  expect(await promtool(installations)).toContain('SUCCESS');
});

test('the example of a recording rule adds up the schedulers, and its alert fires after its time', async () => {
  const counted = (instance: string, age: string): string =>
    `carillon_jobs_without_success{instance="${instance}", tenant="acme", age="${age}"}`;
  const firing = { labels: `{alertname="CarillonNoSuccessForADay"}`, value: 1 };
  const example = {
    rule_files: [EXAMPLES],
    evaluation_interval: '30s',
    tests: [
      {
        interval: '1m',
        input_series: [
          { series: counted('a', '1d'), values: '0x5 2x60' },
          { series: counted('b', '1d'), values: '0x5 1x60' },
          { series: counted('a', '7d'), values: '0x60' },
        ],
        promql_expr_test: [
          {
            expr: 'tenant_age:carillon_jobs_without_success:sum{age="1d"}',
            eval_time: '10m',
            exp_samples: [
              { labels: 'tenant_age:carillon_jobs_without_success:sum{tenant="acme", age="1d"}', value: 3 },
            ],
          },
          ...[15, 25].map((minute) => ({
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: `${minute}m`,
            exp_samples: minute < 20 ? [] : [firing],
          })),
        ],
      },
    ],
  };
  expect(await promtool(example)).toContain('SUCCESS');
  const program = await prometheusProgram('promtool');
  await expect(run(program, ['check', 'rules', '--lint=all', '--lint-fatal', EXAMPLES])).resolves.toMatchObject({});
});

test('each query of the adapter gives one value for each requested pod', async () => {
  const podOf = (pod: string, more = ''): string => `{namespace="carillon", pod="${pod}"${more}}`;
  const series = {
    [`carillon_queue_depth${podOf('a', ', queue="starts"')}`]: '150x60',
    [`carillon_queue_depth${podOf('a', ', queue="turns"')}`]: '100x60',
    [`carillon_queue_depth${podOf('b', ', queue="starts"')}`]: '7x60',
    [`carillon_queue_depth${podOf('c')}`]: '9x60',
    ...SLOW('carillon_schedule_lateness_seconds', 'namespace="carillon", pod="a"', '30'),
    // No slot of this schedule is recorded in all the time.
    [`carillon_schedule_lateness_seconds_bucket${podOf('b', ', le="30"')}`]: '5x60',
    [`carillon_schedule_lateness_seconds_bucket${podOf('b', ', le="+Inf"')}`]: '5x60',
    [`carillon_schedules_overdue${podOf('a')}`]: '3x60',
    [`carillon_schedules_overdue${podOf('b')}`]: '0x60',
    [`carillon_log_lag_seconds${podOf('a')}`]: '12x60',
    [`carillon_log_lag_seconds${podOf('b')}`]: '0x60',
  };
  const wanted: Readonly<Record<string, readonly [number, number]>> = {
    carillon_queue_depth: [250, 7],
    carillon_schedule_lateness_p99_seconds: [59.7, 0],
    carillon_schedules_overdue: [3, 0],
    carillon_log_lag_seconds: [12, 0],
  };
  const rules = adapterRules();
  expect(rules.map(({ metric }) => metric)).toEqual(Object.keys(wanted));
  const test = {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: rules.map(({ metric, queryFor }) => ({
      expr: queryFor('namespace="carillon",pod=~"a|b"', 'pod'),
      eval_time: '30m',
      exp_samples: ['a', 'b'].map((pod, i) => ({ labels: `{pod="${pod}"}`, value: wanted[metric]?.[i] })),
    })),
  };
  expect(await promtool({ rule_files: [], evaluation_interval: '30s', tests: [test] })).toContain('SUCCESS');
});

test('the checker of Prometheus accepts its rules and configuration', async () => {
  const program = await prometheusProgram('promtool');
  await expect(run(program, ['check', 'rules', '--lint=all', '--lint-fatal', RULES])).resolves.toMatchObject({});
  const config = readFileSync('deploy/prometheus/prometheus.yml', 'utf8').replace('/etc/prometheus/alerts.yml', RULES);
  const path = join(folder, 'prometheus.yml');
  writeFileSync(path, config);
  await expect(run(program, ['check', 'config', path])).resolves.toMatchObject({});
});
