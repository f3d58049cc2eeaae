/** The dashboards of deploy/grafana, as documents. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';

const panelSchema = z.object({
  title: z.string(),
  type: z.enum(['stat', 'timeseries']),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
  targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })),
});
const documentSchema = z.object({ title: z.string(), panels: z.array(panelSchema) });

export type Panel = z.output<typeof panelSchema>;
export interface DashboardDocument extends z.output<typeof documentSchema> {
  /** Its file, without the folder and the ending. */
  readonly name: string;
}

export const dashboardDocuments = (): DashboardDocument[] =>
  globSync('deploy/grafana/dashboards/*.json')
    .sort()
    .map((path) => ({
      name: basename(path, '.json'),
      ...documentSchema.parse(JSON.parse(readFileSync(path, 'utf8'))),
    }));

/** As Grafana queries it with everything selected; rates and the like over `range`, such as `20s`. */
export const askedByGrafana = (expr: string, range: string): string =>
  expr
    .replaceAll('$__rate_interval', range)
    .replaceAll(/\$(service|tenant)/g, '.*')
    .replaceAll(/\[(5m|1h)\]/g, `[${range}]`);

/** `{{label}}` of a legend, filled in. */
export const legendOf = (format: string, labels: Readonly<Record<string, string>>): string =>
  format.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? '').trim();
