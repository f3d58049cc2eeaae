/** When attempts of web services were last heard of: most of it is kept here only, and written down now and then. */
import { LRUCache } from 'lru-cache';
import type { AttemptId } from '#common/domain/ids.js';
import type { Instant, Run } from '#common/run/run.js';
import type { Input } from '../run/inputs.js';

export type SeenInput = Extract<Input, { type: 'seen' }>;

/** Looks where callbacks are stored, for those that were not told here. */
export interface StoredSigns {
  lastSign(attempt: AttemptId): Promise<Instant | null>;
}

const MAX_REMEMBERED = 100_000;

export class SignsOfLife {
  private readonly seen = new LRUCache<AttemptId, Instant>({ max: MAX_REMEMBERED });

  constructor(private readonly stored: StoredSigns) {}

  /** Keeps the newest sign of an attempt. */
  note(attempt: AttemptId, at: Instant): void {
    const known = this.seen.get(attempt) ?? 0;
    this.seen.set(attempt, Math.max(at, known));
  }

  /** What is remembered of the run's live attempts. */
  of(run: Run): SeenInput[] {
    if (run.engine !== 'webservice') return [];
    return run.live.flatMap(({ id }): SeenInput[] => {
      const at = this.seen.get(id);
      return at === undefined ? [] : [{ type: 'seen', attempt: id, at }];
    });
  }

  /** What the stores know, asked before an attempt is given up for its silence. */
  async verify(run: Run): Promise<SeenInput[]> {
    const signs = await Promise.all(
      run.live.map(async ({ id }): Promise<SeenInput[]> => {
        const at = await this.stored.lastSign(id);
        return at === null ? [] : [{ type: 'seen', attempt: id, at }];
      }),
    );
    return signs.flat();
  }

  forget(attempt: AttemptId): void {
    this.seen.delete(attempt);
  }
}
