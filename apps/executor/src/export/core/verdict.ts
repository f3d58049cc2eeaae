/** What the answer of a target means for the lines that were sent. Pure. */
import type { Instant } from '#common/domain/instant.js';
import { parseJson } from '#common/domain/parse-json.js';
import type { ExportKind } from './encodings.js';

export type Verdict =
  /** The target has the lines, except those that it refuses for good. */
  | { readonly type: 'taken'; readonly refused: number; readonly problem: string | null }
  /** Fewer lines may be accepted. */
  | { readonly type: 'tooLarge'; readonly problem: string }
  /** To be sent again, not before `retryAt` if the target names a time. */
  | { readonly type: 'later'; readonly problem: string; readonly retryAt: Instant | null }
  /** Nothing that is sent is accepted until somebody repairs the settings or the target. */
  | { readonly type: 'unusable'; readonly problem: string };

export interface TargetAnswer {
  readonly status: number;
  readonly text: string;
  /** The time that `Retry-After` names. */
  readonly retryAt: Instant | null;
}

const OK = 200;
const REDIRECTED = 300;
const REFUSED = 400;
const TOO_LARGE = 413;
const SERVER_ERROR = 500;
/** Unauthorized, Payment Required, Forbidden, Not Found, Method Not Allowed, Proxy Authentication Required, Unsupported Media Type. */
const UNUSABLE = [401, 402, 403, 404, 405, 407, 415];
/** Request Timeout, Too Early, Too Many Requests. */
const LATER = [408, 425, 429];
const SHOWN_CHARACTERS = 300;
/** The end of Loki's answer where it refuses some lines and has stored the others. */
const IGNORED = /total ignored: (\d+) out of \d+/;

/** `lines`: how many were sent. */
export function verdictOf(kind: ExportKind, { status, text, retryAt }: TargetAnswer, lines: number): Verdict {
  const problem = `the target answered ${status}: ${text.slice(0, SHOWN_CHARACTERS)}`;
  if (status >= OK && status < REDIRECTED) return takenOf(kind, text, lines);
  if (status >= SERVER_ERROR || LATER.includes(status)) return { type: 'later', problem, retryAt };
  if (status < REFUSED || UNUSABLE.includes(status)) return { type: 'unusable', problem };
  if (status === TOO_LARGE && lines > 1) return { type: 'tooLarge', problem };
  const ignored = kind === 'loki' ? IGNORED.exec(text)?.[1] : undefined;
  return { type: 'taken', refused: Math.min(lines, Number(ignored ?? lines)), problem };
}

/** OTLP answers a partial success with 200 and `{"partialSuccess": {"rejectedLogRecords": "2", "errorMessage": "…"}}`. */
function takenOf(kind: ExportKind, text: string, lines: number): Verdict {
  const { rejectedLogRecords = 0, errorMessage = '' } = kind === 'otlp' ? partialIn(text) : {};
  const refused = Math.min(lines, Math.max(0, Math.trunc(Number(rejectedLogRecords)) || 0));
  const problem = `the target rejects log records: ${String(errorMessage).slice(0, SHOWN_CHARACTERS)}`;
  return { type: 'taken', refused, problem: refused > 0 ? problem : null };
}

interface PartialSuccess {
  readonly rejectedLogRecords?: unknown;
  readonly errorMessage?: unknown;
}

/** An answer that is no JSON has no such part. */
function partialIn(text: string): PartialSuccess {
  try {
    return (parseJson(text) as { partialSuccess?: PartialSuccess } | null)?.partialSuccess ?? {};
  } catch {
    return {};
  }
}
