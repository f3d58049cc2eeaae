/** Draws a dashboard as a page of its own: the panels at the places that Grafana gives them, lines by uPlot. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DashboardDocument, Panel } from './dashboard-document.js';

export interface Line {
  readonly name: string;
  /** Epoch seconds and values, in order. */
  readonly points: readonly (readonly [number, number])[];
}
export interface DrawnPanel {
  readonly panel: Panel;
  readonly lines: readonly Line[];
}

const COLUMN_PX = 58;
const ROW_PX = 34;
const GAP_PX = 8;
const COLORS = ['#73bf69', '#f2cc0c', '#5794f2', '#ff9830', '#f2495c', '#b877d9', '#8ab8ff', '#c0d8ff', '#fade2a'];
/** More are drawn, but not named. */
const MAX_NAMED = 7;

const UNITS: Readonly<Record<string, (value: number) => string>> = {
  s: (value) => (value !== 0 && value < 1 ? `${rounded(value * 1_000)} ms` : `${rounded(value)} s`),
  ops: (value) => `${rounded(value)}/s`,
  percentunit: (value) => `${rounded(value * 100)} %`,
  bytes: (value) => `${rounded(value / 2 ** 20)} MiB`,
  Bps: (value) => `${rounded(value / 1_000)} kB/s`,
  short: (value) => rounded(value),
};
const rounded = (value: number): string => String(Number(value.toPrecision(3)));
const shown = ({ fieldConfig }: Panel, value: number): string => (UNITS[fieldConfig.defaults.unit] ?? rounded)(value);

const require = createRequire(import.meta.url);
const read = (path: string): string => readFileSync(require.resolve(path), 'utf8');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function dashboardPage({ title }: DashboardDocument, drawn: readonly DrawnPanel[]): string {
  const bottom = Math.max(...drawn.map(({ panel }) => panel.gridPos.y + panel.gridPos.h));
  const charts = drawn.flatMap((each, i) =>
    each.panel.type === 'timeseries' && each.lines.length > 0 ? [chartOf(each, i)] : [],
  );
  return `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title>
<style>${read('uplot/dist/uPlot.min.css')}
body { margin: 0; background: #111217; color: #ccccdc; font: 12px sans-serif; }
h1 { font-size: 16px; font-weight: 500; margin: 10px 12px; }
main { position: relative; width: ${24 * COLUMN_PX + GAP_PX}px; height: ${bottom * ROW_PX + GAP_PX}px; }
section { position: absolute; box-sizing: border-box; background: #181b1f; border: 1px solid #2a2d34; border-radius: 3px; padding: 6px 8px; overflow: hidden; }
h2 { font-size: 12px; font-weight: 500; margin: 0 0 2px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.stat { font-size: 30px; text-align: center; margin-top: 18px; color: #73bf69; }
.none { color: #7b8087; text-align: center; margin-top: 40px; }
.legend { white-space: nowrap; overflow: hidden; color: #9fa7b3; } .legend i { display: inline-block; width: 10px; height: 3px; margin: 0 4px 3px 0; }
.legend span { margin-right: 12px; }
</style><script>${read('uplot/dist/uPlot.iife.min.js')}</script>
<h1>${escaped(title)}</h1><main>${drawn.map(sectionOf).join('\n')}</main>
<script>${CHARTS};for (const each of ${JSON.stringify(charts).replaceAll('<', '\\u003c')}) chart(each);document.body.dataset.drawn = 'all';</script>`;
}

function sectionOf({ panel, lines }: DrawnPanel, i: number): string {
  const { x, y, w, h } = panel.gridPos;
  const place = `left:${x * COLUMN_PX + GAP_PX}px;top:${y * ROW_PX}px;width:${w * COLUMN_PX - GAP_PX}px;height:${h * ROW_PX - GAP_PX}px`;
  return `<section style="${place}"><h2>${escaped(panel.title)}</h2>${insideOf({ panel, lines }, i)}</section>`;
}

function insideOf({ panel, lines }: DrawnPanel, i: number): string {
  const last = lines[0]?.points.at(-1)?.[1];
  if (last === undefined) return '<div class="none">No data</div>';
  if (panel.type === 'stat') return `<div class="stat">${escaped(shown(panel, last))}</div>`;
  const named = lines.slice(0, MAX_NAMED).map(({ name, points }, at) => {
    const value = shown(panel, points.at(-1)?.[1] ?? 0);
    return `<span><i style="background:${COLORS[at % COLORS.length]}"></i>${escaped(name)} ${escaped(value)}</span>`;
  });
  const rest = lines.length > MAX_NAMED ? `and ${lines.length - MAX_NAMED} more` : '';
  return `<div id="chart-${i}"></div><div class="legend">${named.join('')}${rest}</div>`;
}

/** The data that the page's script draws: numbers and texts only. */
function chartOf({ panel, lines }: DrawnPanel, i: number): object {
  const times = [...new Set(lines.flatMap(({ points }) => points.map(([at]) => at)))].sort((a, b) => a - b);
  const data = lines.map(({ points }) => {
    const values = new Map(points);
    return times.map((at) => values.get(at) ?? null);
  });
  const { w, h } = panel.gridPos;
  const { unit } = panel.fieldConfig.defaults;
  return {
    id: `chart-${i}`,
    data: [times, ...data],
    unit,
    width: w * COLUMN_PX - 3 * GAP_PX,
    height: h * ROW_PX - 66,
    colors: COLORS,
  };
}

const CHARTS = `function chart({ id, data, unit, width, height, colors }) {
  const short = (v) => String(Number(v.toPrecision(3)));
  const texts = { s: (v) => v !== 0 && v < 1 ? short(v * 1000) + ' ms' : short(v) + ' s', percentunit: (v) => short(v * 100) + ' %',
    bytes: (v) => short(v / 2 ** 20) + ' MiB', Bps: (v) => short(v / 1000) + ' kB/s', ops: (v) => short(v) + '/s' };
  const axis = { stroke: '#9fa7b3', grid: { stroke: '#2a2d34', width: 1 }, ticks: { show: false } };
  new uPlot({ width, height, legend: { show: false }, cursor: { show: false }, 
    scales: { y: { range: (u, min, max) => [0, max > 0 ? max * 1.1 : 1] } },
    series: [{}, ...data.slice(1).map((_, i) => ({ stroke: colors[i % colors.length], width: 1.5, spanGaps: false, points: { show: false } }))],
    axes: [{ ...axis, space: 90, values: (u, all) => all.map((at) => new Date(at * 1000).toISOString().slice(11, 19)) }, { ...axis, size: 70, values: (u, all) => all.map(texts[unit] ?? short) }] }, data, document.getElementById(id));
}`;
