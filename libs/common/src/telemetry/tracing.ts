/**
 * Spans of runs, for an OpenTelemetry collector. Each is exported when it is over, with both its times: nothing is carried along, and a
 * process that dies loses at most the spans that it was about to export. Ids follow from what a span is of (`trace-context.ts`).
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
  /** Why it failed; absent where it did not. */
  readonly error?: string;
}

export interface Tracing {
  record(span: TracedSpan): void;
  /** Whether the share of traces that is exported has this one. */
  isExported(trace: string): boolean;
  /** Sends what is left, for as long as that takes a moment only. */
  close(): Promise<void>;
}

export interface TracingSettings {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The share of all traces that is exported, 0 to 1; the same traces in every service. */
  readonly ratio: number;
}
