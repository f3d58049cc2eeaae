import { MAX_TIMER_MS } from '#common/clock/clock.js';

/** The result of a check of one dependency; `null` is healthy, a text is the problem. */
export type Check = () => Promise<string | null> | string | null;

export const FINE = 'ok';
const NO_ANSWER = 'does not answer';
/** A report waits this long for a check; after that its last result stands. */
const CHECK_WAIT_MS = 500;
/** A check that takes longer counts as a dependency that does not answer. */
const CHECK_PATIENCE_MS = 5_000;

/** The answer of `/readyz`: every dependency by name. */
export interface ReadinessReport {
  /** True if the service can do its work, except for the parts that `degraded` names. */
  readonly ready: boolean;
  /** True if a dependency is unavailable without which the service is still ready. */
  readonly degraded: boolean;
  readonly checks: Readonly<Record<string, string>>;
}

interface Watched {
  readonly isNeeded: boolean;
  readonly check: Check;
  word: string;
  asking: Promise<void> | null;
}

/** Reports whether a service can do its work. A dependency that hangs delays no report, and is checked once at a time. */
export class Readiness {
  private readonly watched = new Map<string, Watched>();

  /** Adds or replaces a dependency without which the service cannot work. */
  needs(name: string, check: Check): void {
    this.watched.set(name, { isNeeded: true, check, word: NO_ANSWER, asking: null });
  }

  /** Adds or replaces a dependency without which the service does less, or is slower. */
  uses(name: string, check: Check): void {
    this.watched.set(name, { isNeeded: false, check, word: NO_ANSWER, asking: null });
  }

  async report(): Promise<ReadinessReport> {
    const all = [...this.watched];
    await Promise.all(all.map(async ([, watched]) => within(CHECK_WAIT_MS, ask(watched))));
    const bad = all.filter(([, { word }]) => word !== FINE);
    return {
      ready: bad.every(([, { isNeeded }]) => !isNeeded),
      degraded: bad.some(([, { isNeeded }]) => !isNeeded),
      checks: Object.fromEntries(all.map(([name, { word }]) => [name, word])),
    };
  }
}

/** Resolves when the check has a result; concurrent callers share it. */
async function ask(watched: Watched): Promise<void> {
  watched.asking ??= answerOf(watched).finally(() => {
    watched.asking = null;
  });
  await watched.asking;
}

async function answerOf(watched: Watched): Promise<void> {
  const impatient = setTimeout(() => {
    watched.word = NO_ANSWER;
  }, CHECK_PATIENCE_MS);
  try {
    watched.word = (await watched.check()) ?? FINE;
  } catch (error) {
    watched.word = error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(impatient);
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_MS));
  });
  await Promise.race([work, waited]);
  clearTimeout(timer);
}
