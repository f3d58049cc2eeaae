import { asJobId } from '../domain/ids.js';
import type { Mongo } from './mongo.js';
import { RunOutcomes } from './overview-runs.store.js';

test.each([
  ['europe/prague', 'Europe/Prague'],
  ['AMERICA/NEW_YORK', 'America/New_York'],
  ['utc', 'UTC'],
])('the database is given the zone %s in the spelling that it knows', async (given, known) => {
  const asked: unknown[] = [];
  const aggregate = (stages: unknown): object => {
    asked.push(stages);
    const cursor = { map: () => cursor, toArray: () => Promise.resolve([]) };
    return cursor;
  };
  const outcomes = new RunOutcomes({ collection: () => ({ aggregate }) } as unknown as Mongo);
  await outcomes.byDay(asJobId('job'), 0, given, 10);
  expect(JSON.stringify(asked)).toContain(`"timezone":"${known}"`);
});
