/** Very many jobs of which nothing is due: whoever holds their schedules has to. */
import type { Mongo } from '#common/mongo/mongo.js';
import { makeJobs, type BenchJob } from '../../../bench/scheduler/bench-jobs.js';

const DAY_HOURS = 24;

/** They have a slot each day, half a day from now: nothing of them is due, and they are in the way of nobody who looks for what is. */
export function makeWaiting(mongo: Mongo, jobs: number): Promise<BenchJob[]> {
  const hour = (new Date().getUTCHours() + DAY_HOURS / 2) % DAY_HOURS;
  return makeJobs(mongo, { prefix: 'waiting', shares: [{ cron: `H H ${hour} * * *`, jobs }], url: null }, Date.now());
}
