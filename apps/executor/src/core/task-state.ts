import type { TaskState } from '#common/domain/run.js';

/** A task of which nothing has been tried. */
export const freshTask = ({ name, indexes }: Pick<TaskState, 'name' | 'indexes'>): TaskState => ({
  name,
  indexes,
  pending: indexes,
  running: 0,
  succeeded: 0,
  failed: 0,
  terminating: 0,
});
