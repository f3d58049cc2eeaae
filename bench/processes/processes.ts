/**
 * Programs that do nothing, as processes of this machine, by Carillon and by Slurm: how many end a second when all are requested at once,
 * and how long one takes from its request to its first instruction. Options: `--systems carillon,slurm`, `--programs 1000`, `--starts 20`.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { optionsOf } from '#testing/command-options.js';
import { summarize } from '../percentiles.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';
import { startCarillonProcesses } from './carillon-processes.js';
import { startSlurm } from './slurm.js';

const MS_PER_SECOND = 1_000;
const POLL_MS = 50;
const WARM_UP_PROGRAMS = 50;
const LIMIT_MS = 600_000;
const START_LIMIT_MS = 60_000;
/** Starts follow each other after a pause, so that each finds the system at rest. */
const PAUSE_MS = 1_000;

/** A system that runs two programs: `true`, and one that appends the time of its start to a file. */
export interface ProcessSystem {
  readonly version: string;
  /** Requests `true` this many times. */
  runMany(count: number): Promise<void>;
  /** The programs that have ended so far. */
  ended(): Promise<number>;
  /** Requests the other program. */
  runStamp(): Promise<void>;
  close(): Promise<void>;
}

export interface Place {
  readonly root: string;
  readonly folder: string;
  readonly say: (line: string) => void;
  /** The command line of the program that stamps. */
  readonly stamp: string;
}

const SYSTEMS: Readonly<Record<string, (place: Place) => Promise<ProcessSystem>>> = {
  carillon: startCarillonProcesses,
  slurm: startSlurm,
};

export async function processes(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- processes', args, {
    systems: { type: 'string', default: Object.keys(SYSTEMS).join(',') },
    programs: { type: 'string', default: '1000' },
    starts: { type: 'string', default: '20' },
  });
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const measured: Record<string, unknown>[] = [];
  for (const name of values.systems.split(',')) {
    const start = SYSTEMS[name];
    if (start === undefined) throw new Error(`--systems: "${name}" is none of ${Object.keys(SYSTEMS).join(', ')}`);
    const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
    const stamps = stampsIn(folder);
    const system = await start({ root, folder, say, stamp: `date +%s%3N >>${stamps}` });
    try {
      await allOf(system, WARM_UP_PROGRAMS);
      const atOnce = await allOf(system, Number(values.programs));
      measured.push({ system: name, version: system.version, atOnce, startMs: await starts(system, stamps, values) });
      say(JSON.stringify(measured.at(-1)));
    } finally {
      await system.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { systems: measured };
}

/** A file that a program of any user may write to. */
function stampsIn(folder: string): string {
  const file = join(folder, 'stamps');
  writeFileSync(file, '');
  chmodSync(file, 0o666);
  chmodSync(folder, 0o711);
  return file;
}

async function allOf(system: ProcessSystem, count: number): Promise<Record<string, unknown>> {
  const before = { ended: await system.ended(), used: processorSeconds('ownChildren') };
  const began = performance.now();
  await system.runMany(count);
  const requestedMs = performance.now() - began;
  const endedAll = async (): Promise<boolean> => (await system.ended()) - before.ended >= count;
  while (!(await endedAll()) && performance.now() - began < LIMIT_MS) await delay(POLL_MS);
  const seconds = (performance.now() - began) / MS_PER_SECOND;
  const ended = (await system.ended()) - before.ended;
  return {
    programs: count,
    ended,
    requestedMs: Math.round(requestedMs),
    endedPerSecond: Number((ended / seconds).toFixed(1)),
    processorSeconds: usedBetween(before.used, processorSeconds('ownChildren')),
  };
}

async function starts(system: ProcessSystem, stamps: string, options: { readonly starts: string }): Promise<unknown> {
  const lines = (): string[] => readFileSync(stamps, 'utf8').split('\n').slice(0, -1);
  const waits: number[] = [];
  for (let turn = 0; turn < Number(options.starts); turn++) {
    await delay(PAUSE_MS);
    const at = Date.now();
    await system.runStamp();
    while (lines().length <= turn) {
      if (Date.now() - at > START_LIMIT_MS) throw new Error('a program has not started');
      await delay(POLL_MS);
    }
    waits.push(Number(lines()[turn]) - at);
  }
  return summarize(waits);
}
