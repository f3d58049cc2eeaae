/**
 * One, two and four replicas of the api with readers that send their requests to all of them in turn, like a load balancer, each request after
 * the answer to the one before: how many are answered, how soon, and the processor time of one. No job fires meanwhile.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { summarize } from '../percentiles.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';

const READERS = 16;
const MS = 1_000;

export interface ReadSide {
  /** The address of each replica, with the version, without a slash at its end. */
  readonly baseUrls: readonly string[];
  readonly token: string;
  /** The paths that are read, one after the other. */
  readonly paths: readonly string[];
}

/** Reads for this long; returns the results. Throws where an answer is not 200. */
export async function measureReads(
  { baseUrls, token, paths }: ReadSide,
  seconds: number,
): Promise<Record<string, unknown>> {
  const agent = new Agent({ keepAlive: true });
  const stop = new AbortController();
  const tookMs: number[] = [];
  let asked = 0;
  const reader = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const at = performance.now();
      const turn = asked++;
      // The requests go to the replicas in turn.
      const base = baseUrls[Math.floor(turn / paths.length) % baseUrls.length] ?? '';
      await read(agent, `${base}${paths[turn % paths.length] ?? ''}`, token);
      tookMs.push(performance.now() - at);
    }
  };
  const readers = Promise.all(Array.from({ length: READERS }, reader));
  try {
    const used = processorSeconds('ownChildren');
    const began = performance.now();
    const before = tookMs.length;
    await Promise.race([delay(seconds * MS), readers]);
    const took = tookMs.slice(before);
    const cpu = usedBetween(used, processorSeconds('ownChildren'));
    const perRead = (name: string): number => Number((((cpu[name] ?? 0) * MS) / Math.max(1, took.length)).toFixed(2));
    return {
      readsPerSecond: Math.round((took.length * MS) / (performance.now() - began)),
      readMs: summarize(took),
      processorMsPerRead: { api: perRead('api'), database: perRead('database'), all: perRead('all') },
    };
  } finally {
    stop.abort();
    await readers;
    agent.destroy();
  }
}

/** Without an abstraction: the readers run on the same cores as the measured services. */
const read = (agent: Agent, url: string, token: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} was answered ${response.statusCode ?? 0}`));
      });
    });
    call.once('error', reject);
    call.end();
  });
