/** Memory and processor time of processes over time. */
import { writeFileSync } from 'node:fs';
import { usageOf } from '../stage.js';

const EVERY_MS = 250;
/** Written to `clear_refs`, it resets the peak memory of a process to its present memory. */
const RESET_PEAK = '5';

export interface WatchedProcess {
  readonly name: string;
  readonly pids: () => readonly number[];
}

interface UsageSample {
  /** The time by `performance.now()`. */
  readonly at: number;
  readonly memoryMiB: number;
  readonly cpuSeconds: number;
}

export class UsageWatch {
  private readonly samples = new Map<string, UsageSample[]>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly watched: readonly WatchedProcess[]) {
    for (const { pids } of watched) for (const pid of pids()) resetPeak(pid);
    this.sample();
    this.timer = setInterval(() => {
      this.sample();
    }, EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The peak memory of each, by the kernel's own record if it is one process. */
  peaks(): Record<string, number> {
    return Object.fromEntries(
      this.watched.map(({ name, pids }) => {
        const now = pids();
        const sampled = Math.max(0, ...(this.samples.get(name) ?? []).map(({ memoryMiB }) => memoryMiB));
        return [name, now.length === 1 ? Math.max(sampled, peakOf(now[0] ?? 0)) : sampled];
      }),
    );
  }

  /** The use of a core by each between two moments, in percent; undefined without two samples. */
  cpuPercent(from: number, to: number): Record<string, number | undefined> {
    return Object.fromEntries(
      this.watched.map(({ name }) => {
        const within = (this.samples.get(name) ?? []).filter(({ at }) => at >= from && at <= to);
        const first = within[0];
        const last = within.at(-1);
        if (first === undefined || last === undefined || first === last) return [name, undefined];
        const seconds = (last.at - first.at) / 1_000;
        return [name, Number(((100 * (last.cpuSeconds - first.cpuSeconds)) / seconds).toFixed(1))];
      }),
    );
  }

  /** The same in windows from a moment to the last sample. */
  cpuPercents(from: number, windowMs: number): Record<string, (number | null)[]> {
    const last = Math.max(from, ...[...this.samples.values()].map((samples) => samples.at(-1)?.at ?? from));
    const starts = Array.from({ length: Math.floor((last - from) / windowMs) }, (_, i) => from + i * windowMs);
    const windows = starts.map((start) => this.cpuPercent(start, start + windowMs));
    return Object.fromEntries(this.watched.map(({ name }) => [name, windows.map((each) => each[name] ?? null)]));
  }

  private sample(): void {
    const at = performance.now();
    for (const { name, pids } of this.watched) {
      const usages = pids().flatMap((pid) => usageIfThere(pid));
      const sum = (field: 'memoryMiB' | 'cpuSeconds'): number => usages.reduce((total, each) => total + each[field], 0);
      const list = this.samples.get(name) ?? [];
      list.push({ at, memoryMiB: sum('memoryMiB'), cpuSeconds: sum('cpuSeconds') });
      this.samples.set(name, list);
    }
  }
}

function usageIfThere(pid: number): ReturnType<typeof usageOf>[] {
  try {
    return [usageOf(pid)];
  } catch {
    return []; // The process has ended.
  }
}

const peakOf = (pid: number): number => usageIfThere(pid)[0]?.peakMemoryMiB ?? 0;

function resetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
  } catch {
    // We have no right to write it: the samples are used.
  }
}
