/**
 * `npm run test:freeze`: jobs run for half an hour while one part after the other, of two replicas of every service, the
 * database and NATS, stands still for up to a minute (SIGSTOP), or is killed after it, and the database elects other primaries. Then
 * everything continues and must come to its end, and the records are judged. Exits non-zero with the faults.
 *
 * CARILLON_SOAK_SECONDS (1800), CARILLON_SOAK_SEED (by the clock), CARILLON_SOAK_REPLICAS (2), CARILLON_SOAK_SCALE (1: so
 * many times the jobs), CARILLON_SOAK_SCHEDULES (1: so many more that have no slot meanwhile), CARILLON_SOAK_KILLS (10: the percentage
 * of the processes that stood still and are killed then).
 *
 * CARILLON_SOAK_CLIMB (not set): first finds the highest rate that everything on this machine keeps up with together, in steps of so many
 * seconds, and takes half of it in place of the scale. The report has it as `highest`.
 */
import { runCourse, seedOf, setting } from './support/course.js';
import { Soak } from './support/soak.js';

const settings = {
  seconds: setting('soak', 'SECONDS', 1_800),
  seed: seedOf('soak'),
  replicas: setting('soak', 'REPLICAS', 2),
  scale: setting('soak', 'SCALE', 1),
  climb: process.env['CARILLON_SOAK_CLIMB'] === undefined ? 0 : setting('soak', 'CLIMB', 30),
  schedules: setting('soak', 'SCHEDULES', 1),
  kills: setting('soak', 'KILLS', 10),
};
await runCourse('soak', settings.seed, (around) => new Soak({ ...around, ...settings }));
