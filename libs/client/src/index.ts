/** What the package `@carillon/client` offers. */
export { createClient, dataOf, itemsOf, type Client, type ClientOptions, type Schemas } from './client.js';
export { ApiError, UnreachableError, type FieldProblem } from './api-error.js';
export type { FollowOptions, ServerEvent } from './event-stream.js';
export type { RetryLimits } from './retrying-fetch.js';
