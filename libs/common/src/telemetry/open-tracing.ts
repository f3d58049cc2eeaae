import type { Tracing, TracingSettings } from './tracing.js';

/** Loads what it needs only where spans are wanted: services that are not traced pay nothing for it. */
export async function openTracing(
  settings: TracingSettings,
  self: { readonly service: string; readonly replica: string; readonly version: string },
): Promise<Tracing> {
  const { OtlpTracing } = await import('./otlp-tracing.js');
  return new OtlpTracing(settings, self);
}
