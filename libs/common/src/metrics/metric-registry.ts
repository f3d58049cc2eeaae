/** The metrics that one service exports: its own families and those of every service, measured when they are read. */
import { OVER } from '../clock/over.js';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricConfiguration,
  type RegistryContentType,
} from 'prom-client';
import { delay } from '../clock/clock.js';
import { SERVICES, type ServiceName } from '../domain/service-name.js';
import { RunHistogram, type TraceOf } from './run-histogram.js';

/** The delay of the event loop is measured this often; a shorter interval would be most of what a service costs at rest. */
const EVENT_LOOP_SAMPLE_MS = 100;
/** A reader of the metrics waits at most this long for measurements. */
const MEASURE_WAIT_MS = 300;

/** `all`: every family of every service, for documents and checks. */
export type Exporter = ServiceName | 'all';

export const EVERY_SERVICE: readonly ServiceName[] = SERVICES;

export class MetricRegistry {
  readonly registry = new Registry<RegistryContentType>();
  private readonly exporters = new Map<string, readonly ServiceName[]>();
  private readonly measures: { readonly measure: () => void | Promise<void>; underWay: Promise<void> | null }[] = [];

  /** `traceOf`: null where nothing is traced. Only OpenMetrics has the exemplars that lead to traces. */
  constructor(
    private readonly exporter: Exporter,
    private readonly traceOf: TraceOf | null,
  ) {
    if (traceOf !== null) this.registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  }

  /** Measures a value whenever the metrics are read. A slow measurement delays no reader: its last value is used. */
  beforeReading(measure: () => void | Promise<void>): void {
    this.measures.push({ measure, underWay: null });
  }

  /** The exposition text of all metrics. */
  async text(): Promise<string> {
    const measuring = this.measures.map((each) => {
      each.underWay ??= Promise.resolve(each.measure()).finally(() => {
        each.underWay = null;
      });
      return each.underWay;
    });
    const waited = new AbortController();
    await Promise.race([Promise.all(measuring), delay(MEASURE_WAIT_MS, waited.signal)]);
    waited.abort(OVER);
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** The services that export a family; undefined for an unknown family. */
  exportersOf(name: string): readonly ServiceName[] | undefined {
    return this.exporters.get(name);
  }

  protected counter<L extends string = never>(
    name: string,
    by: readonly ServiceName[],
    help: string,
    ...labelNames: L[]
  ): Counter<L> {
    return new Counter(this.family({ name, help, labelNames }, by));
  }

  protected gauge<L extends string = never>(
    name: string,
    by: readonly ServiceName[],
    help: string,
    ...labelNames: L[]
  ): Gauge<L> {
    return new Gauge(this.family({ name, help, labelNames }, by));
  }

  protected histogram<L extends string = never>(
    name: string,
    by: readonly ServiceName[],
    { help, buckets }: { readonly help: string; readonly buckets: readonly number[] },
    ...labelNames: L[]
  ): Histogram<L> {
    return new Histogram({ ...this.family({ name, help, labelNames }, by), buckets: [...buckets] });
  }

  /** A histogram whose values each belong to a run. */
  protected runHistogram(
    name: string,
    by: readonly ServiceName[],
    { help, buckets }: { readonly help: string; readonly buckets: readonly number[] },
  ): RunHistogram {
    const enableExemplars = this.traceOf !== null;
    const family = this.family({ name, help, labelNames: [] }, by);
    return new RunHistogram(new Histogram({ ...family, buckets: [...buckets], enableExemplars }), this.traceOf);
  }

  /** A metric that the service does not export can be counted, too, but is not exposed. */
  private family<L extends string>(
    family: { readonly name: string; readonly help: string; readonly labelNames: L[] },
    by: readonly ServiceName[],
  ): MetricConfiguration<L> {
    this.exporters.set(family.name, by);
    const isExported = this.exporter === 'all' || by.includes(this.exporter);
    return { ...family, registers: isExported ? [this.registry] : [] };
  }
}
