/** The three examples of parallel runs, as a new user meets them: a matrix, tasks that restart together, and many indexes. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { inForm } from '#testing/long-form.js';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const TEST_LIMIT_MS = 240_000;
/** The example has a thousand; each is a process. */
const INDEXES = inForm({ short: 200, long: 1_000 });

const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());

const run = z.looseObject({
  id: z.string(),
  phase: z.string(),
  reason: z.string(),
  generation: z.number(),
  totals: z.looseObject({ running: z.number(), succeeded: z.number(), failed: z.number() }),
  tasks: z.array(z.looseObject({ name: z.string(), completedIndexes: z.string(), failedIndexes: z.string() })),
});
type Run = z.output<typeof run>;
const attempts = z.object({
  items: z.array(
    z.looseObject({
      index: z.number(),
      generation: z.number(),
      state: z.string(),
      started: z.string().nullable(),
      finished: z.string().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});

type Attempt = z.output<typeof attempts>['items'][number];

const read = async (id: string): Promise<Run> => run.parse(await api.call('GET', `/runs/${id}`));

async function reaches(id: string, what: string, isThere: (run: Run) => boolean): Promise<Run> {
  return eventually(`run ${id} ${what}`, async () => {
    const now = await read(id);
    return isThere(now) ? now : null;
  });
}

async function firstRun(job: string): Promise<string> {
  return (await eventually(`a run of ${job}`, async () => (await api.runs(job))[0])).id;
}

/** Every attempt that succeeded, over all pages. */
async function succeeded(id: string): Promise<readonly Attempt[]> {
  const found: Attempt[] = [];
  let cursor = '';
  do {
    const page = attempts.parse(await api.call('GET', `/runs/${id}/attempts?state=succeeded&limit=500${cursor}`));
    found.push(...page.items);
    cursor = page.nextCursor === null ? '' : `&cursor=${encodeURIComponent(page.nextCursor)}`;
  } while (cursor !== '');
  return found;
}

const successes = async (id: string): Promise<readonly number[]> =>
  (await succeeded(id)).map(({ index }) => index).sort((a, b) => a - b);

/** How many of the attempts ran at the same instant, at most. */
function mostAtOnce(all: readonly Attempt[]): number {
  const times = all.map(({ started, finished }) => [Date.parse(started ?? ''), Date.parse(finished ?? '')] as const);
  return Math.max(...times.map(([at]) => times.filter(([from, to]) => from <= at && at <= to).length));
}

/** Where the workers of a test find what the test has written for them meanwhile. */
const folder = mkdtempSync(join(tmpdir(), 'carillon-rerun-'));
// Commands run as users of their own.
chmodSync(folder, 0o755);
const start = async (path: string, body: object): Promise<string> =>
  z.object({ run: z.object({ id: z.string() }) }).parse(await api.call('POST', path, body)).run.id;

beforeAll(() => quickstart.start(), TEST_LIMIT_MS);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await quickstart.dispose();
}, TEST_LIMIT_MS);

it(
  'a matrix of twelve cells runs every cell, four at a time',
  async () => {
    const { id, tasks } = await reaches(
      await firstRun('example-matrix'),
      'has ended',
      ({ phase }) => phase === 'Completed',
    );
    expect(tasks).toMatchObject([{ name: 'main', indexes: 12, completedIndexes: '0-11', failedIndexes: '' }]);
    const log = await api.log(id);
    // Keys in alphabetical order, the last one varies fastest.
    const cells = ['amd64', 'arm64'].flatMap((arch) =>
      ['22', '24'].flatMap((node) => ['debian', 'alpine', 'rocky'].map((os) => `node ${node} on ${os} for ${arch}`)),
    );
    for (const [index, cell] of cells.entries()) expect(log).toContain(`cell ${index}: ${cell}`);
    expect(log.match(/is built/g)).toHaveLength(12);
    expect(await successes(id)).toEqual([...cells.keys()]);
  },
  TEST_LIMIT_MS,
);

it(
  'a run of a server and its workers is restarted as a whole when one worker fails',
  async () => {
    const ended = await reaches(await firstRun('example-training'), 'has ended', ({ phase }) => phase === 'Completed');
    expect(ended).toMatchObject({ reason: 'CompletedByPolicy', generation: 1 });
    expect(ended.tasks.find(({ name }) => name === 'worker')).toMatchObject({ completedIndexes: '0,1' });
    const log = await api.log(ended.id);
    expect(log).toMatch(/worker 1: lost its server[^]*worker 1: done/);
    expect(log.match(/ps 0: serving parameters/g)).toHaveLength(2);
  },
  TEST_LIMIT_MS,
);

it(
  `a run of ${INDEXES} indexes, killed and resumed half way, brings each of them to one success`,
  async () => {
    await api.call('PATCH', '/jobs/example-parcels', { completions: INDEXES });
    const begun = z.object({ run }).parse(await api.call('POST', '/jobs/example-parcels/run', {}));
    const { id } = begun.run;
    const live: number[] = [];
    await reaches(
      id,
      'is half way',
      ({ totals }) => live.push(totals.running) > 0 && totals.succeeded >= 0.4 * INDEXES,
    );
    // Such short work may have ended before it is seen running; its attempts state when it ran.
    expect(Math.max(...live)).toBeLessThanOrEqual(20);
    await api.call('POST', `/runs/${id}/commands`, { command: 'kill', reason: 'half way' });
    const killed = await reaches(id, 'is killed', ({ phase }) => phase === 'Aborted');
    expect(killed.totals.succeeded).toBeLessThan(INDEXES);
    expect(killed.totals.running).toBe(0);
    await api.call('POST', `/runs/${id}/commands`, { command: 'resume' });
    const ended = await reaches(id, 'has ended', ({ phase }) => phase === 'Completed');
    expect(ended).toMatchObject({ generation: 1, totals: { succeeded: INDEXES, failed: 0 } });
    expect(ended.tasks).toMatchObject([{ completedIndexes: `0-${INDEXES - 1}`, failedIndexes: '' }]);
    expect(await successes(id)).toEqual(Array.from({ length: INDEXES }, (_, index) => index));
    const atOnce = mostAtOnce(await succeeded(id));
    expect(atOnce).toBeGreaterThan(1);
    expect(atOnce).toBeLessThanOrEqual(20);
  },
  TEST_LIMIT_MS,
);

it(
  'failed indexes are run again, in the changed size of the run, and so is the whole job',
  async () => {
    const mended = join(folder, 'mended');
    const script = `echo "index $JOB_COMPLETION_INDEX"; [ "$JOB_COMPLETION_INDEX" -lt 2 ] || [ -f "${mended}" ]`;
    const worker = { id: 'fails-from-two', name: 'Fails', engine: 'process', command: ['sh', '-c', script] };
    await api.call('POST', '/workers', worker);
    await api.call('POST', '/tenants', { id: 'again', name: 'Again' });
    const job = { id: 'again', tenant: 'again', name: 'Again', worker: worker.id, onFailure: 'WaitForRemaining' };
    await api.call('POST', '/jobs', { ...job, completions: 4 });

    const first = await start('/jobs/again/run', { parallelism: { maxActive: 0 } });
    await api.call('PATCH', `/runs/${first}`, { completions: 6, parallelism: { maxActive: 3 } });
    const failed = await reaches(first, 'has failed', ({ phase }) => phase === 'Failed');
    expect(failed.tasks).toMatchObject([{ indexes: 6, completedIndexes: '0,1', failedIndexes: '2-5' }]);

    writeFileSync(mended, '');
    const second = await start(`/runs/${first}/rerun`, { onlyFailed: true });
    const rest = await reaches(second, 'has ended', ({ phase }) => phase === 'Completed');
    expect(rest.tasks).toMatchObject([{ indexes: 6, succeeded: 6, completedIndexes: '0-5', failedIndexes: '' }]);
    expect(await successes(second)).toEqual([2, 3, 4, 5]);
    expect((await api.log(second)).match(/index \d/g)?.sort()).toEqual(['index 2', 'index 3', 'index 4', 'index 5']);

    const third = await start(`/runs/${first}/rerun`, {});
    const all = await reaches(third, 'has ended', ({ phase }) => phase === 'Completed');
    expect(all.tasks).toMatchObject([{ indexes: 4, completedIndexes: '0-3' }]);
    expect(await successes(third)).toEqual([0, 1, 2, 3]);

    expect(await refused(`/runs/${second}/rerun`)).toMatchObject({ status: 409, code: 'CONFLICT' });
    await api.call('PATCH', '/jobs/again', { completions: null, parallelism: { withKeys: ['a', 'b'] } });
    expect(await refused(`/runs/${first}/rerun`)).toMatchObject({ status: 409, code: 'CONFLICT' });
  },
  TEST_LIMIT_MS,
);

async function refused(path: string): Promise<{ status: number; code: unknown }> {
  const { status, text } = await api.request('POST', path, { onlyFailed: true });
  return { status, code: z.looseObject({ code: z.unknown() }).parse(JSON.parse(text)).code };
}
