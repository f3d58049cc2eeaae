/** Starts an attempt on its engine with its secrets from providers: they are read last, and given back if nothing was started. */
import { messageOf } from '#common/errors/app-error.js';
import type { Run } from '#common/run/run.js';
import type { Launch, MayBegin, StartResult } from '../engines/engine.js';
import type { Engines } from '../engines/engines.js';
import type { SecretGiving } from '../secrets/giving.js';

export class SecretStarter {
  /** Called when the executor stops. */
  private readonly atStop = new Set<() => void>();
  private stopped = false;

  constructor(
    private readonly engines: Pick<Engines, 'start' | 'prepare'>,
    private readonly secrets: SecretGiving,
  ) {}

  /** A hint that `start` will be called once its claim is saved. */
  prepare(launch: Launch): void {
    this.engines.prepare(launch);
  }

  /** Calls `answer` once. Rejects if secrets cannot be given back after that. A claim that lapses meanwhile gives them back. */
  async start(run: Run, launch: Launch, mayBegin: MayBegin, answer: (result: StartResult) => void): Promise<void> {
    const { engines, secrets } = this;
    const giving = secrets.give(run, launch).catch((error: unknown) => ({ failed: notPrepared(messageOf(error)) }));
    const outcome = await this.unlessStopped(giving);
    if (outcome === null || 'failed' in outcome) {
      answer(outcome?.failed ?? LAPSED);
      if (outcome === null) await giving.then((late) => ('failed' in late ? undefined : secrets.takeBack(late)));
      return;
    }
    const result = mayBegin()
      ? await engines.start(outcome.launch, mayBegin).catch((error: unknown) => notPrepared(messageOf(error)))
      : LAPSED;
    answer(result);
    if (result.type === 'refused' || result.type === 'notSent') await secrets.takeBack(outcome);
  }

  /** Starts that still wait for their secrets are answered as not sent. */
  stop(): void {
    this.stopped = true;
    for (const stop of this.atStop) stop();
  }

  /** Null when the executor stops meanwhile: it must report that the start was not sent while it still can. */
  private unlessStopped<T>(work: Promise<T>): Promise<T | null> {
    if (this.stopped) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        resolve(null);
      };
      this.atStop.add(stop);
      void work.then(resolve, reject).finally(() => this.atStop.delete(stop));
    });
  }
}

export const LAPSED: StartResult = {
  type: 'notSent',
  message: 'the claim of the attempt ended before the start was sent',
};
export const notPrepared = (message: string): StartResult => ({
  type: 'refused',
  retryable: true,
  reason: 'NotPrepared',
  message,
});
