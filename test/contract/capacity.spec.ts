/** The figures of README, docs/scaling.md, the manifests and the chart agree. Their sources are the README's table, which the bench writes, and the tables of memory. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';

const read = (path: string): string => readFileSync(path, 'utf8');
const page = read('docs/scaling.md');
const readme = read('README.md');

/** The highest share of its processor at which a service is not late. */
const BUSY = 0.6;
/** By how much a limit of memory exceeds the most that was measured. */
const MEMORY_FACTOR = 1.3;

/** The rows of the first table after a mark, by the names of its columns. */
function tableAfter(text: string, mark: string): Record<string, string>[] {
  const at = text.indexOf(mark);
  expect([mark, at >= 0]).toEqual([mark, true]);
  const lines = text.slice(at).split('\n').slice(1);
  const first = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, i) => i > first && !line.startsWith('|'));
  const [names = [], , ...rows] = lines.slice(first, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])));
}
const numberOf = (text: string | undefined): number => Number((text ?? 'none').replaceAll(/[`,]/g, ''));

/** Milliseconds of processor for each run, by the rate that was asked for. */
const costs = new Map(
  tableAfter(readme, '<!-- table: written by').map((row) => [numberOf(row['asked per second']), row] as const),
);
const msOf = (rate: number, program: string): number => numberOf(costs.get(rate)?.[program]);
const memory = tableAfter(page, '<!-- memory -->');
const memoryOf = (column: string): number => Math.max(...memory.map((row) => numberOf(row[column])));
const requests = tableAfter(page, '<!-- requests -->');

test('the sizing follows from the cost of a run at a hundred a second', () => {
  const coresOf = (rate: number, program: string): number => (rate * msOf(100, program)) / 1_000 / BUSY;
  for (const row of tableAfter(page, '<!-- sizing -->')) {
    const rate = numberOf(row['runs/s']);
    const replicas = SERVICES.map((service) => [service, numberOf(row[service])]);
    expect([rate, replicas]).toEqual([rate, SERVICES.map((name) => [name, Math.ceil(coresOf(rate, name))])]);
    const tenths = (program: string): number => Math.ceil(coresOf(rate, program) * 10 - 1e-9) / 10;
    expect([rate, numberOf(row['MongoDB, cores']), numberOf(row['NATS, cores'])]).toEqual([
      rate,
      tenths('database'),
      tenths('nats'),
    ]);
  }
});

test('the cost of a run in words is that of the table', () => {
  const words = /Of the row of 100 runs a second, milliseconds: ([^]*?)\. At higher/.exec(page)?.[1] ?? '';
  const named = words.split(/,\s/).map((each) => each.trim().split(' '));
  expect(named.map(([name = '', ms]) => [name, numberOf(ms)])).toEqual(
    named.map(([name = '']) => [name, msOf(100, name.toLowerCase())]),
  );
  expect(named).toHaveLength(6);
});

test('the most memory that README names is in the tables', () => {
  const named = [...readme.matchAll(/(\d+) MiB/g)].map(([, mib]) => Number(mib));
  expect(named).toHaveLength(2);
  for (const mib of named) {
    expect(mib).toBeLessThanOrEqual(memoryOf('at most'));
    expect(page).toContain(String(mib));
    expect(read('docs/performance.md')).toContain(`${mib} MiB`);
  }
});

const quantities = z.object({ cpu: z.string(), memory: z.string() });
const resources = z.object({ requests: quantities, limits: z.object({ memory: z.string() }) });
type Resources = z.output<typeof resources>;
const milli = (cpu: string): number => (cpu.endsWith('m') ? Number(cpu.slice(0, -1)) : Number(cpu) * 1_000);
const mib = (text: string): number => Number(text.slice(0, -2)) * (text.endsWith('Gi') ? 1_024 : 1);
const figuresOf = ({ requests: asked, limits }: Resources): number[] => [
  milli(asked.cpu),
  mib(asked.memory),
  mib(limits.memory),
];

const valuesSchema = z.record(z.string(), z.unknown());
const chartKey = (service: ServiceName): string => (service === 'log-collector' ? 'logCollector' : service);
/** What the chart and, for `production`, which patches none, the manifests of the services give every replica. */
function given(overlay: string, service: ServiceName): number[][] {
  const file = overlay === 'small' ? 'values-small.yaml' : 'values.yaml';
  const values = valuesSchema.parse(parse(read(`deploy/helm/carillon/${file}`)));
  const chart = z.object({ resources }).parse(values[chartKey(service)]);
  if (overlay === 'small') return [figuresOf(chart.resources)];
  const lines = [
    ...read(`deploy/kubernetes/base/${service}.yaml`).matchAll(/^ +requests: (\{.*\})\n +limits: (\{.*\})$/gm),
  ];
  const manifests = lines.map(([, asked = '', limits = '']) =>
    resources.parse(parse(`{ requests: ${asked}, limits: ${limits} }`)),
  );
  return [chart.resources, ...manifests].map(figuresOf);
}

test.each(requests)('what $overlay requests is what was measured', (row) => {
  const overlay = (row['overlay'] ?? '').replaceAll('`', '');
  const [cpu, asked, limit] = [row['CPU, m'], row['memory, MiB'], row['limit of memory, MiB']].map(numberOf);
  for (const service of SERVICES)
    for (const figures of given(overlay, service)) expect([service, figures]).toEqual([service, [cpu, asked, limit]]);

  const rate = numberOf(row['for up to, runs/s']);
  const replicas = numberOf(row['replicas of each service']);
  const used = SERVICES.map((service) => (rate * msOf(rate, service)) / replicas);
  expect(cpu).toBeGreaterThanOrEqual(Math.max(...used));
  const usual = overlay === 'small' ? 'MiB at one run a second' : 'under load';
  expect(asked).toBeGreaterThanOrEqual(memoryOf(usual));
  expect(limit).toBeGreaterThanOrEqual(MEMORY_FACTOR * memoryOf('at most'));
});

test('the number of replicas is that of the overlays', () => {
  const [small, production] = requests.map((row) => numberOf(row['replicas of each service']));
  const counts = [...read('deploy/kubernetes/overlays/small/kustomization.yaml').matchAll(/count: (\d+)/g)];
  expect(counts.map(([, count]) => Number(count))).toEqual(SERVICES.map(() => small));
  const least = [...read('deploy/kubernetes/components/autoscaling/autoscalers.yaml').matchAll(/minReplicas: (\d+)/g)];
  expect(least.map(([, count]) => Number(count))).toEqual(SERVICES.map(() => production));
});

test('the alerts of the page exist', () => {
  const rules = read('deploy/prometheus/alerts.yml');
  const named = [...page.matchAll(/\bCarillon[A-Z]\w+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !rules.includes(`- alert: ${name}\n`))).toEqual([]);
});
