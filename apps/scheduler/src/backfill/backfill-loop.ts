import type { Clock } from '#common/clock/clock.js';
import type { Backfill } from '#common/domain/backfill.js';
import type { Instant } from '#common/domain/run.js';
import type { Logger } from '#common/logging/logger.js';
import type { ShardOwner } from '../plan/plan-loop.js';
import { Sweeps, type Sweep } from '../sweeps/sweeps.js';
import { BACKFILL_STEP_MS, type Backfills } from './backfills.js';

/** Backfills that are moved along in one turn, the longest due first. */
const MAX_TOGETHER = 100;

/** Moves the backfills of the owned shards along, apart from the other sweeps, because it makes runs. */
export class BackfillLoop extends Sweeps {
  constructor(
    book: { due(shards: readonly number[], now: Instant, limit: number): Promise<Backfill[]> },
    backfills: Backfills,
    shards: ShardOwner,
    tools: { readonly clock: Clock; readonly log: Logger },
  ) {
    const steps: Sweep = {
      name: 'backfills',
      everyMs: BACKFILL_STEP_MS,
      run: async (owned) => {
        for (const backfill of await book.due(owned, tools.clock.now(), MAX_TOGETHER)) {
          await backfills.advance(backfill).catch((error: unknown) => {
            tools.log.warn({ err: error, backfill: backfill.id }, 'a step of a backfill failed; it is tried again');
          });
        }
      },
    };
    super([steps], shards, tools);
  }
}
