import { setTimeout as delay } from 'node:timers/promises';

/** A running server or service. */
export interface RunningPart {
  readonly pids: readonly number[];
  /** Resolves with the reason when it has ended by itself or was killed. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface PartSpec {
  readonly name: string;
  readonly start: () => Promise<RunningPart>;
  /** Called after it was started again. */
  readonly onRestart?: () => void;
  /** Undefined: it is started again when it ends. Otherwise the message that is shown instead. */
  readonly insteadOfRestart?: string | undefined;
  readonly say: (line: string) => void;
}

const FIRST_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 10_000;
/** A part that lived this long is started with the short delay again. */
const SETTLED_AFTER_MS = 30_000;
/** After this many ends in a row it is not started again: a restart does not solve the problem. */
const MAX_RESTARTS_IN_A_ROW = 20;

/** Keeps one part of the system running until it is stopped. */
export class KeptPart {
  readonly #spec: PartSpec;
  readonly #stopping = new AbortController();
  #running: RunningPart | undefined;
  #keeping: Promise<void> | undefined;

  constructor(spec: PartSpec) {
    this.#spec = spec;
  }

  get name(): string {
    return this.#spec.name;
  }

  get pids(): readonly number[] {
    return this.#running?.pids ?? [];
  }

  /** Resolves with the reason if the present process ends. */
  get ended(): Promise<string> {
    return this.#running?.ended ?? Promise.resolve('the part does not run');
  }

  async start(): Promise<void> {
    this.#running = await this.#spec.start();
  }

  /** From now on an end is unexpected, and the part is started again. */
  keep(): void {
    this.#keeping = this.#keepRunning();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#keeping;
    await this.#running?.stop();
  }

  async #keepRunning(): Promise<void> {
    const { name, insteadOfRestart, say } = this.#spec;
    const stopped = new Promise<'stopped'>((resolve) => {
      this.#stopping.signal.addEventListener('abort', () => {
        resolve('stopped');
      });
    });
    for (let failures = 0; failures <= MAX_RESTARTS_IN_A_ROW;) {
      const since = performance.now();
      const reason = await Promise.race([this.ended, stopped]);
      if (this.#stopping.signal.aborted) return;
      if (insteadOfRestart !== undefined) {
        say(`${name} ended (${reason}). ${insteadOfRestart}`);
        return;
      }
      failures = performance.now() - since > SETTLED_AFTER_MS ? 1 : failures + 1;
      say(`${name} ended (${reason}); it is started again`);
      if (!(await this.#restart(failures))) return;
    }
    say(`${name} ended ${MAX_RESTARTS_IN_A_ROW} times in a row and is not started again`);
  }

  /** False if it was stopped meanwhile. */
  async #restart(failures: number): Promise<boolean> {
    const waitMs = Math.min(FIRST_RESTART_DELAY_MS * 2 ** (failures - 1), MAX_RESTART_DELAY_MS);
    try {
      await delay(Math.min(waitMs, MAX_RESTART_DELAY_MS), undefined, { signal: this.#stopping.signal });
    } catch {
      return false;
    }
    try {
      this.#running = await this.#spec.start();
      this.#spec.say(`${this.name} runs again (pid ${this.pids.join(', ')})`);
      this.#spec.onRestart?.();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#running = { pids: [], ended: Promise.resolve(reason), stop: () => Promise.resolve() };
    }
    return true;
  }
}
