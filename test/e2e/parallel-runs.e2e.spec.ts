/** The three examples of parallel runs, as a newcomer meets them: a matrix, tasks that restart together, and a thousand indexes. */
import { z } from 'zod';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const TEST_LIMIT_MS = 240_000;

const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());

const run = z.looseObject({
  id: z.string(),
  phase: z.string(),
  reason: z.string(),
  generation: z.number(),
  retries: z.number(),
  totals: z.looseObject({ running: z.number(), succeeded: z.number(), failed: z.number() }),
  tasks: z.array(z.looseObject({ name: z.string(), completedIndexes: z.string(), failedIndexes: z.string() })),
});
type Run = z.output<typeof run>;
const attempts = z.object({
  items: z.array(z.looseObject({ index: z.number(), generation: z.number(), state: z.string() })),
  nextCursor: z.string().nullable(),
});

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
async function successes(id: string): Promise<readonly number[]> {
  const indexes: number[] = [];
  let cursor = '';
  do {
    const page = attempts.parse(await api.call('GET', `/runs/${id}/attempts?state=succeeded&limit=500${cursor}`));
    indexes.push(...page.items.map(({ index }) => index));
    cursor = page.nextCursor === null ? '' : `&cursor=${encodeURIComponent(page.nextCursor)}`;
  } while (cursor !== '');
  return indexes.sort((a, b) => a - b);
}

beforeAll(() => quickstart.start(), TEST_LIMIT_MS);
afterAll(() => quickstart.dispose(), TEST_LIMIT_MS);

it(
  'builds every cell of a matrix of twelve, four at a time',
  async () => {
    const { id, tasks } = await reaches(
      await firstRun('example-matrix'),
      'has ended',
      ({ phase }) => phase === 'Completed',
    );
    expect(tasks).toMatchObject([{ name: 'main', indexes: 12, completedIndexes: '0-11', failedIndexes: '' }]);
    const log = await api.log(id);
    expect(log).toContain('cell 0: node 22 on debian for amd64');
    expect(log).toContain('cell 11: node 24 on rocky for arm64');
    expect(log.match(/is built/g)).toHaveLength(12);
  },
  TEST_LIMIT_MS,
);

it(
  'starts a run of a server and its workers again as a whole when one worker fails',
  async () => {
    const ended = await reaches(await firstRun('example-training'), 'has ended', ({ phase }) => phase === 'Completed');
    expect(ended).toMatchObject({ reason: 'CompletedByPolicy', generation: 1, retries: 1 });
    expect(ended.tasks.find(({ name }) => name === 'worker')).toMatchObject({ completedIndexes: '0,1' });
    const log = await api.log(ended.id);
    expect(log).toMatch(/worker 1: lost its server[^]*worker 1: done/);
    expect(log.match(/ps 0: serving parameters/g)).toHaveLength(2);
  },
  TEST_LIMIT_MS,
);

it(
  'runs a thousand indexes, killed and resumed half way, each of them to one success',
  async () => {
    const begun = z.object({ run }).parse(await api.call('POST', '/jobs/example-parcels/run', {}));
    const { id } = begun.run;
    await reaches(id, 'is half way', ({ totals }) => totals.succeeded >= 400);
    await api.call('POST', `/runs/${id}/commands`, { command: 'kill', reason: 'half way' });
    const killed = await reaches(id, 'is killed', ({ phase }) => phase === 'Aborted');
    expect(killed.totals.succeeded).toBeLessThan(1_000);
    expect(killed.totals.running).toBe(0);
    await api.call('POST', `/runs/${id}/commands`, { command: 'resume' });
    const ended = await reaches(id, 'has ended', ({ phase }) => phase === 'Completed');
    expect(ended).toMatchObject({ generation: 1, totals: { succeeded: 1_000, failed: 0 } });
    expect(ended.tasks).toMatchObject([{ completedIndexes: '0-999', failedIndexes: '' }]);
    expect(await successes(id)).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  },
  TEST_LIMIT_MS,
);
