/**
 * Jobs that run after others, in a whole installation: outputs are passed on, scheduler and executor die between the end of one run
 * and the start of the next, and a chain is run again on request. Each job has one run in each chain.
 */
import { z } from 'zod';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const TEST_LIMIT_MS = 240_000;
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());

const shown = z.looseObject({
  id: z.string(),
  state: z.string(),
  cause: z.string().nullable(),
  causedBy: z.array(z.object({ run: z.string(), job: z.string() })),
  parameters: z.unknown(),
  outputs: z.record(z.string(), z.unknown()).nullable(),
  dependents: z.array(z.object({ job: z.string(), run: z.string().nullable(), state: z.string().nullable() })),
});
const started = z.object({ run: z.looseObject({ id: z.string() }) });

const detail = async (id: string): Promise<z.output<typeof shown>> => shown.parse(await api.call('GET', `/runs/${id}`));
const run = async (job: string, parameters: object = {}): Promise<string> =>
  started.parse(await api.call('POST', `/jobs/${job}/run`, { parameters })).run.id;
const idsOf = async (job: string): Promise<string[]> => (await api.runs(job)).map(({ id }) => id);

/** Waits until the job has a run of the chain that has succeeded. */
async function finished(job: string, cause: string): Promise<z.output<typeof shown>> {
  const id = `${job}-a${cause}`;
  await eventually(`${id} has finished`, async () => {
    const found = await detail(id).catch(() => null);
    return found?.state === 'FINISHED';
  });
  return detail(id);
}

beforeAll(async () => {
  await quickstart.start('--empty');
  await api.call('POST', '/tenants', { id: 'shop', name: 'Shop' });
  const worker = { engine: 'process', name: 'Shell' };
  const load = 'echo loading; echo "[saveOutputs] {\\"rows\\": 12, \\"file\\": \\"$RUN_ID.csv\\"}"';
  await api.call('POST', '/workers', { ...worker, id: 'load', command: ['sh', '-c', load] });
  await api.call('POST', '/workers', { ...worker, id: 'show', command: ['sh', '-c', 'echo "$JOB_PARAMS"'] });
  const job = { tenant: 'shop', worker: 'show' };
  await api.call('POST', '/jobs', { ...job, id: 'shop-load', name: 'Load', worker: 'load' });
  const after = [
    { job: 'shop-load', outputs: [{ path: '/rows', min: 1 }], pass: { file: '/file', rows: '/rows' }, within: 3_600 },
  ];
  await api.call('POST', '/jobs', { ...job, id: 'shop-report', name: 'Report', parameters: { kind: 'short' }, after });
  await api.call('POST', '/jobs', { ...job, id: 'shop-check', name: 'Check', after: [{ job: 'shop-load' }] });
  const both = [{ job: 'shop-report' }, { job: 'shop-check' }];
  await api.call('POST', '/jobs', { ...job, id: 'shop-publish', name: 'Publish', after: both });
}, TEST_LIMIT_MS);

afterAll(() => quickstart.dispose(), TEST_LIMIT_MS);

it(
  'the dependents of a run start once it has ended, and get its outputs',
  async () => {
    const load = await run('shop-load');
    const published = await finished('shop-publish', `m${load}`);
    expect(published.causedBy.map(({ job }) => job)).toEqual(['shop-report', 'shop-check']);
    const report = await detail(`shop-report-am${load}`);
    expect(report).toMatchObject({
      trigger: 'dependency',
      causedBy: [{ job: 'shop-load', run: load }],
      parameters: { kind: 'short', file: `${load}.csv`, rows: 12 },
    });
    expect(JSON.parse(await api.log(report.id))).toEqual(report.parameters);
    const source = await detail(load);
    expect(source.outputs).toEqual({ rows: 12, file: `${load}.csv` });
    expect(source.dependents.map(({ job, state }) => [job, state])).toEqual([
      ['shop-check', 'FINISHED'],
      ['shop-report', 'FINISHED'],
    ]);
  },
  TEST_LIMIT_MS,
);

it.each(['scheduler', 'executor'] as const)(
  'no run is lost or duplicated when the %s dies between an end and the starts that follow from it',
  async (service) => {
    const before = await idsOf('shop-publish');
    const loads: string[] = [];
    for (let i = 0; i < 3; i++) loads.push(await run('shop-load'));
    await quickstart.killService(service);
    for (const load of loads) await finished('shop-publish', `m${load}`);
    const wanted = loads.map((load) => `shop-publish-am${load}`);
    expect((await idsOf('shop-publish')).filter((id) => !before.includes(id)).sort()).toEqual(wanted.sort());
    for (const job of ['shop-report', 'shop-check'])
      expect((await idsOf(job)).filter((id) => loads.some((load) => id.includes(load)))).toHaveLength(loads.length);
  },
  TEST_LIMIT_MS,
);

it(
  'a chain is run again from a run on, with or without that run itself',
  async () => {
    const load = await run('shop-load');
    await finished('shop-publish', `m${load}`);
    const again = started.parse(await api.call('POST', `/runs/${load}/rerun`, { downstream: true })).run.id;
    await finished('shop-publish', `m${load}-r${again}`);
    const counted = started.parse(await api.call('POST', `/runs/${load}/rerun`, {})).run.id;
    expect((await detail(counted)).cause).toBe(`m${load}`);

    const told = z
      .object({ dependents: z.array(z.object({ job: z.string(), outcome: z.string(), run: z.string() })) })
      .parse(await api.call('POST', `/runs/shop-report-am${load}/dependents`));
    // In a chain that begins at the report, the check of the first chain counts.
    expect(told.dependents).toMatchObject([{ job: 'shop-publish', outcome: 'started' }]);
    const [publish] = told.dependents;
    expect((await detail(publish!.run)).causedBy).toEqual([
      { job: 'shop-report', run: `shop-report-am${load}` },
      { job: 'shop-check', run: `shop-check-am${load}` },
    ]);
  },
  TEST_LIMIT_MS,
);

it('a job shows which jobs run after each other, and an invalid dependency is refused with its field', async () => {
  const graph = z
    .object({
      nodes: z.array(z.looseObject({ job: z.string(), condition: z.string() })),
      edges: z.array(z.looseObject({ from: z.string(), to: z.string() })),
    })
    .parse(await api.call('GET', '/jobs/shop-check/graph?depth=3'));
  expect(graph.nodes.map(({ job }) => job).sort()).toEqual(['shop-check', 'shop-load', 'shop-publish', 'shop-report']);
  expect(graph.edges.map(({ from, to }) => `${from} → ${to}`).sort()).toEqual([
    'shop-check → shop-publish',
    'shop-load → shop-check',
    'shop-load → shop-report',
    'shop-report → shop-publish',
  ]);
  const patched = (change: object): Promise<unknown> => api.call('PATCH', '/jobs/shop-load', change);
  await expect(patched({ after: [{ job: 'shop-none' }] })).rejects.toThrow(/after\.0\.job.*does not exist/);
  await expect(patched({ after: [{ job: 'shop-publish' }] })).rejects.toThrow(
    /cycle: shop-load → shop-(report|check) → shop-publish → shop-load/,
  );
});
