import { runChanged, type RunChanged } from '#common/run/run-changed.js';
import type { Instant } from '#common/run/run.js';
import type { ChangeMark, ChangeCursor, RunReads } from '#common/mongo/run-reads.js';

const MARKS_PER_PAGE = 500;
/** Changed runs that are read for one reader who reconnects; if there are more, the stream says that some are left out. */
const MAX_LOOKED_AT = 20_000;

/** The events that a reader has missed, oldest first, with the cursor after them; or the fact that they are too many to be sent again. */
export type Missed =
  | { readonly kind: 'change'; readonly change: RunChanged; readonly cursor: Instant }
  | { readonly kind: 'tooMany'; readonly from: Instant };

/** Sends a reader who reconnects the changes since then: each run once, as it is now, with its transitions since. */
export class RunReplay {
  constructor(private readonly runs: Pick<RunReads, 'changedSince' | 'load'>) {}

  async *since(
    from: Instant,
    wants: (run: Pick<ChangeMark, 'tenant' | 'job' | 'changedAt'>) => boolean,
  ): AsyncGenerator<Missed, void, undefined> {
    let after: ChangeCursor | null = null;
    for (let looked = 0; looked < MAX_LOOKED_AT; looked += MARKS_PER_PAGE) {
      const marks: ChangeMark[] = await this.runs.changedSince(from, after, MARKS_PER_PAGE);
      const last = marks.at(-1);
      if (!last) return;
      const wanted = marks.filter(wants);
      const stored = await this.runs.load(wanted.map(({ id }) => id));
      for (const { id, changedAt } of wanted) {
        const run = stored.get(id);
        const transitions = run?.transitions.filter(({ at }) => at >= from) ?? [];
        if (run && transitions.length > 0)
          yield { kind: 'change', change: runChanged(run, transitions), cursor: changedAt };
      }
      if (marks.length < MARKS_PER_PAGE) return;
      after = last;
    }
    yield { kind: 'tooMany', from: after?.changedAt ?? from };
  }
}
