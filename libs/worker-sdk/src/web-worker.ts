/**
 * A web-service worker: takes invocations, runs a handler for each, and reports its end, even after a crash.
 *
 * ```ts
 * const worker = new WebWorker({ folder: './worker-state', secrets: [process.env.SIGNING_SECRET] }, async (task) => {
 *   for (const row of await rowsAfter(task.storage, { signal: task.signal })) await task.log(`read ${row.id}`);
 *   await task.saveStorage(() => ({ lastRow: row.id }));
 *   return { message: 'all rows read' };
 * });
 * createServer(worker.listener).listen(8080);
 * ```
 *
 * The worker's `url` is where it listens, its `cancelUrl` the same with `/cancel`.
 */
import { inspect } from 'node:util';
import { MAX_TIMER_MS } from './longest-timer.js';
import { parseJson } from '#common/domain/parse-json.js';
import { callBack, RefusedError, type Callback } from './callbacks.js';
import { nodeListener, type Call, type NodeListener, type Reply } from './http-listener.js';
import type { Invocation } from './invocation.js';
import { Journal, type End, type Ended, type Entry } from './journal.js';
import { DoneAttempts } from './done-attempts.js';
import { requireSecrets, signatureProblem, wasSignedBefore } from './signature.js';
import { Task } from './task.js';

/** The result of a handler. An error that it throws is a failure with the error's message. */
export type Outcome =
  | {
      readonly message?: string;
      readonly exitCode?: number;
      /** Results by name: jobs that run after this run may be given them. */
      readonly outputs?: Readonly<Record<string, unknown>>;
    }
  | undefined;
export type Handler = (task: Task) => Promise<Outcome>;

export interface WebWorkerOptions {
  /** Where invocations and results are kept until they are acknowledged; one folder for each process. */
  readonly folder: string;
  /** One of these secrets must have signed a call: the `whsec_…` of the worker's header `webhook-signature`. Empty: no signature is required. */
  readonly secrets: readonly string[];
  /** Attempts at once; a further invocation is answered 503 and comes again. 100 unless given. */
  readonly maxActive?: number;
  /** How often a running attempt reports that it runs, in seconds; 60 unless given. */
  readonly heartbeatSeconds?: number;
  /** Work that was under way when the process died is reported as failed (so that the job's retries decide), or begun again. */
  readonly afterRestart?: 'fail' | 'repeat';
  /** Called with errors that cannot be reported elsewhere. */
  readonly onProblem?: (message: string, attemptId: string) => void;
}

const DEFAULT_MAX_ACTIVE = 100;
const DEFAULT_HEARTBEAT_SECONDS = 60;
const MAX_MESSAGE_LENGTH = 1_000;
const RESTARTED: End = {
  state: 'FAILED',
  message: 'the worker ended while it processed the attempt, and was started again',
};

export class WebWorker {
  /** For `http.createServer`, and for Express: `app.use('/work', worker.listener)`, before any body parser. */
  readonly listener: NodeListener = nodeListener(async (call) => this.answer(call));
  private readonly journal: Journal;
  private readonly active = new Map<string, Task>();
  private readonly done = new DoneAttempts();
  private readonly startedAt = Date.now();
  private readonly reporting = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  private isClosing = false;

  constructor(
    private readonly options: WebWorkerOptions,
    private readonly handler: Handler,
  ) {
    requireSecrets(options.secrets);
    this.journal = new Journal(options.folder);
    for (const entry of this.journal.read()) this.takeUp(entry);
  }

  /** The answer to a call, independent of the HTTP server. `body` is the exact text. */
  async answer({ isCancel, headers, body }: Call): Promise<Reply> {
    const { secrets } = this.options;
    const problem = secrets.length === 0 ? null : signatureProblem(headers, body, { secrets });
    if (problem !== null) return { status: 401, text: problem };
    const said = jsonOf(body);
    if (!isCancel) {
      const isOld = secrets.length > 0 && wasSignedBefore(headers, this.startedAt);
      return isInvocation(said) ? this.begin(said, isOld) : { status: 400, text: 'the body is not an invocation' };
    }
    if (!isCancellation(said)) return { status: 400, text: 'the body is not a cancellation' };
    this.active.get(said.attemptId)?.cancel(typeof said.reason === 'string' ? said.reason : 'cancelled');
    return { status: 204, text: '' };
  }

  /** Accepts no more work, cancels running attempts, and resolves when all ends are reported or `withinMs` is over. */
  async close(withinMs = 10_000): Promise<void> {
    this.isClosing = true;
    for (const task of this.active.values()) task.cancel('the worker is closing');
    // A handler may not heed its signal: what it does after that time is reported when the worker is started again.
    await new Promise<void>((resolve) => {
      const late = setTimeout(
        () => {
          this.closing.abort(new Error('the worker is closing'));
          resolve();
        },
        Math.min(withinMs, MAX_TIMER_MS),
      );
      void Promise.all(this.reporting).finally(() => {
        clearTimeout(late);
        resolve();
      });
    });
  }

  private async begin(invocation: Invocation, isOld: boolean): Promise<Reply> {
    const { attemptId } = invocation;
    // The answer to the first of these calls may have been lost.
    if (this.active.has(attemptId)) return { status: 200, text: 'the attempt is in progress' };
    if (this.done.has(attemptId)) return { status: 200, text: 'the attempt was done already' };
    // The call may have been handled before this process began. Carillon signs a repeat again; an eavesdropper cannot.
    if (isOld) return { status: 503, text: 'the request was signed before the worker was started' };
    if (this.done.isFull) return { status: 503, text: 'too many attempts ended in the last minutes; try again later' };
    if (this.isClosing || this.active.size >= (this.options.maxActive ?? DEFAULT_MAX_ACTIVE))
      return {
        status: 503,
        text: this.isClosing
          ? 'the worker is closing'
          : 'the worker has its maximum number of attempts in progress; try again later',
      };
    const task = new Task(invocation);
    this.active.set(attemptId, task);
    try {
      await this.journal.write({ invocation, end: null });
    } catch (error) {
      this.active.delete(attemptId);
      return { status: 503, text: `the attempt cannot be stored: ${messageOf(error)}` };
    }
    this.follow(attemptId, this.work(task));
    return { status: 201, text: 'started' };
  }

  /** Handles the leftovers of an earlier process: reports its results, and fails or repeats its work. */
  private takeUp(entry: Entry): void {
    const { invocation } = entry;
    const task = new Task(invocation);
    this.active.set(invocation.attemptId, task);
    const isRepeated = entry.end === null && this.options.afterRestart === 'repeat';
    const ended = entry.end === null ? { invocation, end: RESTARTED, left: { log: [] } } : entry;
    this.follow(invocation.attemptId, isRepeated ? this.work(task) : this.report(ended));
  }

  private follow(attemptId: string, work: Promise<void>): void {
    const followed = work
      .catch((error: unknown) => {
        this.options.onProblem?.(messageOf(error), attemptId);
      })
      .finally(() => {
        this.active.delete(attemptId);
        this.done.add(attemptId);
        this.reporting.delete(followed);
      });
    this.reporting.add(followed);
  }

  private async work(task: Task): Promise<void> {
    const { heartbeatSeconds = DEFAULT_HEARTBEAT_SECONDS } = this.options;
    let isBeating = false;
    const beat = setInterval(
      () => {
        if (isBeating) return;
        isBeating = true;
        task
          .heartbeat()
          .catch(() => undefined)
          .finally(() => {
            isBeating = false;
          });
      },
      Math.min(heartbeatSeconds * 1_000, MAX_TIMER_MS),
    );
    const end = await endOf(this.handler, task).finally(() => {
      clearInterval(beat);
    });
    const { invocation } = task;
    const ended = { invocation, end, left: task.leave() };
    // From here on the result survives the end of this process. If it cannot be stored it can still be reported.
    await this.journal.write(ended).catch((error: unknown) => {
      this.options.onProblem?.(`the end of the attempt cannot be stored: ${messageOf(error)}`, invocation.attemptId);
    });
    await task.settled();
    await this.report(ended);
  }

  private async report({ invocation, end, left }: Ended): Promise<void> {
    const problems: RefusedError[] = [];
    const send = async (name: Callback, body: unknown): Promise<void> => {
      try {
        await callBack(invocation, name, { body, signal: this.closing.signal });
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        problems.push(error);
      }
    };
    for (const batch of left.log) await send('log', batch);
    if (left.storage) await send('jobStorage', left.storage.value);
    const isWhole = problems.length === 0;
    if (isWhole) await send('status', end);
    // Without another end, an attempt whose result the API does not take would last until its idle time.
    const [problem] = problems;
    if (problem !== undefined && (!isWhole || problem.isOfBody)) await send('status', failureOf(problem.message));
    // The run may have been decided without this attempt: its end is not expected any more.
    for (const { message } of problems) this.options.onProblem?.(message, invocation.attemptId);
    await this.journal.remove(invocation.attemptId);
  }
}

async function endOf(handler: Handler, task: Task): Promise<End> {
  try {
    const end: End = { state: 'FINISHED', ...(await handler(task)) };
    // Throws for a value that JSON does not have, such as a BigInt: it could be neither stored nor reported.
    JSON.stringify(end);
    return end;
  } catch (error) {
    return failureOf(messageOf(error));
  }
}

const failureOf = (message: string): End => ({ state: 'FAILED', message: message.slice(0, MAX_MESSAGE_LENGTH) });

function jsonOf(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAddress = (value: unknown): boolean => isText(value) && /^https?:\/\//.test(value) && URL.canParse(value);

/** Checks the fields of a start that no cancellation has: the signature covers the body alone, so neither may pass for the other. */
function isInvocation(said: unknown): said is Invocation {
  if (!isObject(said) || !isText(said['attemptId']) || !isObject(said['callback'])) return false;
  const { log, status, jobStorage, token } = said['callback'];
  return [log, status, jobStorage].every(isAddress) && isText(token);
}

const isCancellation = (said: unknown): said is { readonly attemptId: string; readonly reason?: unknown } =>
  isObject(said) && isText(said['attemptId']) && !('callback' in said);

/** Also of a thrown value that is no error, and of one that has no text. */
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === 'string' ? error : inspect(error);
