/** Remembers which transitions of runs were published, so that each is published once, and a lost message is noticed. Pure. */
import { runChanged, transitionsMade, type RunChanged } from '#common/run/run-changed.js';
import type { Instant, Run } from '#common/run/run.js';

/** Runs that are remembered; the longest unchanged ones are forgotten first. */
const MAX_REMEMBERED = 50_000;

interface Published {
  /** Number of the last transition published. */
  readonly upTo: number;
  readonly at: Instant;
}

export class PublishedChanges {
  private readonly published = new Map<string, Published>();

  /** Transitions before `since` are never published. It advances when runs are forgotten. */
  constructor(private since: Instant) {}

  /**
   * The new transitions of a message; `hole` if transitions before it were not, or may not have been, published: then the store must be
   * read.
   */
  take(change: RunChanged): RunChanged | 'hole' | null {
    const { run, before, transitions } = change;
    const upTo = this.published.get(run)?.upTo ?? (before === 0 ? 0 : undefined);
    if (before === undefined || upTo === undefined || upTo < before) return 'hole';
    const news = transitions.slice(upTo - before);
    if (news.length === 0) return null;
    this.remember(run, before + transitions.length, news.at(-1)?.at ?? this.since);
    return { ...change, before: upTo, transitions: news };
  }

  /** The new transitions of a stored run. All transitions from number `from` on are new, unless they were published. */
  takeStored(run: Run, from: number | null): RunChanged | null {
    const count = transitionsMade(run);
    const first = count - run.transitions.length;
    const upTo = this.published.get(run.id)?.upTo;
    const fresh = run.transitions.findIndex(({ at }) => at >= this.since);
    const unknown = Math.min(fresh < 0 ? count : first + fresh, from ?? count);
    const news = run.transitions.slice(Math.max(0, (upTo ?? unknown) - first));
    this.remember(run.id, Math.max(count, upTo ?? 0), run.transitions.at(-1)?.at ?? this.since);
    return news.length === 0 ? null : runChanged(run, news);
  }

  /** Marks the transitions of a message as published. */
  pass({ run, before = 0, transitions }: RunChanged): void {
    const upTo = Math.max(before + transitions.length, this.published.get(run)?.upTo ?? 0);
    this.remember(run, upTo, transitions.at(-1)?.at ?? this.since);
  }

  /** True when that many transitions of a run were published. */
  has(run: string, changes: number): boolean {
    return (this.published.get(run)?.upTo ?? -1) >= changes;
  }

  private remember(run: string, upTo: number, at: Instant): void {
    this.published.delete(run);
    this.published.set(run, { upTo, at });
    if (this.published.size <= MAX_REMEMBERED) return;
    for (const [oldest, { at: last }] of this.published) {
      this.published.delete(oldest);
      this.since = Math.max(this.since, last);
      return;
    }
  }
}
