/**
 * What runs use: how often and for how long their attempts ran, and what their pods requested. Failed, preempted and retried attempts are
 * included. All sums are integers, so that they do not depend on their order.
 */
import type { Instant } from '../domain/instant.js';

/** What a pod requests of its node, as the API server serves it: limit ranges and admission have had their say. */
export interface Requested {
  readonly milliCpu: number;
  readonly memoryMib: number;
}

export interface Usage {
  /** Attempts that have started and ended. */
  readonly attempts: number;
  /** How long they ran together, in milliseconds. */
  readonly ms: number;
  /** The CPU that their pods requested, in milliseconds of one core. */
  readonly cpuMs: number;
  /** The memory that their pods requested, in MiB for one second. */
  readonly memoryMibSeconds: number;
}

export const NO_USAGE: Usage = { attempts: 0, ms: 0, cpuMs: 0, memoryMibSeconds: 0 };

export const plusUsage = (a: Usage, b: Usage): Usage => ({
  attempts: a.attempts + b.attempts,
  ms: a.ms + b.ms,
  cpuMs: a.cpuMs + b.cpuMs,
  memoryMibSeconds: a.memoryMibSeconds + b.memoryMibSeconds,
});

/** The usage of one attempt; none if it never started. */
export function usageOfAttempt(startedAt: Instant | null, endedAt: Instant, requested: Requested | undefined): Usage {
  if (startedAt === null) return NO_USAGE;
  // The clocks of two hosts may differ.
  const ms = Math.max(0, Math.round(endedAt - startedAt));
  const { milliCpu, memoryMib } = requested ?? { milliCpu: 0, memoryMib: 0 };
  return {
    attempts: 1,
    ms,
    cpuMs: Math.round((milliCpu * ms) / 1_000),
    memoryMibSeconds: Math.round((memoryMib * ms) / 1_000),
  };
}
