/** The services export the metrics that their autoscalers use, with the labels by which the adapter finds them. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { SERVICES } from '#common/domain/service-name.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { adapterRules } from '#testing/autoscaling/adapter-rules.js';

const COMPONENT = 'deploy/kubernetes/components/autoscaling-by-queue/kustomization.yaml';
const added = z.array(
  z.object({
    value: z.object({
      type: z.literal('Pods'),
      pods: z.object({
        metric: z.strictObject({ name: z.string() }),
        target: z.object({ type: z.literal('AverageValue'), averageValue: z.string() }),
      }),
    }),
  }),
);
const { patches } = z
  .object({ patches: z.array(z.object({ target: z.object({ name: z.enum(SERVICES) }), patch: z.string() })) })
  .parse(parse(readFileSync(COMPONENT, 'utf8')));
const asked = patches.flatMap(({ target, patch }) =>
  added.parse(parse(patch)).map(({ value }) => [target.name, value.pods.metric.name] as const),
);
const rules = new Map(adapterRules().map((rule) => [rule.metric, rule]));
const metrics = new Metrics('all', '0');
/** The labels that Prometheus, or the PodMonitor, adds to every series. */
const ADDED = ['namespace', 'pod'];

test('executors, schedulers and log-collectors are scaled by waiting or late work', () => {
  expect([...new Set(asked.map(([service]) => service))].sort()).toEqual(['executor', 'log-collector', 'scheduler']);
});

test.each(asked)('the %s is scaled by %s, which it exports and the adapter serves', (service, metric) => {
  const rule = rules.get(metric);
  expect(rule).toBeDefined();
  const family = rule?.series.replace(/_(bucket|count|sum)$/, '') ?? '';
  expect(metrics.exportersOf(family)).toContain(service);
  const { labelNames } = metrics.registry.getSingleMetric(family) as unknown as { labelNames: string[] };
  expect(rule?.labels.filter((label) => !ADDED.includes(label) && !labelNames.includes(label))).toEqual([]);
});

test('the adapter serves only metrics that autoscalers use, and finds all of them by namespace and pod', () => {
  expect([...rules.keys()].sort()).toEqual(asked.map(([, metric]) => metric).sort());
  for (const { labels } of rules.values()) expect(labels).toEqual(expect.arrayContaining(ADDED));
});
