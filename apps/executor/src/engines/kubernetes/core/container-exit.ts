/** The exit of a container, and its text for operators. */
import type { ContainerStatus, Termination } from './observed-pod.js';

export interface Exit extends Termination {
  readonly name: string;
}

/** Longer messages are cut at their beginning, because the error is at the end of a log. */
const MAX_LAST_WORDS = 1_000;

/** The exit code of shells and runtimes for a signal: 128 and its number. */
const SIGNALS: Readonly<Record<number, string>> = {
  129: 'SIGHUP',
  130: 'SIGINT',
  131: 'SIGQUIT',
  132: 'SIGILL',
  134: 'SIGABRT',
  135: 'SIGBUS',
  136: 'SIGFPE',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  141: 'SIGPIPE',
  143: 'SIGTERM',
};

/**
 * How a container ended last; null if it runs or never ran. Nodes (seen with 1.36) report a container that they do not find as ended with 137, even
 * if it never started: then nothing has exited.
 */
export function terminationOf({ containerID, state, lastState }: ContainerStatus): Termination | null {
  const own = state?.terminated;
  const isFound = own?.reason !== 'ContainerStatusUnknown' || own.startedAt !== null || containerID !== '';
  if (own && isFound) return own;
  return state?.running ? null : (lastState?.terminated ?? null);
}

export function describeExit({ name, exitCode, message }: Pick<Exit, 'name' | 'exitCode' | 'message'>): string {
  const signal = SIGNALS[exitCode];
  const what = `container ${name} exited with ${exitCode}${signal === undefined ? '' : ` (${signal})`}`;
  const words = message.trim();
  if (words === '') return what;
  return `${what}: ${words.length > MAX_LAST_WORDS ? `…${words.slice(-MAX_LAST_WORDS)}` : words}`;
}
