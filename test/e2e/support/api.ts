import { z } from 'zod';
import { RETRY_LIMITS, retryingFetch } from '#client/retrying-fetch.js';
import type { State } from './quickstart-process.js';

const runSchema = z.looseObject({
  id: z.string(),
  job: z.string(),
  trigger: z.string(),
  scheduledFor: z.string().nullish(),
  state: z.string(),
  phase: z.string(),
  reason: z.string().nullish(),
  startAfter: z.string().nullish(),
  finished: z.string().nullish(),
});
export type RunView = z.output<typeof runSchema>;

/** Milliseconds from the slot of a run to the start of its first attempt; not a number where it has none. */
export const latenessOf = ({ scheduledFor, started }: RunView): number =>
  Date.parse(String(started)) - Date.parse(scheduledFor ?? '');

const attemptSchema = z.looseObject({ attempt: z.number(), state: z.string(), exitCode: z.number().nullish() });
export type AttemptView = z.output<typeof attemptSchema>;

const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: z.string().nullish() });

/** More than a run is made before its slot. */
const EARLIEST_MS = 10_000;

type Asked = [method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>];
interface Answered {
  readonly status: number;
  readonly text: string;
}
const answered = async (response: Response): Promise<Answered> => ({
  status: response.status,
  text: await response.text(),
});

/** As every client does: a database that does not answer for a second, on a busy machine, is answered 503, which asks to come again. */
const patientFetch = retryingFetch(fetch, RETRY_LIMITS);

/** The product is too busy, or a part of it is away: whoever waits for something asks again later (`eventually`). */
export class Unavailable extends Error {}

/** The public API as an outside client sees it, with the requests of the e2e tests. */
export class Api {
  constructor(private readonly state: () => Pick<State, 'apiUrl' | 'token'>) {}

  /** One request, whatever it is answered. */
  async request(...asked: Asked): Promise<Answered> {
    return answered(await fetch(this.#made(asked)));
  }

  /** Throws unless it is answered 2xx. */
  async call(...asked: Asked): Promise<unknown> {
    const [method, path] = asked;
    const request = this.#made(asked);
    const { status, text } = await answered(await patientFetch(request));
    if (status < 200 || status > 299)
      throw new (status === 503 ? Unavailable : Error)(`${method} ${path} answered ${status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  #made([method, path, body, more]: Asked): Request {
    const { apiUrl, token } = this.state();
    return new Request(`${apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** All runs of a job, newest first; those that were made since a time, if one is given. */
  async runs(job: string, from?: string): Promise<RunView[]> {
    return this.#runsOf(`job=${job}${from === undefined ? '' : `&from=${from}`}`);
  }

  /** Runs of slots after a time. Cheap however many runs the job has had, so that a test may ask often. */
  async runsOfSlotsAfter(job: string, time: string): Promise<RunView[]> {
    // The run of a slot may be made shortly before it.
    const from = new Date(Date.parse(time) - EARLIEST_MS).toISOString();
    return (await this.runs(job, from)).filter(({ scheduledFor }) => (scheduledFor ?? '') > time);
  }

  /** All runs that somebody has asked for since a time. */
  async manualRuns(from: string): Promise<RunView[]> {
    return this.#runsOf(`trigger=manual&from=${from}`);
  }

  async #runsOf(query: string): Promise<RunView[]> {
    const runs: RunView[] = [];
    let cursor = '';
    do {
      const page = pageOf(runSchema).parse(await this.call('GET', `/runs?${query}&limit=200${cursor}`));
      runs.push(...page.items);
      cursor = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : '';
    } while (cursor !== '');
    return runs;
  }

  async attempts(run: string): Promise<AttemptView[]> {
    return pageOf(attemptSchema).parse(await this.call('GET', `/runs/${run}/attempts`)).items;
  }

  async log(run: string): Promise<string> {
    const { status, text } = await this.request('GET', `/runs/${run}/logs`);
    if (status !== 200) throw new Error(`the log of ${run} was answered ${status}: ${text}`);
    return text;
  }
}
