/**
 * When attempts last gave a sign of life. Callbacks of web services are kept in memory, and stored with the run only at intervals; for
 * pods and processes, the collector is asked once they seem to be silent.
 */
import { LRUCache } from 'lru-cache';
import type { AttemptId } from '#common/domain/ids.js';
import type { Instant, Run } from '#common/run/run.js';
import type { Input } from '../run/inputs.js';

export type SeenInput = Extract<Input, { type: 'seen' }>;

/** Reads the last sign of an attempt from stored callbacks, for replicas that did not receive it. */
export interface StoredSigns {
  lastSign(attempt: AttemptId): Promise<Instant | null>;
}

/** Asks when attempts of pods and processes last wrote a line; null if this is unknown now. */
export interface OutputSigns {
  verify(run: Pick<Run, 'shard' | 'engine' | 'live'>, attempts: readonly AttemptId[]): Promise<SeenInput[]>;
}

const MAX_REMEMBERED = 100_000;

export class SignsOfLife {
  private readonly seen = new LRUCache<AttemptId, Instant>({ max: MAX_REMEMBERED });

  constructor(
    private readonly stored: StoredSigns,
    private readonly output: OutputSigns,
  ) {}

  /** Keeps the newest sign of an attempt. */
  note(attempt: AttemptId, at: Instant): void {
    const lastSeen = this.seen.get(attempt) ?? 0;
    this.seen.set(attempt, Math.max(at, lastSeen));
  }

  /** The remembered signs of the run's live attempts. */
  of(run: Run): SeenInput[] {
    if (run.engine !== 'webservice') return [];
    return run.live.flatMap(({ id }): SeenInput[] => {
      const at = this.seen.get(id);
      return at === undefined ? [] : [{ type: 'seen', attempt: id, at }];
    });
  }

  /** The last signs of these attempts of the run, read before they are given up because of their silence. */
  async verify(run: Run, attempts: readonly AttemptId[]): Promise<SeenInput[]> {
    if (attempts.length === 0) return [];
    if (run.engine !== 'webservice') return this.output.verify(run, attempts);
    const signs = await Promise.all(
      attempts.map(async (attempt): Promise<SeenInput[]> => {
        const at = await this.stored.lastSign(attempt);
        return at === null ? [] : [{ type: 'seen', attempt, at }];
      }),
    );
    return signs.flat();
  }

  forget(attempt: AttemptId): void {
    this.seen.delete(attempt);
  }
}
