/**
 * The subject of the work under way, for every log line that is written in it, without passing it to the code that logs. The trace is
 * that of the run: its id is derived from the run's, so all services know it without communication.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { parseAttemptId } from '../domain/ids.js';
import { traceIdOf } from '../telemetry/trace-context.js';

export interface LogContext {
  readonly run?: string;
  /** Set for a request that was made with a `traceparent`. */
  readonly trace?: string;
  /** Set for a request to the api. */
  readonly request?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Does the work; its log lines, and those of all code that it calls, have the fields of `context`. */
export const inLogContext = <T>(context: LogContext, work: () => T): T => storage.run(context, work);

/** The fields of the line that is written now. A new object each time: the logger adds to it. */
export function logFields(): LogContext {
  const context = storage.getStore();
  if (context === undefined) return {};
  return context.run === undefined || context.trace !== undefined
    ? { ...context }
    : { ...context, trace: traceIdOf(context.run) };
}

/** The run that a message names, directly or by its attempt. */
export function contextOfMessage(payload: unknown): LogContext {
  const { run, attempt } = (payload ?? {}) as { readonly run?: unknown; readonly attempt?: unknown };
  if (typeof run === 'string') return { run };
  const ofAttempt = typeof attempt === 'string' ? parseAttemptId(attempt)?.run : undefined;
  return ofAttempt === undefined ? {} : { run: ofAttempt };
}
