import type { components } from '#client/api-types.js';

/** What Carillon sends to start an attempt: the schema `Invocation` of the OpenAPI document. */
export type Invocation = components['schemas']['Invocation'];
