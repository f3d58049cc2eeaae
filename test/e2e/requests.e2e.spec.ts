/** Requests that belong together, from the request to the worker: debounced, collected, and duplicates. */
import { z } from 'zod';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const LIMIT_MS = 240_000;
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
const started = z.object({ run: z.object({ id: z.string() }), duplicate: z.boolean().optional() });
const detail = z.object({ state: z.string(), requests: z.object({ count: z.number(), open: z.boolean() }).nullable() });

beforeAll(async () => {
  await quickstart.start('--empty');
  await api.call('POST', '/tenants', { id: 'joined', name: 'Joined' });
  const script = 'echo "params $JOB_PARAMS"; echo "items ${JOB_ITEMS-none}"';
  await api.call('POST', '/workers', {
    id: 'teller',
    name: 'Teller',
    engine: 'process',
    command: ['sh', '-c', script],
  });
  const key = '${parameters.order}';
  const jobs = [
    { id: 'debounced', debounce: { key, seconds: 2 } },
    { id: 'collected', collect: { key, seconds: 60, maxItems: 3 } },
    { id: 'once', deduplicate: { key, windowSeconds: 600 } },
  ];
  for (const job of jobs) await api.call('POST', '/jobs', { tenant: 'joined', name: job.id, worker: 'teller', ...job });
}, LIMIT_MS);
afterAll(() => quickstart.dispose(), LIMIT_MS);

const ask = async (job: string, parameters: object): Promise<z.output<typeof started>> =>
  started.parse(await api.call('POST', `/jobs/${job}/run`, { parameters }));

async function said(job: string, id: string): Promise<string[]> {
  await eventually(`${id} has finished`, async () =>
    (await api.runs(job)).find((run) => run.id === id && run.state === 'FINISHED'),
  );
  return (await api.log(id)).trim().split('\n');
}

test(
  'debounced requests are one run with the values of the last request',
  async () => {
    const runs = [];
    for (let n = 1; n <= 5; n++) runs.push((await ask('debounced', { order: 'a', n })).run.id);
    const [id = ''] = runs;
    expect(new Set(runs)).toEqual(new Set([id]));
    expect(await said('debounced', id)).toEqual(['params {"order":"a","n":5}', 'items none']);
    const shown = detail.parse(await api.call('GET', `/runs/${id}`));
    expect(shown.requests).toEqual({ count: 5, open: false });
    expect(await api.runs('debounced')).toHaveLength(1);
  },
  LIMIT_MS,
);

test(
  'collected requests are one run with a list of all, which starts at once when it is full',
  async () => {
    const runs = [];
    for (let n = 1; n <= 3; n++) runs.push((await ask('collected', { order: 'a', n })).run.id);
    const items = [1, 2, 3].map((n) => ({ parameters: { order: 'a', n }, options: {} }));
    expect(await said('collected', runs[0] ?? '')).toEqual([
      'params {"order":"a","n":3}',
      `items ${JSON.stringify(items)}`,
    ]);
    expect(new Set(runs).size).toBe(1);
    const again = started.parse(await api.call('POST', `/runs/${runs[0]}/rerun`, {}));
    expect(await said('collected', again.run.id)).toContain(`items ${JSON.stringify(items)}`);
  },
  LIMIT_MS,
);

test(
  'the answer to a duplicate is the run of the first request, and is marked',
  async () => {
    const first = await ask('once', { order: 'a' });
    expect(await ask('once', { order: 'a', other: true })).toMatchObject({
      run: { id: first.run.id },
      duplicate: true,
    });
    expect((await ask('once', { order: 'b' })).run.id).not.toBe(first.run.id);
    expect(await said('once', first.run.id)).toEqual(['params {"order":"a"}', 'items none']);
    expect(await api.runs('once')).toHaveLength(2);
  },
  LIMIT_MS,
);
