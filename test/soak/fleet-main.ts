/**
 * `npm run test:fleet`: eight schedulers share a million schedules, a hundred of which have a slot each second, while one scheduler
 * after the other stands still for up to a minute (SIGSTOP), or is killed after it and started again. Then each slot must have its run, made in
 * time, no run may be without a slot, and the shards must be shared evenly. Exits non-zero with the faults.
 *
 * CARILLON_FLEET_SECONDS (600), CARILLON_FLEET_SEED (by the clock), CARILLON_FLEET_REPLICAS (8), CARILLON_FLEET_SCHEDULES (1000000),
 * CARILLON_FLEET_RATE (100: slots each second).
 */
import { runCourse, seedOf, setting } from './support/course.js';
import { Fleet } from './support/fleet.js';

const settings = {
  seconds: setting('fleet', 'SECONDS', 600),
  seed: seedOf('fleet'),
  replicas: setting('fleet', 'REPLICAS', 8),
  schedules: setting('fleet', 'SCHEDULES', 1_000_000),
  rate: setting('fleet', 'RATE', 100),
};
await runCourse('fleet', settings.seed, (around) => new Fleet({ ...around, ...settings }));
