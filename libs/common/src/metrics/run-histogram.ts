import type { Histogram } from 'prom-client';
import type { RunId } from '../domain/ids.js';

/** The trace of a run; null for one that is not exported. */
export type TraceOf = (run: RunId) => string | null;

/** A histogram of runs. Where runs are traced, each of its buckets leads to the trace of the last run in it, by an exemplar. */
export class RunHistogram {
  constructor(
    private readonly histogram: Histogram,
    private readonly traceOf: TraceOf | null,
  ) {}

  observe(seconds: number, run: RunId): void {
    if (this.traceOf === null) {
      this.histogram.observe(seconds);
      return;
    }
    const trace = this.traceOf(run);
    this.histogram.observe({ labels: {}, value: seconds, exemplarLabels: trace === null ? {} : { trace_id: trace } });
  }
}
