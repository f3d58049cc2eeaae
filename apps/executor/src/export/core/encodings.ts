/**
 * The bodies of the two protocols: OTLP/HTTP logs as JSON (`ExportLogsServiceRequest` in the JSON mapping of Protocol Buffers: names in
 * camel case, integers of 64 bits as text), and the push API of Loki. Pure: the same lines give the same bytes. Within a millisecond, the
 * number of the line orders the lines of a log; it stands in the last six digits of the nanoseconds.
 */
import type { Instant } from '#common/domain/instant.js';
import type { ExportLine } from './export-line.js';

export const EXPORT_KINDS = ['otlp', 'loki'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** The paths below the address of the target. */
export const PATHS: Readonly<Record<ExportKind, string>> = { otlp: '/v1/logs', loki: '/loki/api/v1/push' };

const MS_IN_NANOSECONDS_DIGITS = 6;
const NUMBERS_IN_A_MILLISECOND = 10 ** MS_IN_NANOSECONDS_DIGITS;

export const nanosecondsOf = ({ at, seq }: { readonly at: Instant; readonly seq: number }): string =>
  `${at}${String(seq % NUMBERS_IN_A_MILLISECOND).padStart(MS_IN_NANOSECONDS_DIGITS, '0')}`;

/** `version`: of Carillon. */
export const encode = (kind: ExportKind, lines: readonly ExportLine[], version: string): string =>
  JSON.stringify(kind === 'otlp' ? otlpLogs(lines, version) : lokiPush(lines));

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

function otlpLogs(lines: readonly ExportLine[], version: string): object {
  const attributes = attributesOf({
    'service.namespace': 'carillon',
    'service.name': 'carillon',
    'service.version': version,
  });
  const scopes = [...Map.groupBy(lines, ({ job }) => (job === null ? 'carillon.audit' : 'carillon.logs'))];
  const scopeLogs = scopes.map(([name, those]) => ({ scope: { name }, logRecords: those.map(logRecord) }));
  return { resourceLogs: [{ resource: { attributes }, scopeLogs }] };
}

function logRecord(line: ExportLine): object {
  const { id, text, tenant, job, stream, facts } = line;
  const own = Object.entries({ tenant, job: job?.id ?? null, job_name: job?.name ?? null, ...facts });
  return {
    timeUnixNano: nanosecondsOf(line),
    body: { stringValue: text },
    attributes: attributesOf({
      'log.record.uid': id,
      'log.iostream': job === null ? null : stream,
      ...Object.fromEntries(own.map(([name, value]) => [`carillon.${name}`, value])),
    }),
  };
}

const attributesOf = (facts: ExportLine['facts']): Attribute[] =>
  Object.entries(facts).flatMap(([key, value]) =>
    value === null
      ? []
      : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }],
  );

/** Few labels, because each combination is a stream of Loki's index; everything else is structured metadata. */
function lokiPush(lines: readonly ExportLine[]): object {
  const streams = new Map<string, { stream: Record<string, string>; values: unknown[] }>();
  for (const line of lines) {
    const { id, text, tenant, job, stream, facts } = line;
    const labels = textsOf({ service_name: 'carillon', tenant, job: job?.name ?? null, stream });
    const key = JSON.stringify(labels);
    const values = streams.get(key)?.values ?? [];
    values.push([nanosecondsOf(line), text, textsOf({ id, job_id: job?.id ?? null, ...facts })]);
    streams.set(key, { stream: labels, values });
  }
  return { streams: [...streams.values()] };
}

const textsOf = (facts: ExportLine['facts']): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
