/** Follows a bulk operation that was started on this page. */
import { delay } from '#common/clock/clock.js';
import { api, ofId, ok, type Schemas } from '../api/client.js';

type Bulk = Schemas['GetBulkAnswer'];

const PROGRESS_EVERY_MS = 400;

/** Polls until the operation has ended. It continues if this page is closed. */
export async function followed(first: Bulk | null, tell: (bulk: Bulk) => void): Promise<Bulk> {
  if (first === null) throw new Error('No bulk operation was started.');
  let bulk = first;
  for (;;) {
    tell(bulk);
    if (bulk.finishedAt !== null) return bulk;
    await delay(PROGRESS_EVERY_MS);
    bulk = await ok(api.GET('/bulk/{id}', ofId(bulk.id)));
  }
}

const MAX_REFUSALS = 3;

export function endText({ state, message, done, total, refused, refusals }: Bulk): string {
  const ended = state === 'Completed' ? '' : `The bulk operation ended after ${done} of ${total}: ${message}. `;
  if (refused === 0) return ended;
  const some = refusals.slice(0, MAX_REFUSALS).map((each) => `${each.id}: ${each.message}`);
  return `${ended}${refused} could not be changed: ${some.join('; ')}`;
}
