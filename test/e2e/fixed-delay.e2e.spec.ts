/** A schedule with a fixed delay, in a whole installation: a slot follows the end of the last run, also when services die meanwhile. */
import { z } from 'zod';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const LIMIT_MS = 240_000;
const DELAY_SECONDS = 2;
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());

const listed = z.object({
  items: z.array(
    z.looseObject({ id: z.string(), state: z.string(), scheduledFor: z.string(), finished: z.string().nullable() }),
  ),
});
const previewed = z.object({ slots: z.array(z.object({ nominal: z.string() })) });

/** The runs of the job that have ended, oldest first. */
async function ended(): Promise<z.output<typeof listed>['items']> {
  const { items } = listed.parse(await api.call('GET', '/runs?job=poll&limit=50'));
  return items.filter(({ finished }) => finished !== null).reverse();
}

beforeAll(async () => {
  await quickstart.start('--empty');
  await api.call('POST', '/tenants', { id: 'polls', name: 'Polls' });
  const command = ['sh', '-c', 'sleep 1.3'];
  await api.call('POST', '/workers', { id: 'sleeper', name: 'Sleeper', engine: 'process', command });
  const schedule = { fixedDelay: DELAY_SECONDS };
  await api.call('POST', '/jobs', { id: 'poll', tenant: 'polls', name: 'Poll', worker: 'sleeper', schedule });
}, LIMIT_MS);

afterAll(() => quickstart.dispose(), LIMIT_MS);

it(
  'each slot waits for the end of the last run, and then for the delay, although scheduler and executor are killed',
  async () => {
    await eventually('two runs have ended', async () => (await ended()).length >= 2);
    await quickstart.killService('scheduler');
    await eventually('a run has ended since', async () => (await ended()).length >= 4);
    await quickstart.killService('executor');
    await eventually('further runs have ended', async () => (await ended()).length >= 6);
    const runs = await ended();
    for (const [i, { scheduledFor }] of runs.slice(1).entries()) {
      const distance = Date.parse(scheduledFor) - Date.parse(runs[i]?.finished ?? '');
      expect(distance).toBeGreaterThanOrEqual(DELAY_SECONDS * 1_000);
    }
    expect(new Set(runs.map(({ scheduledFor }) => scheduledFor)).size).toBe(runs.length);
  },
  LIMIT_MS,
);

it(
  'a preview shows at most the one slot that is known, and a backfill is refused',
  async () => {
    const { slots } = previewed.parse(await api.call('GET', '/jobs/poll/slots?count=5'));
    expect(slots.length).toBeLessThanOrEqual(1);
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    await expect(api.call('POST', '/jobs/poll/backfill', range)).rejects.toThrow(/fixedDelay/);
  },
  LIMIT_MS,
);
