import { constants } from 'node:os';
import type { AttemptEnd } from '#common/run/run.js';
import type { ExitFile } from './spool.js';

/** The convention of shells: a process that was ended by a signal has exit code 128 plus the signal's number. */
const SIGNAL_BASE = 128;

/** The end of an attempt from the exit of its process. */
export function endOf({ exitCode, signal, endedAt, error, reason }: ExitFile): AttemptEnd {
  if (error !== undefined)
    return { result: 'failed', at: endedAt, exitCode, reason: reason ?? reasonOf(exitCode), message: error };
  if (signal !== null) {
    const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0;
    const code = SIGNAL_BASE + number;
    return { result: 'failed', at: endedAt, exitCode: code, reason: 'Signal', message: `ended by ${signal}` };
  }
  if (exitCode === 0) return { result: 'succeeded', at: endedAt, exitCode, reason: 'Exited', message: '' };
  return { result: 'failed', at: endedAt, exitCode, reason: 'ExitCode', message: `exit code ${String(exitCode)}` };
}

const reasonOf = (exitCode: number | null): string => (exitCode === null ? 'SupervisorLost' : 'StartError');
