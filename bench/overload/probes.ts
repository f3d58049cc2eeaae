/** The view of an operator and of a reader meanwhile: probes of all services and reads of the API, with their times. */
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { summarize, type Summary } from '../percentiles.js';
import { count, type Door } from './storm.js';

const PROBE_EVERY_MS = 1_000;
const READ_EVERY_MS = 200;
const ANSWER_LIMIT_MS = 30_000;
/** Beyond this, reads are skipped: they would measure only each other. */
const MAX_READS_UNDER_WAY = 100;

/** One request that was answered or given up; `began` in the time of `performance.now()`. */
export interface Sample {
  readonly what: string;
  readonly began: number;
  readonly tookMs: number;
  readonly answer: string;
}

export interface ProbeTarget {
  readonly service: string;
  readonly origin: string;
}

export class Probes {
  readonly samples: Sample[] = [];
  private readonly agent = new Agent({ headersTimeout: ANSWER_LIMIT_MS, bodyTimeout: ANSWER_LIMIT_MS });
  private readonly ended = new AbortController();
  private readonly loops: Promise<void>[];
  private reading = 0;
  skipped = 0;

  constructor(
    targets: readonly ProbeTarget[],
    private readonly door: Door,
    /** A path of the API to read next. */
    private readonly nextPath: () => string,
  ) {
    const endpoints = targets.flatMap(({ service, origin }) =>
      ['/readyz', '/metrics'].map((path) => ({ what: `${service}${path}`, url: `${origin}${path}` })),
    );
    this.loops = endpoints.map(({ what, url }) => this.everySecond(what, url));
    this.loops.push(this.readOnAndOn());
  }

  async stop(): Promise<void> {
    this.ended.abort();
    await Promise.all(this.loops);
    await this.agent.destroy();
  }

  /** The next probe waits for the last one: a service that hangs does not get more and more requests. */
  private async everySecond(what: string, url: string): Promise<void> {
    while (!this.ended.signal.aborted) {
      await this.sample(what, url);
      await this.pause(PROBE_EVERY_MS);
    }
  }

  /** Reads come at their pace however long the earlier ones take, as those of many people do. */
  private async readOnAndOn(): Promise<void> {
    while (!this.ended.signal.aborted) {
      const path = this.nextPath();
      if (this.reading >= MAX_READS_UNDER_WAY) this.skipped++;
      else
        void this.sample(
          `GET ${path.replace(/^(\/runs\/).*/, '$1{id}')}`,
          `${this.door.apiUrl}${path}`,
          this.door.token,
        );
      await this.pause(READ_EVERY_MS);
    }
  }

  private async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.ended.signal }).catch(() => undefined);
  }

  private async sample(what: string, url: string, token?: string): Promise<void> {
    const began = performance.now();
    this.reading++;
    let answer: string;
    try {
      const response = await request(url, {
        dispatcher: this.agent,
        signal: this.ended.signal,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
      await response.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      answer = String(response.statusCode);
    } catch (error) {
      answer = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    }
    this.reading--;
    if (!this.ended.signal.aborted) this.samples.push({ what, began, tookMs: performance.now() - began, answer });
  }
}

export interface ResponseTimes extends Summary {
  readonly answers: Readonly<Record<string, number>>;
}

/** Times of the samples whose name matches, in whole milliseconds, with the numbers of their answers. */
export function responseTimes(samples: readonly Sample[], what: RegExp): ResponseTimes {
  const chosen = samples.filter((sample) => what.test(sample.what));
  const answers: Record<string, number> = {};
  for (const { answer } of chosen) count(answers, answer);
  return { ...summarize(chosen.map(({ tookMs }) => Math.round(tookMs))), answers };
}
