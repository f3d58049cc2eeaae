/** What the product's API reports of everything that happened, read as any client reads it. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { linesOfLog } from '#testing/product/log-fault.js';
import type { ApiClient } from '#testing/api-client.js';

const PAGE = 500;
const GAP_SPAN_MS = 300_000;
const TRIES = 10;
const RETRY_MS = 1_000;

const runSchema = z.looseObject({
  id: z.string(),
  job: z.string(),
  trigger: z.string(),
  scheduledFor: z.string().nullable(),
  createdAt: z.string(),
  started: z.string().nullable(),
  finished: z.string().nullable(),
  state: z.string(),
  phase: z.string(),
  reason: z.string(),
  message: z.string(),
});
export type RunView = z.output<typeof runSchema>;
const gapSchema = z.looseObject({ from: z.string(), to: z.string(), count: z.number(), reason: z.string() });
export type GapView = z.output<typeof gapSchema>;
const attemptSchema = z.looseObject({ index: z.number(), attempt: z.number(), state: z.string(), reason: z.string() });
export type AttemptView = z.output<typeof attemptSchema>;

const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: z.string().nullish() });

export class Books {
  constructor(private readonly api: ApiClient) {}

  /** All runs of the job, newest first. */
  async runs(job: string): Promise<RunView[]> {
    const runs: RunView[] = [];
    let cursor = '';
    do {
      const page = pageOf(runSchema).parse(await this.read(`/runs?job=${job}&limit=${PAGE}${cursor}`));
      runs.push(...page.items);
      cursor = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : '';
    } while (cursor !== '');
    return runs;
  }

  async newestRun(job: string): Promise<RunView | undefined> {
    return pageOf(runSchema).parse(await this.read(`/runs?job=${job}&limit=1`)).items[0];
  }

  /** True while a run in one of the states exists. */
  async hasRuns(...states: readonly string[]): Promise<boolean> {
    for (const state of states) {
      if (pageOf(runSchema).parse(await this.read(`/runs?state=${state}&limit=1`)).items.length > 0) return true;
    }
    return false;
  }

  /** The job's gaps between two instants, each once. */
  async gaps(job: string, from: number, to: number): Promise<GapView[]> {
    const found = new Map<string, GapView>();
    for (let begin = from; begin <= to; begin += GAP_SPAN_MS) {
      const [first, last] = [begin, Math.min(to, begin + GAP_SPAN_MS)].map((at) => new Date(at).toISOString());
      const body = await this.read(`/jobs/${job}/gaps?from=${first}&to=${last}`);
      for (const gap of z.object({ items: z.array(gapSchema) }).parse(body).items) found.set(gap.from, gap);
    }
    return [...found.values()];
  }

  async attempts(run: string): Promise<AttemptView[]> {
    return pageOf(attemptSchema).parse(await this.read(`/runs/${run}/attempts?limit=${PAGE}`)).items;
  }

  /** The output of one attempt. */
  async log(run: string, { index, attempt }: { readonly index: number; readonly attempt: number }): Promise<string[]> {
    const body = await this.read(`/runs/${run}/logs?task=main&index=${index}&attempt=${attempt}`);
    // A text that happens to be JSON was parsed.
    return linesOfLog(typeof body === 'string' ? body : '');
  }

  /** The run that the job's storage is of; undefined where nothing is saved. */
  async storedBy(job: string): Promise<string | undefined> {
    const body = await this.read(`/jobs/${job}/storage`, [200, 404]);
    return z.looseObject({ run: z.string() }).safeParse(body).data?.run;
  }

  private async read(path: string, statuses: readonly number[] = [200]): Promise<unknown> {
    for (let tried = 1; ; tried++) {
      try {
        return (await this.api.expect(statuses, 'GET', path)).body;
      } catch (error) {
        if (tried >= TRIES) throw error;
        await delay(RETRY_MS);
      }
    }
  }
}
