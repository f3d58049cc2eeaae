/**
 * Every dashboard can be drawn from the metrics of active services. `CARILLON_TOUR=1` writes the pictures of docs/dashboards.md: Grafana's
 * documents, whose queries are sent to Prometheus as Grafana sends them, and which are drawn here.
 */
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { startBrowser } from '#testing/browser/browser.js';
import { askedByGrafana, dashboardDocuments, legendOf, type Panel } from '#testing/dashboards/dashboard-document.js';
import { dashboardPage, type DrawnPanel, type Line } from '#testing/dashboards/dashboard-page.js';
import { Api } from '../../support/api.js';
import { EchoWorker } from '../../support/echo-worker.js';
import { eventually } from '../../support/eventually.js';
import { QuickstartProcess } from '../../support/quickstart-process.js';
import { WatchingPrometheus } from '../../support/watching-prometheus.js';

const LIMIT_MS = 300_000;
const isForDocs = process.env['CARILLON_TOUR'] !== undefined;
/** The time that a picture covers. */
const SPAN_SECONDS = isForDocs ? 100 : 20;
const RATES_OVER = '10s';
const WIDTH_PX = 1_408;
const LOOKS_PER_PING = 20;

const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
const prometheus = new WatchingPrometheus(quickstart.dataDir);
const echo = new EchoWorker();
let browser: Browser;
let pingUrl: string;

beforeAll(async () => {
  // With the examples, which fail from time to time.
  [browser] = await Promise.all([startBrowser(), quickstart.start()]);
  await prometheus.start(quickstart.state());
  await api.call('POST', '/tenants', { id: 'acme', name: 'Acme', groups: { few: 2 } });
  await api.call('POST', '/workers', { id: 'echo', name: 'Echo', engine: 'webservice', url: await echo.listen() });
  const command = ['sh', '-c', 'for i in 1 2 3; do echo line $i; sleep 0.4; done; test $(($(date +%s) % 7)) != 0'];
  await api.call('POST', '/workers', { id: 'lines', name: 'Lines', engine: 'process', command });
  const concurrency = { policy: 'Enqueue', group: 'few' };
  for (const [id, more] of Object.entries({
    calls: { worker: 'echo', schedule: { every: 1 } },
    limited: { worker: 'echo', schedule: { every: 3 }, concurrency },
    output: { worker: 'lines', schedule: { every: 2 } },
    indexed: { worker: 'lines', schedule: { every: 10 }, parallelism: { withCount: 4 } },
  }))
    await api.call('POST', '/jobs', { id: `acme-${id}`, tenant: 'acme', name: id, ...more });
  await api.call('POST', '/rules', { id: 'failures', tenant: 'acme', when: { type: 'failed' } });
  const made = await api.call('POST', '/monitors', { id: 'elsewhere', tenant: 'acme', schedule: { every: 3_600 } });
  ({ pingUrl } = z.object({ pingUrl: z.url() }).parse(made));
}, LIMIT_MS);
afterAll(async () => {
  await browser.close();
  await prometheus.stop();
  await quickstart.dispose();
  await echo.close();
}, LIMIT_MS);

async function linesOf({ targets }: Panel, until: number): Promise<Line[]> {
  const found = await Promise.all(
    targets.map(async ({ expr, legendFormat }) => {
      const range = { start: until - SPAN_SECONDS, end: until, step: 1 };
      const series = await prometheus.queryRange(askedByGrafana(expr, RATES_OVER), range);
      return series.map(({ metric, values }) => ({
        name: legendOf(legendFormat, metric),
        points: values
          .map(([at, figure]) => [at, Number(figure)] as const)
          .filter(([, value]) => Number.isFinite(value)),
      }));
    }),
  );
  return found.flat().filter(({ points }) => points.length > 0);
}

test(
  'each dashboard is drawn, and most of its panels have data',
  async () => {
    let looks = 0;
    await eventually('figures of all services', async () => {
      if (looks++ % LOOKS_PER_PING === 0) await fetch(pingUrl, { method: 'POST' });
      const [counted] = await prometheus.query(`min(count_over_time(carillon_ready[${SPAN_SECONDS}s]))`);
      return (
        // A busy machine answers some of the requests too late, of which each second has one.
        Number(counted?.value[1] ?? 0) > 0.5 * SPAN_SECONDS &&
        (await prometheus.query('count(carillon_ready) == 4')).length > 0
      );
    });
    const [now] = await prometheus.query('vector(time())');
    const until = now?.value[0] ?? 0;
    const folder = isForDocs ? resolve('docs/dashboards') : quickstart.dataDir;
    const page = await browser.newPage({ viewport: { width: WIDTH_PX, height: 600 } });
    for (const dashboard of dashboardDocuments()) {
      const drawn: DrawnPanel[] = [];
      for (const panel of dashboard.panels) drawn.push({ panel, lines: await linesOf(panel, until) });
      await page.setContent(dashboardPage(dashboard, drawn));
      await page.locator('body[data-drawn="all"]').waitFor();
      const charts = drawn.filter(({ panel, lines }) => panel.type === 'timeseries' && lines.length > 0);
      expect(await page.locator('section').count()).toBe(dashboard.panels.length);
      expect(await page.locator('canvas').count()).toBe(charts.length);
      const full = drawn.filter(({ lines }) => lines.length > 0).length;
      const all = drawn.length;
      expect([dashboard.name, full / all > 0.5]).toEqual([dashboard.name, true]);
      const picture = await page.screenshot({ path: resolve(folder, `${dashboard.name}.png`), fullPage: true });
      expect(picture.length).toBeGreaterThan(10_000);
    }
  },
  LIMIT_MS,
);
