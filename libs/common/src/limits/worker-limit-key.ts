/** The key of the limit of a worker begins with this; its id follows. */
export const WORKER_LIMIT = 'worker/';
