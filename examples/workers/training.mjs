// A parameter server and its workers, as one run of two tasks. The server works until it is stopped; a worker ends by
// itself, and in every run one of them fails once, so that the job's policy starts the whole run again.
import { setTimeout as delay } from 'node:timers/promises';

const { TASK_NAME, JOB_COMPLETION_INDEX, RUN_ID, JOB_STORAGE } = process.env;
const me = `${TASK_NAME} ${JOB_COMPLETION_INDEX}`;

if (TASK_NAME === 'ps') {
  console.log(`${me}: serving parameters`);
  process.on('SIGTERM', () => {
    console.log(`${me}: told to end`);
    process.exit(0);
  });
  setInterval(() => undefined, 1_000);
} else {
  console.log(`${me}: one step of training`);
  await delay(300);
  const { stumbledIn } = JOB_STORAGE ? JSON.parse(JOB_STORAGE) : {};
  if (JOB_COMPLETION_INDEX === '1' && stumbledIn !== RUN_ID) {
    // Remembered before it ends, so that the next try knows.
    console.log(`[saveJobStorage] ${JSON.stringify({ stumbledIn: RUN_ID })}`);
    console.error(`${me}: lost its server`);
    process.exit(1);
  }
  console.log(`${me}: done`);
}
