/** The rules of prometheus-adapter that we ship, filled in as it fills them. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const rulesFile = z.object({
  rules: z.array(
    z.object({
      seriesQuery: z.string(),
      resources: z.object({ overrides: z.record(z.string(), z.object({ resource: z.string() })) }),
      name: z.object({ as: z.string() }),
      metricsQuery: z.string(),
    }),
  ),
});

export interface AdapterRule {
  /** The metric that an autoscaler uses. */
  readonly metric: string;
  /** The metric of Prometheus, and the labels that it must have. */
  readonly series: string;
  readonly labels: readonly string[];
  /** Queries one value of each of the pods, or of each value of `groupBy`. */
  readonly queryFor: (matchers: string, groupBy: string) => string;
}

export function adapterRules(path = 'deploy/prometheus/adapter.yml'): AdapterRule[] {
  const { rules } = rulesFile.parse(parse(readFileSync(path, 'utf8')));
  return rules.map(({ seriesQuery, resources, name, metricsQuery }) => {
    const [, series = '', selector = ''] = /^(\w+)\{(.*)\}$/.exec(seriesQuery) ?? [];
    const wanted = [...selector.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
    return {
      metric: name.as,
      series,
      labels: [...new Set([...wanted, ...Object.keys(resources.overrides)])],
      queryFor: (matchers, groupBy) =>
        metricsQuery
          .replaceAll('<<.Series>>', series)
          .replaceAll('<<.LabelMatchers>>', matchers)
          .replaceAll('<<.GroupBy>>', groupBy),
    };
  });
}
