import { jest } from '@jest/globals';
import { asJobId, type JobId } from '#common/domain/ids.js';
import { LastSuccessesStore } from '#common/mongo/last-successes.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { freshMongo } from '#testing/servers.js';

// Enough for a busy machine.
jest.setTimeout(60_000);

let mongo: Mongo;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ mongo, drop } = await freshMongo());
  const runs = [
    ['both', 1_000, 'FINISHED'],
    ['both', 3_000, 'FINISHED'],
    ['both', 4_000, 'FAILED'],
    ['both', 5_000, 'RUNNING'],
    ['no-schedule', 2_000, 'FINISHED'],
    ['never', 6_000, 'FAILED'],
    ['of-another', 7_000, 'FINISHED'],
  ] as const;
  await mongo.collection('runs').insertMany([
    ...runs.map(([job, createdAt, state]) => {
      const finished = state === 'RUNNING' ? null : createdAt + 20;
      const times = { createdAt, started: createdAt + 10, finished };
      return { _id: `${job}-${createdAt}`, job, state, listed: true as const, ...times };
    }),
    // The closed key of a slot is not a run.
    { _id: 'both-9', closed: { outcome: 'missed', reason: 'Late' } },
  ] as never[]);
  await mongo.collection('schedules').insertMany([
    { _id: 'both', lastSuccessStart: 900, lastSuccessFinish: 950 },
    { _id: 'never', lastSuccessStart: null, lastSuccessFinish: null },
    { _id: 'old', lastSuccessStart: 100, lastSuccessFinish: 200 },
  ] as never[]);
}, 120_000);
afterAll(() => drop());

const SUCCESSES = {
  both: { ofRuns: { started: 3_010, finished: 3_020 }, ofSchedule: { started: 900, finished: 950 } },
  'no-schedule': { ofRuns: { started: 2_010, finished: 2_020 }, ofSchedule: null },
  never: { ofRuns: null, ofSchedule: null },
  old: { ofRuns: null, ofSchedule: { started: 100, finished: 200 } },
  unknown: { ofRuns: null, ofSchedule: null },
} as const;
const JOBS = Object.keys(SUCCESSES).map(asJobId);
const expected = (job: JobId): unknown => SUCCESSES[job as keyof typeof SUCCESSES];

test("the last success of a job is the latest of its schedule's state and its runs", async () => {
  const store = new LastSuccessesStore(mongo);
  for (const job of JOBS) expect(await store.of(job)).toEqual(expected(job));
});

test('jobs that are requested together each get their own, however often they are requested', async () => {
  const store = new LastSuccessesStore(mongo);
  const asked = Array.from({ length: 1_000 }, (_, i) => JOBS[i % JOBS.length]!);
  const found = await Promise.all(asked.map((job) => store.of(job)));
  expect(found).toEqual(asked.map(expected));
});
