/** What the package `@carillon/worker` offers. */
export { WebWorker, type Handler, type Outcome, type WebWorkerOptions } from './web-worker.js';
export type { Task } from './task.js';
export type { Invocation } from './invocation.js';
export { fastifyWorker } from './http-listener.js';
export { ownRun, saveOutputsLine, saveStorageLine, type OwnRun } from './own-process.js';
export { Identity, ownIdentity, type IdentityAccess } from './identity.js';
