import { Metrics } from '#common/metrics/catalogue.js';
import { EVERY_SERVICE } from '#common/metrics/metric-registry.js';
import { generatedFrom, row } from './generated-note.js';

const OWN = 'carillon_';

/** Every metric of Carillon with its labels; Node's own (`process_`, `nodejs_`) are exposed as well. */
export async function metricsDocument(): Promise<string> {
  const metrics = new Metrics('all', '0.0.0');
  const { registry } = metrics;
  const described = await registry.getMetricsAsJSON();
  const rows = described
    .filter(({ name }) => name.startsWith(OWN))
    .map(({ name, type, help }) =>
      row(`\`${name}\``, String(type), labelsOf(registry.getSingleMetric(name)), exportersOf(metrics, name), help),
    );
  return [
    generatedFrom('libs/common/src/metrics/catalogue.ts'),
    '# Metrics\n',
    'Every service serves `/metrics` on its `METRICS_PORT`: the metrics of the service and those of all services. Names, labels and base units are part of the public contract.\n',
    row('name', 'type', 'labels', 'exported by', 'meaning'),
    row('---', '---', '---', '---', '---'),
    ...rows,
    '',
  ].join('\n');
}

function exportersOf(metrics: Metrics, name: string): string {
  const exporters = metrics.exportersOf(name) ?? [];
  return exporters.length === EVERY_SERVICE.length ? 'all' : exporters.join(', ');
}

function labelsOf(metric: unknown): string {
  const names = typeof metric === 'object' && metric !== null && 'labelNames' in metric ? metric.labelNames : [];
  return Array.isArray(names) ? names.map((name) => `\`${String(name)}\``).join(', ') : '';
}
