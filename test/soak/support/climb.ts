/** Looks for the highest rate that this arrangement keeps up with: all services, the database behind its stand-in, and the clients, on one machine. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '#testing/api-client.js';
import { askedPerSecond, defineJobs, type SoakJob } from './jobs.js';
import type { Replicas } from './replicas.js';

/** The next step has so many times the jobs of this one. */
const FACTOR = 1.5;
const MAX_SCALE = 200;
/** New jobs have a first slot, and what their creation has delayed is made up for. */
const SETTLE_MS = 10_000;
const MS_PER_SECOND = 1_000;
/** Where fewer of the runs that are asked for end, they accumulate. */
const KEPT_UP = 0.95;
/** So many steps in a row: within one, a few runs of jobs with long intervals may end just after it. */
const BEHIND = 2;

interface Step {
  readonly scale: number;
  readonly asked: number;
  readonly ended: number;
}

export interface Climb {
  /** The greatest number of times that the jobs were kept up with; 0 where not even once. */
  readonly scale: number;
  readonly endedPerSecond: number;
  readonly steps: readonly Step[];
  /** All jobs that were made for it. */
  readonly jobs: readonly SoakJob[];
}

/** Adds jobs, a step after another of so many seconds, until fewer runs end than are asked for. */
export async function climb(
  {
    api,
    replicas,
    say,
  }: { readonly api: ApiClient; readonly replicas: Replicas; readonly say: (line: string) => void },
  stepSeconds: number,
): Promise<Climb> {
  const jobs: SoakJob[] = [];
  const steps: Step[] = [];
  for (let scale = 1, before = 0; scale <= MAX_SCALE; before = scale, scale = Math.ceil(scale * FACTOR)) {
    jobs.push(...(await defineJobs(api, scale - before, `to-${scale}-`)));
    await delay(SETTLE_MS);
    const asked = askedPerSecond(jobs);
    const from = performance.now();
    const earlier = await replicas.endedRuns('FINISHED');
    await delay(stepSeconds * MS_PER_SECOND);
    const seconds = (performance.now() - from) / MS_PER_SECOND;
    const ended = ((await replicas.endedRuns('FINISHED')) - earlier) / seconds;
    steps.push({ scale, asked: rounded(asked), ended: rounded(ended) });
    say(`${scale} times the jobs: ${rounded(ended)} of ${rounded(asked)} runs a second end`);
    if (steps.length >= BEHIND && steps.slice(-BEHIND).every((step) => !isKeptUpWith(step))) break;
  }
  const kept = steps.findLast(isKeptUpWith);
  return { scale: kept?.scale ?? 0, endedPerSecond: kept?.ended ?? 0, steps, jobs };
}

const isKeptUpWith = ({ asked, ended }: Step): boolean => ended >= KEPT_UP * asked;

const rounded = (rate: number): number => Math.round(rate * 10) / 10;
