/**
 * A client that starts manual runs during the soak, aborts some, and repeats requests until there is an answer; meanwhile it searches, which
 * has a limit of time in the database.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Answer, ApiClient } from '#testing/api-client.js';
import type { SoakJob } from './jobs.js';

const EVERY_MS = 1_000;
const RETRY_MS = 1_000;
const TRIES = 300;
const KILL_AFTER_MS = 5_000;
const acceptedSchema = z.object({ run: z.looseObject({ id: z.string() }) });

export class ManualRuns {
  /** Run → job, as they were accepted. */
  readonly accepted = new Map<string, string>();
  /** Runs whose kill was accepted. */
  readonly killed = new Set<string>();
  /** Requests that were refused for good or never answered. */
  readonly faults: string[] = [];
  private readonly under = new Set<Promise<void>>();
  private turn = 0;

  constructor(
    private readonly apis: readonly ApiClient[],
    private readonly jobs: readonly SoakJob[],
  ) {}

  /** Sends requests until the signal, and ends when all of them have been answered. */
  async run(signal: AbortSignal): Promise<void> {
    for (let number = 0; !signal.aborted; number++) {
      const job = this.jobs[number % this.jobs.length];
      if (job !== undefined) this.follow(this.start(job, `soak-${number}`));
      this.follow(this.search());
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    while (this.under.size > 0) await Promise.all(this.under);
  }

  private follow(work: Promise<void>): void {
    const kept = work
      .catch((error: unknown) => {
        this.faults.push(String(error));
      })
      .finally(() => this.under.delete(kept));
    this.under.add(kept);
  }

  /** Jobs are found, or the answer is that this is not possible now. */
  private async search(): Promise<void> {
    const api = this.apis[this.turn++ % this.apis.length];
    const answer = await api?.send('GET', '/jobs?q=serial', {}).catch(() => undefined);
    if (answer !== undefined && answer.status !== 200 && answer.status !== 503)
      this.faults.push(`a search was answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  private async start(job: SoakJob, key: string): Promise<void> {
    const { body } = await this.patiently([202], `/jobs/${job.id}/run`, { body: {}, key });
    const { id: run } = acceptedSchema.parse(body).run;
    if (this.accepted.has(run)) this.faults.push(`${run} was given to two who asked`);
    this.accepted.set(run, job.id);
    if (job.kind !== 'doomed') return;
    await delay(KILL_AFTER_MS);
    // 409: it has ended before.
    const asked = { body: { command: 'kill' }, key: `${key}-kill` };
    const { status } = await this.patiently([202, 409], `/runs/${run}/commands`, asked);
    if (status === 202) this.killed.add(run);
  }

  /** Repeats the request, by another replica each time, until it is answered so; throws for another answer below 500. */
  private async patiently(
    statuses: readonly number[],
    path: string,
    { body, key }: { readonly body: unknown; readonly key: string },
  ): Promise<Answer> {
    let last = '';
    for (let tried = 0; tried < TRIES; tried++) {
      const api = this.apis[this.turn++ % this.apis.length];
      try {
        const answer = await api?.send('POST', path, { body, headers: { 'idempotency-key': key } });
        if (answer !== undefined && statuses.includes(answer.status)) return answer;
        last = `${answer?.status} ${JSON.stringify(answer?.body)}`;
        if (answer !== undefined && answer.status < 500 && answer.status !== 429) break;
      } catch (error) {
        last = String(error);
      }
      await delay(RETRY_MS);
    }
    throw new Error(`POST ${path} with the key ${key}: ${last}`);
  }
}
