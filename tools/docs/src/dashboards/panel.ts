/** The parts of our Grafana dashboards: panels that flow from left to right, and variables for source, service and tenant. */

export interface Query {
  /** PromQL. `$service` and `$tenant` are the dashboard's variables. */
  readonly expr: string;
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  readonly kind: 'stat' | 'timeseries';
  readonly unit: string;
  readonly queries: readonly Query[];
  /** What it shows, and how to read it. */
  readonly description?: string;
}

export interface Dashboard {
  /** Its file name, which is also the end of its address. */
  readonly name: string;
  readonly title: string;
  readonly variables: readonly Variable[];
  readonly panels: readonly Panel[];
}

export type Variable = 'service' | 'tenant';

const COLUMNS = 24;
const SIZES = { stat: { w: 4, h: 4 }, timeseries: { w: 12, h: 8 } } as const;
/** Whoever imports a dashboard chooses the source of its figures. */
const SOURCE = { type: 'prometheus', uid: '${datasource}' };
const VARIABLES: Readonly<Record<Variable, string>> = {
  service: 'label_values(carillon_build_info, service)',
  tenant: 'label_values(carillon_tenant_slots_total, tenant)',
};

export function lines(title: string, unit: string, ...queries: readonly (readonly [string, string])[]): Panel {
  return { title, kind: 'timeseries', unit, queries: queries.map(([legend, expr]) => ({ legend, expr })) };
}

export function figure(title: string, unit: string, expr: string): Panel {
  return { title, kind: 'stat', unit, queries: [{ legend: title, expr }] };
}

/** The median and the 95th and 99th percentiles of a histogram. */
export function quantiles(title: string, metric: string, selector = ''): Panel {
  const at = (q: number): string =>
    `histogram_quantile(${q}, sum by (le) (rate(${metric}_bucket${selector}[$__rate_interval])))`;
  return lines(title, 's', ['p50', at(0.5)], ['p95', at(0.95)], ['p99', at(0.99)]);
}

/** How fast a counter rises, by some of its labels. */
export function rates(title: string, metric: string, ...by: readonly string[]): Panel {
  const legend = by.length === 0 ? title : by.map((label) => `{{${label}}}`).join(' ');
  return lines(title, 'ops', [legend, `sum ${byLabels(by)}(rate(${metric}[$__rate_interval]))`]);
}

export const byLabels = (labels: readonly string[]): string =>
  labels.length === 0 ? '' : `by (${labels.join(', ')}) `;

/** Only the series of one service, or of the chosen ones: targets that name their service. */
export const ofService = (expr: string, service = '$service'): string =>
  `${expr} * on (job, instance) group_left (service) carillon_build_info{service=~"${service}"}`;

/** The document that Grafana reads. */
export function grafanaDocument({ name, title, variables, panels }: Dashboard): object {
  return {
    uid: `carillon-${name}`,
    title: `Carillon: ${title}`,
    tags: ['carillon'],
    timezone: 'utc',
    schemaVersion: 39,
    version: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    links: [{ type: 'dashboards', title: 'Carillon', tags: ['carillon'], asDropdown: true, keepTime: true }],
    templating: { list: [sourceVariable, ...variables.map(labelVariable)] },
    panels: placed(panels),
  };
}

const sourceVariable = { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' };

const labelVariable = (name: Variable): object => ({
  name,
  label: `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
  type: 'query',
  datasource: SOURCE,
  query: { query: VARIABLES[name], refId: name },
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
});

function placed(panels: readonly Panel[]): object[] {
  let x = 0;
  let y = 0;
  let height = 0;
  return panels.map((panel, i) => {
    const { w, h } = SIZES[panel.kind];
    if (x + w > COLUMNS || (height !== 0 && height !== h)) [x, y, height] = [0, y + height, 0];
    const gridPos = { x, y, w, h };
    [x, height] = [x + w, h];
    return panelDocument(panel, i + 1, gridPos);
  });
}

function panelDocument({ title, kind, unit, queries, description }: Panel, id: number, gridPos: object): object {
  return {
    id,
    title,
    ...(description !== undefined && { description }),
    type: kind,
    datasource: SOURCE,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map(({ expr, legend }, i) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + i),
      datasource: SOURCE,
      expr,
      legendFormat: legend,
    })),
    ...(kind === 'stat' && { options: { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'background' } }),
  };
}
