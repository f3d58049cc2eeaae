/** Slots that calendars move to another day, over real MongoDB and NATS. */
import { jest } from '@jest/globals';
import { asTenantId } from '#common/domain/ids.js';
import { CalendarsStore } from '#common/mongo/calendars.store.js';
import type { ScheduleSpec } from '#common/spec/schedule.js';
import { until } from '#testing/until.js';
import { World } from './support/world.js';

jest.setTimeout(120_000);

const DAY = 86_400_000;
const SOON_MS = 5_000;

let world: World;
beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world.close());

/** A calendar that excludes the day of an instant, in UTC. */
const close = async (id: string, at: number): Promise<unknown> =>
  new CalendarsStore(world.mongo).insert(
    {
      id,
      tenant: asTenantId('ibm'),
      rev: 1,
      updatedAt: 0,
      updatedBy: 'test',
      spec: { dates: [new Date(at).toISOString().slice(0, 10)] },
    },
    'test',
  );

const previousDay = (at: number, calendar: string): ScheduleSpec => ({
  at: new Date(at).toISOString(),
  exclude: [calendar],
  moveExcluded: 'previous',
});

test('a slot of tomorrow that is moved to today runs today, and is shown there before', async () => {
  const replica = await world.replica();
  const at = Math.ceil(Date.now() / 1_000) * 1_000 + DAY + SOON_MS;
  await close('closed', at);
  const schedule = previousDay(at, 'closed');
  const job = await world.job({ schedule });
  expect((await world.schedule(job.id)).nextSlotAt).toBe(at - DAY);
  const [run] = await world.runsReach(job.id, 1);
  expect(run?.scheduledFor).toBe(at - DAY);
  await until('no further slot', async () => (await world.schedule(job.id)).nextSlotAt === null);
  await replica.stop();
});

test('an edit of a calendar moves the future slots', async () => {
  const first = await world.replica();
  const at = Math.ceil(Date.now() / 1_000) * 1_000 + DAY + SOON_MS;
  const schedule = previousDay(at, 'later');
  const job = await world.job({ schedule });
  expect((await world.schedule(job.id)).nextSlotAt).toBe(at);
  await first.stop();
  await close('later', at);
  const second = await world.replica();
  const [run] = await world.runsReach(job.id, 1);
  expect(run?.scheduledFor).toBe(at - DAY);
  await second.stop();
});
