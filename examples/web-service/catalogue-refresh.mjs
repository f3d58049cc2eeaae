// One invocation by the scheduler: compares the course catalogue with what the run before saw, tells the scheduler
// about it line by line, saves what it saw, and reports its end.
import { setTimeout as delay } from 'node:timers/promises';
import { Callbacks } from './callbacks.mjs';

export class CatalogueRefresh {
  #invocation;
  #courses;
  #callbacks;
  #cancelled = new AbortController();

  constructor(invocation, courses) {
    this.#invocation = invocation;
    this.#courses = courses;
    this.#callbacks = new Callbacks(invocation.callback, this.#cancelled.signal);
  }

  cancel() {
    this.#cancelled.abort();
  }

  async run() {
    try {
      await this.#refresh();
    } catch (error) {
      if (this.#cancelled.signal.aborted) return;
      await this.#callbacks.status({ state: 'FAILED', message: error.message });
    }
  }

  async #refresh() {
    const { job, jobStorage } = this.#invocation;
    const { pauseMs = 200 } = job.parameters ?? {};
    const before = jobStorage?.courses ?? {};
    await this.#callbacks.log([`refreshing ${this.#courses.length} courses for ${job.tenant}`]);
    const areas = Map.groupBy(this.#courses, (course) => course.area);
    const now = {};
    for (const [area, courses] of areas) {
      await delay(pauseMs, undefined, { signal: this.#cancelled.signal });
      now[area] = courses.length;
      const was = before[area];
      const change = was === undefined ? 'new area' : was === courses.length ? 'unchanged' : `was ${was}`;
      const hours = courses.reduce((sum, course) => sum + course.hours, 0);
      await this.#callbacks.log([`${area}: ${courses.length} courses, ${hours} hours (${change})`]);
    }
    await this.#callbacks.saveStorage({ courses: now, refreshes: (jobStorage?.refreshes ?? 0) + 1 });
    await this.#callbacks.status({
      state: 'FINISHED',
      message: `${this.#courses.length} courses in ${areas.size} areas`,
    });
  }
}
