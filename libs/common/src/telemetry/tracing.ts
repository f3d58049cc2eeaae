/**
 * Spans of runs, for an OpenTelemetry collector. Each is exported when it has ended, with both its times: no open span is kept, and a
 * process that dies loses at most the spans that it was about to export. Ids are derived (`trace-context.ts`).
 */
export interface TracedSpan {
  readonly name: string;
  readonly trace: string;
  /** Set where other services refer to it; any other id otherwise. */
  readonly id?: string;
  readonly parent?: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  /** Why it failed; absent if it did not. */
  readonly error?: string;
}

export interface Tracing {
  record(span: TracedSpan): void;
  /** Whether this trace is among the exported share. */
  isExported(trace: string): boolean;
  /** Sends the remaining spans, within a short time limit. */
  close(): Promise<void>;
}

export interface TracingSettings {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The share of all traces that is exported, 0 to 1; the same traces in every service. */
  readonly ratio: number;
}
