/** Spans as OTLP over HTTP, by the OpenTelemetry SDK: the only place that knows it. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type IdGenerator,
} from '@opentelemetry/sdk-trace';
import type { TracedSpan, Tracing, TracingSettings } from './tracing.js';

/** Spans that wait to be sent; further ones are dropped. */
const MAX_WAITING_SPANS = 8_192;
const MAX_SPANS_PER_REQUEST = 512;
const SEND_EVERY_MS = 1_000;
const SEND_TIMEOUT_MS = 5_000;
/** When the service stops, remaining spans must be sent within this time. */
const CLOSE_TIMEOUT_MS = 2_000;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Gives the next span predetermined ids. */
class GivenIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  next: Pick<TracedSpan, 'trace' | 'id'> | null = null;

  generateTraceId(): string {
    return this.next?.trace ?? this.random.generateTraceId();
  }

  generateSpanId(): string {
    return this.next?.id ?? this.random.generateSpanId();
  }
}

export class OtlpTracing implements Tracing {
  private readonly ids = new GivenIds();
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private readonly sampler: TraceIdRatioBasedSampler;

  constructor(
    { endpoint, headers, ratio }: TracingSettings,
    { service, replica, version }: { readonly service: string; readonly replica: string; readonly version: string },
  ) {
    this.sampler = new TraceIdRatioBasedSampler(ratio);
    const exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers: { ...headers },
      timeoutMillis: SEND_TIMEOUT_MS,
    });
    this.provider = new TracerProvider({
      idGenerator: this.ids,
      sampler: this.sampler,
      resource: resourceFromAttributes({
        'service.namespace': 'carillon',
        'service.name': service,
        'service.instance.id': replica,
        'service.version': version,
      }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: MAX_WAITING_SPANS,
          maxExportBatchSize: MAX_SPANS_PER_REQUEST,
          scheduledDelayMillis: SEND_EVERY_MS,
          exportTimeoutMillis: SEND_TIMEOUT_MS,
        }),
      ],
    });
    this.tracer = this.provider.getTracer('carillon', version);
  }

  isExported(trace: string): boolean {
    return this.sampler.shouldSample(ROOT_CONTEXT, trace).decision === SamplingDecision.RECORD_AND_SAMPLED;
  }

  record(span: TracedSpan): void {
    const { name, trace: traceId, parent, from, to, kind = 'internal', attributes = {}, error } = span;
    const above =
      parent === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parent, traceFlags: TraceFlags.SAMPLED });
    this.ids.next = span;
    const otelSpan = this.tracer.startSpan(
      name,
      { startTime: from, kind: KINDS[kind], attributes: { ...attributes } },
      above,
    );
    this.ids.next = null;
    if (error !== undefined) otelSpan.setStatus({ code: SpanStatusCode.ERROR, message: error });
    otelSpan.end(Math.max(from, to));
  }

  async close(): Promise<void> {
    await this.provider.forceFlush({ timeoutMillis: CLOSE_TIMEOUT_MS }).catch(() => undefined);
  }
}
