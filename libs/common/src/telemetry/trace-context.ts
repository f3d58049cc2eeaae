/**
 * The ids of traces and spans, by the W3C's Trace Context. The ids of a run's trace, and of spans to which others refer, are hashes of
 * the ids of run and attempt: every service computes the same ids, also after a crash, and nothing is stored for them. Pure.
 */
import { createHash } from 'node:crypto';
import { parseAttemptId, type AttemptId } from '../domain/ids.js';

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-|$)/;

const hashed = (text: string, bytes: number): string =>
  createHash('sha256')
    .update(`carillon ${text}`)
    .digest('hex')
    .slice(0, 2 * bytes);

/** The trace of a run: 32 hexadecimal digits. */
export const traceIdOf = (run: string): string => hashed(`trace ${run}`, TRACE_BYTES);

/** The span of a whole run: 16 hexadecimal digits. */
export const runSpanId = (run: string): string => hashed(`run ${run}`, SPAN_BYTES);

/** The span of one attempt, in the trace of its run. */
export const attemptSpanId = (attempt: AttemptId): string => hashed(`attempt ${attempt}`, SPAN_BYTES);

/** The `traceparent` of a worker, so that its own spans become children of its attempt's span. */
export function traceparentOf(attempt: AttemptId): string {
  const run = parseAttemptId(attempt)?.run ?? '';
  return `00-${traceIdOf(run)}-${attemptSpanId(attempt)}-01`;
}

/** The trace and the span that a caller names; null where the header is missing or invalid. */
export function parseTraceparent(text: string | undefined): { readonly trace: string; readonly span: string } | null {
  const [, trace, span] = TRACEPARENT.exec(text ?? '') ?? [];
  return trace === undefined || span === undefined || /^0+$/.test(trace) || /^0+$/.test(span) ? null : { trace, span };
}
