/** Dashboards and alerts use only metrics that the services export, and every alert is explained in the runbook. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { SERVICES } from '#common/domain/service-name.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { routes } from '../../apps/api/src/routes.js';
import { commands } from './cli-commands.js';
import { runbookCommands, runbookLines } from '../e2e/support/runbook.js';
import { prometheusRules } from '../e2e/support/watching-prometheus.js';

const DASHBOARDS = 'deploy/grafana/dashboards';
const read = (path: string): string => readFileSync(path, 'utf8');
const rules = ['alerts.yml', 'examples.yml'].map((file) => `deploy/prometheus/${file}`);
const sources = [...rules, ...readdirSync(DASHBOARDS).map((file) => `${DASHBOARDS}/${file}`)];

interface Described {
  readonly name: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

const catalogue = new Map(
  (new Metrics('all', '0').registry.getMetricsAsArray() as unknown as Described[]).flatMap((metric) => {
    const labels = new Set(metric.labelNames);
    return namesOf(metric).map((name) => [name, labels] as const);
  }),
);

/** The series of a histogram. */
function namesOf({ name, type }: Described): string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];
}

/** Metrics that Prometheus itself adds. */
const ADDED = ['instance', 'job', 'namespace', 'le'];

test.each(sources)('%s names only metrics and labels of the catalogue', (path) => {
  const uses = [...read(path).matchAll(/(carillon_[a-z0-9_]+)(?:\{([^}]*)\})?/g)];
  expect(uses.length).toBeGreaterThan(0);
  const unknown = uses.flatMap(([, name = '', selector = '']) => {
    const labels = catalogue.get(name);
    if (!labels) return [name];
    return [...selector.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)]
      .map(([, label = '']) => label)
      .filter((label) => !labels.has(label) && !ADDED.includes(label))
      .map((label) => `${name}{${label}}`);
  });
  expect(unknown).toEqual([]);
});

test('every metric of the public contract is in the catalogue, with its labels', () => {
  const contract: Record<string, string[]> = {
    carillon_schedule_lateness_seconds_bucket: [],
    carillon_slots_total: ['outcome'],
    carillon_schedules: [],
    carillon_runs_total: ['state', 'engine', 'trigger'],
    carillon_runs_active: ['phase'],
    carillon_run_start_seconds_bucket: [],
    carillon_run_duration_seconds_bucket: [],
    carillon_attempts_total: ['engine', 'result'],
    carillon_job_sync_duration_seconds_bucket: ['completion_mode', 'result'],
    carillon_job_sync_total: ['completion_mode', 'result'],
    carillon_job_finished_total: ['completion_mode', 'result'],
    carillon_queue_depth: ['queue'],
    carillon_log_lines_total: [],
    carillon_log_bytes_total: [],
    carillon_log_lag_seconds: [],
    carillon_shards_owned: [],
    carillon_k8s_requests_total: ['verb', 'code'],
    carillon_http_request_duration_seconds_bucket: ['route', 'method', 'status'],
    carillon_build_info: ['service', 'version'],
  };
  for (const [name, labels] of Object.entries(contract)) {
    expect([name, [...(catalogue.get(name) ?? ['missing'])]]).toEqual([name, expect.arrayContaining(labels)]);
  }
});

test('every alert has a section in the runbook, and every section an alert', () => {
  const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/^ *- alert: (\w+)$/gm)].map(([, name]) => name);
  const sections = [...read('docs/runbook.md').matchAll(/^## (Carillon\w+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(0);
  expect(sections.sort()).toEqual(alerts.sort());
});

test('every alert links to its section, which contains commands', () => {
  const runbook = read('docs/runbook.md');
  const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
    groups: { rules: { alert?: string; annotations: { runbook_url: string } }[] }[];
  };
  for (const { alert, annotations } of groups.flatMap(({ rules }) => rules)) {
    if (alert === undefined) continue;
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    const section = runbook.split(/^## /m).find((each) => each.startsWith(`${alert}\n`)) ?? '';
    expect([alert, /```sh\n[^`]+```/.test(section)]).toEqual([alert, true]);
  }
});

const expressions = prometheusRules().map(({ name, expr }) => [name, expr] as const);

test.each(expressions)('%s keeps installations apart: one Prometheus may watch several', (_name, expr) => {
  const groupings = [...expr.matchAll(/\b(?:sum|max|min|count|avg)\b(?: by \(([^)]*)\))?/g)];
  expect(groupings.filter(([, labels = '']) => !labels.startsWith('cluster, namespace'))).toEqual([]);
});

/** Labelled counters that a service exports with 0 from its start, where it does so. */
const BEGIN_AT_ZERO: Readonly<Record<string, string>> = {
  carillon_slots_total: 'apps/scheduler/src/app.module.ts',
  carillon_notices_total: 'apps/executor/src/notify/notice-delivery.ts',
  carillon_log_export_lost_total: 'apps/executor/src/export/unshipped-logs.ts',
};
test.each(expressions)('%s sees the first increase of each counter, which creates its series', (_name, expr) => {
  const counted = [...expr.matchAll(/increase\((\w+)/g)].map(([, name = '']) => name);
  const isSeen = (name: string): boolean =>
    catalogue.get(name)?.size === 0 || name in BEGIN_AT_ZERO || expr.includes(` unless ${name}`);
  expect(counted.filter((name) => !isSeen(name))).toEqual([]);
});

test.each(Object.values(BEGIN_AT_ZERO))('%s exports its counters with 0', (path) => {
  expect(read(path)).toMatch(/\.inc\(\{.*\}, 0\)/);
});

/** A test of the Kubernetes deployment begins with it: its keys are those of the services. */
const FIRST_STEP = 'npm run nats-access -- --out access';

test('every command of the runbook is run by a test', () => {
  const typed = [...runbookCommands('api'), ...runbookCommands('kubectl'), ...runbookCommands('nats')];
  const commands = new Set([FIRST_STEP, ...typed.map(({ command }) => command)]);
  const lines = runbookLines();
  expect(lines.length).toBeGreaterThan(80);
  expect(lines.filter(({ command }) => !commands.has(command))).toEqual([]);
});

test('requests of the runbook are routes, its objects are in the manifests, and its programs are in the image', () => {
  const runbook = read('docs/runbook.md');
  const typed = [...runbook.matchAll(/api (?:-X (\w+) )?"\$API(\/[^?"]*)/g)].map(
    ([, method = 'GET', path = '']) => `${method} ${path.replaceAll(/\$\w+/g, '{}')}`,
  );
  const known = new Set(routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`));
  expect(typed.length).toBeGreaterThan(0);
  expect(typed.filter((each) => !known.has(each))).toEqual([]);
  const services = [...runbook.matchAll(/app\.kubernetes\.io\/name=([\w-]+)|deploy(?:ment)?\/([\w-]+)/g)].flatMap(
    ([, label, name]) => label ?? name ?? [],
  );
  const labels = read('deploy/kubernetes/components/backup/cron-jobs.yaml').matchAll(/kubernetes\.io\/name: ([\w-]+)/g);
  const named = new Set<string>([...SERVICES, ...[...labels].map(([, name = '']) => name)]);
  for (const other of ['kubernetes', 'prometheus', 'compose']) named.add(other);
  expect(services.filter((name) => !named.has(name))).toEqual([]);
  for (const [path] of runbook.matchAll(/dist\/tools\/[\w/-]+\.js/g))
    expect(existsSync(path.replace('dist/', '').replace(/\.js$/, '.ts'))).toBe(true);
});

const pages = ['runbook', 'operations', 'installation', 'scaling'].map((name) => [`docs/${name}.md`] as const);

test.each(pages)('the npm scripts, commands and files of deploy/ that %s names exist', (page) => {
  const text = read(page);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const typed = [...text.matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name = '']) => name);
  expect(typed.filter((name) => !(name in scripts))).toEqual([]);
  const known = commands.flatMap((each) => [each.name(), ...each.aliases()]);
  const named = [...text.matchAll(/(?:`|^)carillon ([a-z]+)/gm)].map(([, name = '']) => name);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  const paths = [...text.matchAll(/(?<![\w./])(deploy\/[\w./-]*\w)/g)].map(([, path = '']) => path);
  // `deploy/api` names a Deployment for kubectl; whoever installs creates `access`.
  const isObject = (path: string): boolean => (SERVICES as readonly string[]).includes(path.replace('deploy/', ''));
  expect(paths.filter((path) => !isObject(path) && !path.endsWith('/access') && !existsSync(path))).toEqual([]);
});

test('the services write the log lines that the runbook searches for', () => {
  const lines = read('docs/runbook.md').matchAll(/^kubectl .*\blogs\b[^|\n]*\| grep (?:-E )?(?:'([^']+)'|(\w+))/gm);
  const isFieldOfEveryLine = (pattern: string): boolean => pattern.startsWith('"level":');
  const patterns = [...lines].map(([, quoted = '', word]) => word ?? quoted);
  const wanted = patterns.filter((pattern) => !isFieldOfEveryLine(pattern)).flatMap((pattern) => pattern.split('|'));
  expect(wanted.length).toBeGreaterThan(10);
  const sources = globSync('{apps/*,libs/common}/src/**/*.ts', { exclude: (path) => path.endsWith('.spec.ts') });
  // A comment is not a log line.
  const said = sources.map((path) => read(path).replaceAll(/\/\*[^]*?\*\/|\/\/ .*$/gm, '')).join('\n');
  expect(wanted.filter((pattern) => !said.includes(pattern))).toEqual([]);
});

test.each(pages)(
  'each search of logs in %s reads all lines: kubectl shows ten of each pod where it selects pods',
  (page) => {
    const searches = read(page).match(/kubectl .*\blogs -l .*/g) ?? [];
    expect(searches.filter((line) => !line.includes(' --tail=-1'))).toEqual([]);
  },
);

test('deploy/compose gives rules, data source and dashboards to Prometheus and Grafana', () => {
  const compose = read('deploy/compose/compose.yaml');
  expect(read('deploy/prometheus/prometheus.yml')).toContain('rule_files: [/etc/prometheus/alerts.yml]');
  for (const [from, to] of [
    ['../prometheus/alerts.yml', '/etc/prometheus/alerts.yml'],
    ['../grafana/provisioning', '/etc/grafana/provisioning'],
    ['../grafana/dashboards', '/var/lib/grafana/dashboards'],
  ]) {
    expect(compose).toContain(`${from}:${to}`);
  }
  expect(read('deploy/grafana/provisioning/dashboards/carillon.yml')).toContain('/var/lib/grafana/dashboards');
  for (const path of sources.slice(rules.length)) {
    const { panels } = JSON.parse(read(path)) as { panels: { datasource: { uid: string } }[] };
    expect(new Set(panels.map(({ datasource }) => datasource.uid))).toEqual(new Set(['${datasource}']));
  }
});
