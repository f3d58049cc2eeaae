import type { Schemas } from '../api/client.js';

/** What a worker does its work with, in a few words; the query of an address may hold secrets. */
export const runsWhat = ({ image, url, command }: Schemas['Worker']): string =>
  image ?? url?.replace(/\?.*$/, '') ?? command?.join(' ') ?? 'what its jobs name';
