/**
 * Lists over very many jobs and runs: how long a page takes with every filter, for a user of a single tenant and for an admin of all. Options:
 * `--runs 1000000`, `--jobs 100000`, `--tenants 10`, `--asked 40`, `--only '^/jobs'`: lists whose address fits this expression. To measure a filled
 * database again, set `MONGODB_URI` and, the next time, give the `--filled` that was printed.
 */
import { asJobId } from '#common/domain/ids.js';
import { MAX_OVERVIEW_HOURS } from '#common/domain/limits.js';
import { optionsOf } from '#testing/command-options.js';
import { makeJobs } from '../scheduler/bench-jobs.js';
import { summarize } from '../percentiles.js';
import { Stage } from '../stage.js';
import { describeJob } from './bench-names.js';
import { makeOthers, makeUsage } from './bench-others.js';
import { makeRuns } from './bench-runs.js';

const WARM_UP = 2;
const DEEP_PAGES = 20;

interface Row {
  readonly list: string;
  /** The fastest answer: close to the time of a machine without other work. */
  readonly least: number;
  readonly p50: number;
  readonly p95: number;
  readonly items: number;
}

export async function lists(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- lists', args, {
    runs: { type: 'string', default: '1000000' },
    jobs: { type: 'string', default: '100000' },
    tenants: { type: 'string', default: '10' },
    asked: { type: 'string', default: '40' },
    filled: { type: 'string' },
    only: { type: 'string', default: '' },
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
    const now = values.filled === undefined ? Date.now() : Number(values.filled);
    if (values.filled === undefined) await fill(stage, { runs, jobs, tenants, now });
    const filledSeconds = Math.round((performance.now() - began) / 1_000);
    process.stderr.write(`filled in ${filledSeconds} s: --filled ${now} --runs ${runs} --jobs ${jobs}\n`);
    const only = new RegExp(values.only);
    const rows: Row[] = [];
    for (const path of paths(now, runs).filter((each) => only.test(each))) rows.push(await measure(stage, path, asked));
    for (const path of PAGED.filter((each) => only.test(each))) rows.push(await deepPages(stage, path, asked));
    process.stderr.write(tableOf(rows));
    return { runs, jobs, tenants: tenantCount, database: stage.database, filledSeconds, rows };
  } finally {
    await stage.close();
  }
}

interface Filling {
  readonly runs: number;
  readonly jobs: number;
  readonly tenants: readonly string[];
  readonly now: number;
}

async function fill(stage: Stage, { runs, jobs, tenants, now }: Filling): Promise<void> {
  const { mongo } = stage;
  for (const id of tenants) await stage.send('POST', '/tenants', { id, name: id });
  const shares = [{ cron: 'H H H * *', jobs }];
  await makeJobs(mongo, { prefix: 'job', shares, url: null, tenants, describe: describeJob }, now);
  const ids = Array.from({ length: jobs }, (_, i) => asJobId(`job-${i}`));
  await makeRuns(mongo, runs, { jobs: ids, tenants, now });
  await makeOthers(mongo, now);
  await makeUsage(mongo, tenants, now);
}

function paths(now: number, runs: number): string[] {
  const middle = new Date(now - (runs / 2) * 100);
  const scopes = ['tenant=tenant-1', ''];
  const ofRuns = [
    '',
    ...['FINISHED', 'FAILED', 'ABORTED', 'SKIPPED', 'RUNNING', 'QUEUED', 'MISSED'].map((state) => `state=${state}`),
    ...['Completed', 'Failed', 'Terminated', 'Refused', 'Running', 'Backoff'].map((phase) => `phase=${phase}`),
    ...['schedule', 'manual', 'backfill', 'dependency'].map((trigger) => `trigger=${trigger}`),
    ...['phase=Failed&trigger=manual', 'state=FAILED&trigger=backfill', 'errorGroup=no-such-group'],
    `from=${middle.toISOString()}&to=${new Date(middle.getTime() + 3_600_000).toISOString()}`,
    ...[`to=${middle.toISOString()}&state=FAILED`, 'sort=createdAt', 'sort=createdAt&state=FAILED'],
    ...['archived=true', 'archived=false'],
  ];
  const totalsOfRuns = ['', 'state=FAILED', 'state=FINISHED', 'phase=Failed', 'trigger=manual', 'phase=Terminated'];
  const ofJob = ['', 'state=FAILED', 'phase=Failed', 'trigger=manual', 'total=true', 'sort=createdAt'];
  return [
    ...scopes.flatMap((scope) => ofRuns.map((filter) => join('/runs', scope, filter))),
    ...scopes.flatMap((scope) => totalsOfRuns.map((filter) => totalOf('/runs', scope, filter))),
    ...ofJob.map((filter) => join('/runs', 'job=job-71', filter)),
    ...scopes.flatMap((scope) => JOB_FILTERS.map((filter) => join('/jobs', scope, filter))),
    ...scopes.flatMap((scope) => JOB_FILTERS.map((filter) => totalOf('/jobs', scope, filter))),
    ...OTHERS,
  ];
}

const totalOf = (path: string, ...query: readonly string[]): string =>
  `${path}?${['total=true', 'limit=1', ...query.filter((part) => part !== '')].join('&')}`;

const join = (path: string, ...query: readonly string[]): string =>
  `${path}?${['limit=50', ...query.filter((part) => part !== '')].join('&')}`;

/** Parts of names that all, many, some, few and no jobs have, close together or far from each other. */
const JOB_FILTERS = [
  '',
  ...[
    'job',
    'job-',
    'o',
    'zz',
    'Verify',
    'verify orders',
    'orders malm%C3%B6',
    'Report',
    'quuxly',
    'job-77',
    'job-77001',
    '99',
  ],
  ...['sensor', 'no-such-job', 'xyzzy'],
].map((q) => (q === '' ? '' : `q=${q}`));
JOB_FILTERS.push(
  ...[
    'enabled=true',
    'enabled=false',
    'worker=bench',
    'worker=elsewhere',
    'worker=none',
    'archived=true',
    'archived=any',
  ],
  ...['label=team', 'label=team%3Dt1', 'label=tier%3Dgold', 'label=team%3Dt3&label=tier%3Dgold', 'label=team%3Dnone'],
  ...[
    'q=orders&label=team%3Dt1',
    'q=orders&enabled=false',
    'q=orders&archived=any',
    'sort=-name',
    'sort=-name&q=orders',
  ],
  ...['sort=nextSlot', 'sort=nextSlot&q=quuxly', 'sort=nextSlot&q=orders', 'sort=nextSlot&label=tier%3Dgold'],
);

/** Further requests of pages of the UI. */
const OTHERS = [
  ...[
    '/workers?limit=500',
    '/workers?q=ben',
    '/tenants?limit=500',
    '/tenants?q=tenant-1',
    '/tokens',
    '/calendars?limit=500',
  ],
  ...['/channels?limit=500', '/rules?limit=500', '/triggers?limit=500'],
  ...['/monitors?limit=50', '/monitors?limit=50&tenant=tenant-1'],
  ...['', 'state=open', 'state=resolved', 'tenant=tenant-1', 'tenant=tenant-1&state=open'].map((filter) =>
    join('/incidents', filter),
  ),
  join('/incidents', 'tenant=tenant-1', 'monitor=monitor-1'),
  ...['', 'sort=-count', 'tenant=tenant-1', 'q=boom', 'q=boom+77', 'tenant=tenant-1&q=boom+77', 'state=muted'].map(
    (filter) => join('/errors', filter),
  ),
  ...['job=job-71', 'tenant=tenant-1&state=quiet', 'tenant=tenant-1&state=muted'].map((filter) =>
    join('/errors', filter),
  ),
  ...['', 'tenant=tenant-1', 'action=updateJob', 'action=deleteJob', 'tenant=tenant-1&action=deleteJob'].map((filter) =>
    join('/audit', filter),
  ),
  ...['object=job/job-71', 'tenant=tenant-31&object=job/job-71', 'object=job/job-71&action=deleteJob'].map((filter) =>
    join('/audit', filter),
  ),
  ...[
    '/overview?hours=:n',
    '/overview?tenant=tenant-1&hours=:n',
    '/last-successes',
    '/last-successes?tenant=tenant-1',
    '/last-successes?tenant=tenant-1&label=tier%3Dgold',
    '/tenants/tenant-1/limits',
  ],
  ...['/jobs/job-71', '/jobs/job-71/versions', '/jobs/job-71/backfills', '/jobs/job-71/gaps', '/jobs/job-71/slots'],
  ...['/jobs/job-71/graph', '/jobs/job-71/deliveries', '/jobs/job-71/outcomes', '/schedules/herd?tenant=tenant-1'],
];

/** Lists that are read page after page. */
const PAGED = [
  ...['/runs?tenant=tenant-1&limit=50', '/runs?phase=Failed&limit=50'],
  ...['/last-successes', '/audit', '/incidents', '/errors', '/monitors'].map((path) => join(path)),
  ...['', 'q=orders', 'label=team%3Dt1', 'q=Verify&sort=-name', 'sort=nextSlot', 'q=zz'].map((filter) =>
    join('/jobs', filter),
  ),
  '/jobs?tenant=tenant-1&limit=50',
];

async function measure(stage: Stage, path: string, asked: number): Promise<Row> {
  const times: number[] = [];
  let items = 0;
  for (let round = -WARM_UP; round < asked; round++) {
    const began = performance.now();
    // What is kept for some seconds is asked for in another form each time.
    const text = await stage.ask(path.replace(':n', String(1 + ((round + WARM_UP) % MAX_OVERVIEW_HOURS))));
    if (round >= 0) times.push(performance.now() - began);
    items = itemsIn(text).items.length;
  }
  return rowOf(path, times, items);
}

/** Reads one page after the other: no later page may cost more than the first. */
async function deepPages(stage: Stage, path: string, asked: number): Promise<Row> {
  const times: number[] = [];
  let cursor = '';
  let items = 0;
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
  process.stderr.write(`${list}: ${Math.min(...times).toFixed(1)}, ${p50.toFixed(1)}, ${p95.toFixed(1)} ms\n`);
  return {
    list,
    least: Number(Math.min(...times).toFixed(1)),
    p50: Number(p50.toFixed(1)),
    p95: Number(p95.toFixed(1)),
    items,
  };
}

function tableOf(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ list }) => list.length));
  const lines = rows.map(
    ({ list, least, p50, p95, items }) =>
      `| ${list.padEnd(width)} | ${String(items).padStart(5)} | ${String(least).padStart(10)} | ${String(p50).padStart(8)} | ${String(p95).padStart(8)} |`,
  );
  return [`| ${'list'.padEnd(width)} | items | least (ms) | p50 (ms) | p95 (ms) |`, ...lines, ''].join('\n');
}
