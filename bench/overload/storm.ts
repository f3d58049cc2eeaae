/** Clients that request manual runs as good clients do: a temporarily refused request is sent again, with the same key. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';

const REQUEST_TIMEOUT_MS = 15_000;
const DEFAULT_RETRY_MS = 1_000;

const acceptedSchema = z.object({ run: z.looseObject({ id: z.string() }) });

export interface Door {
  /** With the version, without a slash at its end. */
  readonly apiUrl: string;
  readonly token: string;
}

export interface Storm extends Door {
  readonly jobs: readonly string[];
  readonly runs: number;
  readonly clients: number;
  /** Tells the keys of this storm from those of others. */
  readonly name: string;
  /** No request is sent after this, in the time of `performance.now()`. */
  readonly deadline: number;
  /** The state that a client waits for before it requests its next run. */
  readonly afterwards?: (run: string) => Promise<void>;
}

export interface RequestedRun {
  readonly run: string;
  readonly job: string;
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
  /** From the first request to the answer that accepted it. */
  readonly tookMs: number;
}

export interface StormResult {
  readonly accepted: RequestedRun[];
  /** Numbers of all answers, by status or error code. */
  readonly answers: Record<string, number>;
  /** Requests that were refused for good or not accepted until the deadline. */
  readonly lost: string[];
}

export async function askForRuns(storm: Storm): Promise<StormResult> {
  const result: StormResult = { accepted: [], answers: {}, lost: [] };
  const agent = new Agent({ connections: storm.clients, headersTimeout: REQUEST_TIMEOUT_MS });
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < storm.runs && performance.now() < storm.deadline) {
      const run = await askPatiently(storm, next++, { agent, result });
      if (run !== null) await storm.afterwards?.(run);
    }
  };
  try {
    await Promise.all(Array.from({ length: storm.clients }, client));
  } finally {
    await agent.destroy();
  }
  return result;
}

async function askPatiently(
  storm: Storm,
  number: number,
  { agent, result }: { readonly agent: Agent; readonly result: StormResult },
): Promise<string | null> {
  const job = storm.jobs[number % storm.jobs.length] ?? '';
  const key = `${storm.name}-${number}`;
  const began = performance.now();
  while (performance.now() < storm.deadline) {
    let pauseMs = DEFAULT_RETRY_MS;
    let answer: string;
    try {
      const response = await request(`${storm.apiUrl}/jobs/${job}/run`, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          authorization: `Bearer ${storm.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: '{}',
      });
      const text = await response.body.text();
      answer = String(response.statusCode);
      if (response.statusCode === 202) {
        count(result.answers, answer);
        const { id: run } = acceptedSchema.parse(JSON.parse(text)).run;
        result.accepted.push({ run, job, acceptedAt: Date.now(), tookMs: performance.now() - began });
        return run;
      }
      if (response.statusCode !== 503 && response.statusCode !== 429) {
        count(result.answers, answer);
        result.lost.push(`${key}: ${answer} ${text}`);
        return null;
      }
      pauseMs = 1_000 * Number(response.headers['retry-after'] ?? 1);
    } catch (error) {
      answer = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    }
    count(result.answers, answer);
    await delay(pauseMs * (1 + randomInt(250) / 1_000));
  }
  result.lost.push(`${key}: not accepted in time`);
  return null;
}

export function count(numbers: Record<string, number>, what: string): void {
  numbers[what] = (numbers[what] ?? 0) + 1;
}
