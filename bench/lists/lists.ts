/**
 * Lists over very many jobs and runs: how long a page takes under every filter, for one who sees a single tenant and for an admin who sees
 * all. Options: `--runs 1000000`, `--jobs 100000`, `--tenants 10`, `--asked 40`.
 */
import { parseArgs } from 'node:util';
import { asJobId } from '#common/domain/ids.js';
import { makeJobs } from '../scheduler/bench-jobs.js';
import { summarize } from '../percentiles.js';
import { Stage } from '../stage.js';
import { makeRuns } from './bench-runs.js';

const WARM_UP = 5;
const DEEP_PAGES = 20;

interface Row {
  readonly list: string;
  readonly p50: number;
  readonly p95: number;
  readonly items: number;
}

export async function lists(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '1000000' },
      jobs: { type: 'string', default: '100000' },
      tenants: { type: 'string', default: '10' },
      asked: { type: 'string', default: '40' },
    },
  });
  const [runs, jobs, tenantCount, asked] = [values.runs, values.jobs, values.tenants, values.asked].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const stage = await Stage.prepare(root);
  try {
    await stage.start('api');
    const tenants = Array.from({ length: tenantCount }, (_, i) => `tenant-${i}`);
    const began = performance.now();
    for (const id of tenants) await stage.send('POST', '/tenants', { id, name: id });
    const now = Date.now();
    await makeJobs(stage.mongo, { prefix: 'job', shares: [{ cron: '0 0 1 1 *', jobs }], url: null, tenants }, now);
    const ids = Array.from({ length: jobs }, (_, i) => asJobId(`job-${i}`));
    await makeRuns(stage.mongo, runs, { jobs: ids, tenants, now });
    const filledSeconds = Math.round((performance.now() - began) / 1_000);
    process.stderr.write(`filled in ${filledSeconds} s\n`);
    const rows: Row[] = [];
    for (const path of paths(now, runs)) rows.push(await measure(stage, path, asked));
    rows.push(await deepPages(stage, '/runs?tenant=tenant-1&limit=50', asked));
    rows.push(await deepPages(stage, '/jobs?tenant=tenant-1&limit=50', asked));
    process.stderr.write(tableOf(rows));
    return { runs, jobs, tenants: tenantCount, database: stage.database, filledSeconds, rows };
  } finally {
    await stage.close();
  }
}

function paths(now: number, runs: number): string[] {
  const middle = new Date(now - (runs / 2) * 100);
  const scopes = ['tenant=tenant-1', ''];
  const filters = [
    '',
    ...['FINISHED', 'FAILED', 'ABORTED', 'SKIPPED', 'RUNNING', 'QUEUED'].map((state) => `state=${state}`),
    ...['Completed', 'Failed', 'Terminated', 'Refused', 'Running', 'Backoff'].map((phase) => `phase=${phase}`),
    ...['schedule', 'manual', 'backfill', 'dependency'].map((trigger) => `trigger=${trigger}`),
    'phase=Failed&trigger=manual',
    `from=${middle.toISOString()}&to=${new Date(middle.getTime() + 3_600_000).toISOString()}`,
    `to=${middle.toISOString()}&state=FAILED`,
    'total=true',
    'state=FAILED&total=true',
  ];
  const ofJob = ['', 'state=FAILED', 'phase=Failed', 'trigger=manual'].map((filter) =>
    join('/runs', 'job=job-77', filter),
  );
  const jobFilters = ['', 'q=job-77', 'q=no-such-job', 'enabled=true', 'enabled=false', 'worker=bench', 'label=team=a'];
  return [
    ...scopes.flatMap((scope) => filters.map((filter) => join('/runs', scope, filter))),
    ...ofJob,
    ...scopes.flatMap((scope) => jobFilters.map((filter) => join('/jobs', scope, filter))),
    ...['/workers', '/tenants', '/tokens', '/calendars', '/audit', '/audit?tenant=tenant-1', '/overview'],
  ];
}

const join = (path: string, ...query: readonly string[]): string =>
  `${path}?${['limit=50', ...query.filter((part) => part !== '')].join('&')}`;

async function measure(stage: Stage, path: string, asked: number): Promise<Row> {
  const times: number[] = [];
  let items = 0;
  for (let round = -WARM_UP; round < asked; round++) {
    const began = performance.now();
    const text = await stage.ask(path);
    if (round >= 0) times.push(performance.now() - began);
    items = itemsIn(text).items.length;
  }
  return rowOf(path, times, items);
}

/** One page after the other: no later page may cost more than the first. */
async function deepPages(stage: Stage, path: string, asked: number): Promise<Row> {
  const times: number[] = [];
  let [cursor, items] = ['', 0];
  for (let page = 0; page < Math.max(asked, DEEP_PAGES); page++) {
    const began = performance.now();
    const text = await stage.ask(`${path}${cursor}`);
    times.push(performance.now() - began);
    const { items: found, nextCursor } = itemsIn(text);
    items += found.length;
    if (nextCursor === null) break;
    cursor = `&cursor=${nextCursor}`;
  }
  return rowOf(`${path}, page after page`, times, items);
}

const itemsIn = (text: string): { items: readonly unknown[]; nextCursor: string | null } => {
  const body = JSON.parse(text) as { items?: readonly unknown[]; nextCursor?: string | null };
  return { items: body.items ?? [], nextCursor: body.nextCursor ?? null };
};

function rowOf(list: string, times: readonly number[], items: number): Row {
  const { p50, p95 } = summarize(times);
  return { list, p50: Number(p50.toFixed(1)), p95: Number(p95.toFixed(1)), items };
}

function tableOf(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ list }) => list.length));
  const lines = rows.map(
    ({ list, p50, p95, items }) =>
      `| ${list.padEnd(width)} | ${String(items).padStart(5)} | ${String(p50).padStart(8)} | ${String(p95).padStart(8)} |`,
  );
  return [`| ${'list'.padEnd(width)} | items | p50 (ms) | p95 (ms) |`, ...lines, ''].join('\n');
}
