import type { Tracing, TracingSettings } from './tracing.js';

/** Loads the tracing library only if tracing is configured, so that it costs other services nothing. */
export async function openTracing(
  settings: TracingSettings,
  self: { readonly service: string; readonly replica: string; readonly version: string },
): Promise<Tracing> {
  const { OtlpTracing } = await import('./otlp-tracing.js');
  return new OtlpTracing(settings, self);
}
