/** Receives every run as it is dispatched, which is after it is stored: the measured time is never less than the true one. */
import { writeFileSync } from 'node:fs';
import { contracts } from '#common/messages/registry.js';
import type { Nats } from '#common/nats/nats.js';
import { summarize, type Summary } from '../percentiles.js';

export interface Recorded {
  readonly run: string;
  /** Nominal; the benchmark's jobs have no jitter. */
  readonly slot: number;
  readonly at: number;
}

export class Recorder {
  private readonly first = new Map<string, Recorded>();
  /** Messages about a run that was received before: of retries, never of a second run. */
  repeats = 0;
  private readonly end: () => void;

  constructor(nats: Nats) {
    this.end = nats.listen(contracts.dispatch, {}, ({ run }) => {
      if (this.first.has(run)) this.repeats++;
      else this.first.set(run, { run, slot: Number(run.slice(run.lastIndexOf('-') + 1)) * 1_000, at: Date.now() });
    });
  }

  /** Runs received so far with slots in `[from, to)`, in the order of their arrival. */
  between(from: number, to: number): Recorded[] {
    return [...this.first.values()].filter(({ slot }) => slot >= from && slot < to);
  }

  close(): void {
    this.end();
  }
}

/** How late, in milliseconds. */
export const latenessOf = (recorded: readonly Recorded[]): Summary =>
  summarize(recorded.map(({ slot, at }) => at - slot));

/** How often a run was received after one of a later slot. */
export function outOfOrder(recorded: readonly Recorded[]): number {
  let latest = -Infinity;
  let count = 0;
  for (const { slot } of recorded) {
    if (slot < latest) count++;
    latest = Math.max(latest, slot);
  }
  return count;
}

export function writeRaw(file: string, recorded: readonly Recorded[]): void {
  const lines = recorded.map(({ run, slot, at }) => `${run},${slot},${at - slot}\n`);
  writeFileSync(file, `run,slot,latenessMs\n${lines.join('')}`);
}
