import { readFileSync } from 'node:fs';

export interface Usage {
  readonly peakMemoryMiB: number;
  readonly cpuSeconds: number;
}

const TICKS_PER_SECOND = 100;
const KIB_PER_MIB = 1_024;

/** A process's peak memory and its processor time so far. */
export function processUsage(pid: number): Usage {
  const proc = `/proc/${pid}`;
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`${proc}/status`, 'utf8'));
  const stat = readFileSync(`${proc}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    peakMemoryMiB: Math.round(Number(peak?.[1] ?? 0) / KIB_PER_MIB),
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
  };
}
