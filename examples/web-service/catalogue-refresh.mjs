// Compares the course catalogue with the one of the run before, logs the differences line by line, and saves it.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The handler of the worker: its result is the end of the run, an error that it throws is a failure. */
export const catalogueRefresh = (file) => async (task) => {
  const { pauseMs = 200 } = task.parameters;
  const courses = JSON.parse(readFileSync(file, 'utf8'));
  const before = task.storage?.courses ?? {};
  await task.log(`refreshing ${courses.length} courses for ${task.invocation.job.tenant}`);
  const areas = Map.groupBy(courses, (course) => course.area);
  const now = {};
  for (const [area, inArea] of areas) {
    await delay(pauseMs, undefined, { signal: task.signal });
    now[area] = inArea.length;
    const was = before[area];
    const change = was === undefined ? 'new area' : was === inArea.length ? 'unchanged' : `was ${was}`;
    const hours = inArea.reduce((sum, course) => sum + course.hours, 0);
    await task.log(`${area}: ${inArea.length} courses, ${hours} hours (${change})`);
  }
  await task.saveStorage((present) => ({ courses: now, refreshes: (present?.refreshes ?? 0) + 1 }));
  return { message: `${courses.length} courses in ${areas.size} areas` };
};
