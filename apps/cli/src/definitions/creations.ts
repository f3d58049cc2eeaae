/** New objects that one request creates, and what became of each. */
import { ApiError } from '#client/api-error.js';
import type { Client } from '#client/client.js';
import { MAX_JOBS_PER_BATCH } from '#common/domain/limits.js';
import { NOT_FOUND } from '../errors.js';
import { kindOf, type Change } from './plan.js';
import { referencesOf, type Reference } from './references.js';
import { SERVER_KINDS } from './server-kinds.js';

/** Proxies in front of the API may refuse a body of a megabyte. */
const MAX_BATCH_BYTES = 512 * 1_024;

export type Outcome = { readonly kind: 'done' | 'unchecked' } | { readonly kind: 'failed'; readonly error: unknown };

/** For an object that the answer leaves out. */
export const NOT_ANSWERED: Outcome = {
  kind: 'failed',
  error: new Error('the server has not told whether it was created'),
};

export type Creation = Extract<Change, { readonly action: 'create' }>;

/** New objects that one request can create. */
export function batchesOf(group: readonly Change[], refused: ReadonlySet<string>): Creation[][] {
  const batches: Creation[][] = [];
  let bytes = Infinity;
  for (const change of group) {
    if (change.action !== 'create' || SERVER_KINDS[kindOf(change)].createMany === undefined) continue;
    if (lostReference(referencesOf(change.definition), refused)) continue;
    const own = Buffer.byteLength(JSON.stringify(change.definition.spec));
    const last = batches.at(-1);
    bytes += own;
    if (last && last.length < MAX_JOBS_PER_BATCH && bytes <= MAX_BATCH_BYTES) last.push(change);
    else {
      batches.push([change]);
      bytes = own;
    }
  }
  return batches.filter(({ length: count }) => count > 1);
}

/** Creates objects of one kind. The outcome of each; null if the server does not know such requests, because it is of a former version. */
export async function createMany(client: Client, batch: readonly Creation[]): Promise<readonly Outcome[] | null> {
  const [first] = batch;
  const kind = first && SERVER_KINDS[kindOf(first)];
  try {
    const specs = batch.map(({ definition }) => definition.spec);
    const answers = (await kind?.createMany?.(client, specs)) ?? [];
    return answers.map((answer) =>
      answer.code === undefined ? { kind: 'done' } : { kind: 'failed', error: new ApiError(answer, answer) },
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return null;
    return batch.map(() => ({ kind: 'failed', error }));
  }
}

/** The first of what a definition names that was refused. */
export const lostReference = (references: readonly Reference[], refused: ReadonlySet<string>): Reference | undefined =>
  references.find(({ label }) => refused.has(label));
