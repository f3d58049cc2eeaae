import type { Schemas } from '../api/client.js';

/** The image, address or command of a worker; the query of an address is left out, because it may contain secrets. */
export const runsWhat = ({ image, url, command }: Schemas['Worker']): string =>
  image ?? url?.replace(/\?.*$/, '') ?? command?.join(' ') ?? 'set by each job';
