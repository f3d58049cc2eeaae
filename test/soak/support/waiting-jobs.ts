/** Very many jobs without a due slot, whose schedules the schedulers have to hold. */
import type { Mongo } from '#common/mongo/mongo.js';
import { makeJobs, type BenchJob } from '../../../bench/scheduler/bench-jobs.js';

const DAY_HOURS = 24;

/** They have a slot each day, half a day from now: none of them is due, and they do not delay a search for due ones. */
export function makeWaiting(mongo: Mongo, jobs: number): Promise<BenchJob[]> {
  const hour = (new Date().getUTCHours() + DAY_HOURS / 2) % DAY_HOURS;
  return makeJobs(mongo, { prefix: 'waiting', shares: [{ cron: `H H ${hour} * * *`, jobs }], url: null }, Date.now());
}
