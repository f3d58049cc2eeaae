/** Finds, in the scheduler's document of the job, what a queued run waits for. */
import type { Clock } from '#common/clock/clock.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import type { Run } from '#common/run/run.js';
import { waitsOf, type Wait } from '#common/schedule/waits.js';

export class RunWaits {
  constructor(
    private readonly schedules: Pick<SchedulesStore, 'loadMany'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Empty for a run that does not wait, and if a newer version of Carillon has written the document. */
  async of({ id, job, phase }: Pick<Run, 'id' | 'job' | 'phase'>): Promise<readonly Wait[]> {
    if (phase !== 'Queued') return [];
    const state = (await this.schedules.loadMany([job])).get(job);
    return state === undefined ? [] : waitsOf(state, id, this.clock.now());
  }
}
