/** The reporting worker as its parent sees it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The worker's record of one attempt; times are epoch milliseconds. */
export interface AttemptReport {
  readonly id: string;
  readonly run: string;
  readonly job: string;
  readonly place: { readonly task: string; readonly index: number; readonly attempt: number };
  readonly scheduledFor: string | null;
  readonly calledAt: number;
  /** How often the worker was called for it: more than once is a duplicated start. */
  calls: number;
  /** Log calls that were taken. */
  logCalls: number;
  /** When the save of job storage was sent first, and when it was taken. */
  saved: { readonly from: number; readonly to: number } | null;
  /** The final state, and when it was taken. */
  ended: { readonly state: 'FINISHED' | 'FAILED'; readonly at: number } | null;
  /** Answers (or error codes) after which a call was repeated, with their numbers. */
  readonly repeats: Record<string, number>;
  /** Calls that were refused for good. */
  readonly refusals: string[];
}

/** The work of each attempt of a job: the job's parameter `work`. */
export interface Work {
  readonly logCalls: number;
  readonly linesPerCall: number;
  /** Saves `{run, attempt}` as job storage. */
  readonly saves: boolean;
  /** Attempts of an index up to this one fail. */
  readonly failures?: number;
  /** After each log call. */
  readonly pauseMs?: number;
}

/** The lines that an attempt's log has when all its calls were taken. */
export function linesOf(attempt: string, { logCalls, linesPerCall }: Work): string[] {
  const seqs = Array.from({ length: logCalls }, (_, i) => i + 1);
  return seqs.flatMap((seq) => linesOfCall(attempt, seq, linesPerCall));
}

export const linesOfCall = (attempt: string, seq: number, lines: number): string[] =>
  Array.from({ length: lines }, (_, i) => `${attempt} ${seq}.${i + 1}`);

export type WorkerMessage =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'reports'; readonly reports: AttemptReport[]; readonly working: number };

const POLL_MS = 1_000;

export class WorkerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts the compiled program under `root`. */
  static async start(root: string): Promise<WorkerProcess> {
    const program = join(root, 'dist', 'test', 'support', 'product', 'reporting-worker.js');
    const child = fork(program, [], { env: { ...process.env, NODE_OPTIONS: '' } });
    const message = await nextMessage(child);
    if (message.type !== 'listening') throw new Error('the worker did not say where it listens');
    return new WorkerProcess(child, message.url);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Everything since its start, and how many attempts are still at work. */
  async reports(): Promise<{ reports: AttemptReport[]; working: number }> {
    const answer = nextMessage(this.child);
    this.child.send('reports');
    const message = await answer;
    if (message.type !== 'reports') throw new Error('the worker did not report');
    return message;
  }

  /** As `reports`, but waits until no attempt is at work any more, for at most `maxMs`. */
  async whenDone(maxMs: number): Promise<{ reports: AttemptReport[]; working: number }> {
    const begun = performance.now();
    for (;;) {
      const found = await this.reports();
      if (found.working === 0 || performance.now() - begun > maxMs) return found;
      await delay(POLL_MS);
    }
  }

  stop(): void {
    if (this.child.connected) this.child.disconnect();
    this.child.kill('SIGKILL');
  }
}

/** Rejects where the program ends instead. */
async function nextMessage(child: ChildProcess): Promise<WorkerMessage> {
  const heard = new AbortController();
  const { signal } = heard;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as WorkerMessage),
      once(child, 'exit', { signal }).then(([code, by]) => {
        throw new Error(`the worker's program ended: ${String(code ?? by)}`);
      }),
    ]);
  } finally {
    heard.abort();
  }
}
