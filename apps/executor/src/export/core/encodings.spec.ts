import { asAttemptId, asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import type { ChainedEntry } from '#common/domain/audit.js';
import { encode, nanosecondsOf } from './encodings.js';
import { lineOfAudit, lineOfRun } from './export-line.js';

const AT = Date.parse('2026-11-21T10:00:00.123Z');
const run = { run: asRunId('r1'), tenant: asTenantId('ibm'), job: asJobId('ibm-j1'), jobName: 'billing' };
const attempt = asAttemptId('r1/0/main/3/2');
const lineOf = (seq: number, text: string, stream: 'stdout' | 'stderr' = 'stdout') =>
  lineOfRun(run, { attempt, seq, at: AT, stream, text });
const entry: ChainedEntry = {
  id: 'e1',
  at: AT,
  actor: 'ada',
  subject: 'token:1',
  role: 'admin',
  address: '10.0.0.1',
  tenant: null,
  action: 'createTenant',
  object: 'tenant/ibm',
  detail: null,
  refusedWith: null,
  outcomeOf: null,
  chain: '',
  seq: 7,
  prev: 'p',
  prevAt: AT - 1,
  hash: 'h',
  proof: 'of the hash',
};

test('the nanoseconds keep the order of the lines of one millisecond', () => {
  expect(nanosecondsOf({ at: AT, seq: 1 })).toBe('1795255200123000001');
  expect(nanosecondsOf({ at: AT, seq: 1_000_002 })).toBe('1795255200123000002');
});

// As in the examples of opentelemetry-proto: camel case, integers of 64 bits as text, attributes as AnyValue.
test('OTLP: lines of logs and entries of the audit are log records of two scopes', () => {
  const body: unknown = JSON.parse(encode('otlp', [lineOf(12, 'a "quoted" ***'), lineOfAudit(entry)], '1.2.3'));
  const text = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
  const int = (key: string, intValue: string): object => ({ key, value: { intValue } });
  const { proof: _proof, ...shown } = entry;
  expect(body).toEqual({
    resourceLogs: [
      {
        resource: {
          attributes: [
            text('service.namespace', 'carillon'),
            text('service.name', 'carillon'),
            text('service.version', '1.2.3'),
          ],
        },
        scopeLogs: [
          {
            scope: { name: 'carillon.logs' },
            logRecords: [
              {
                timeUnixNano: '1795255200123000012',
                body: { stringValue: 'a "quoted" ***' },
                attributes: [
                  text('log.record.uid', 'r1/0/main/3/2/12'),
                  text('log.iostream', 'stdout'),
                  text('carillon.tenant', 'ibm'),
                  text('carillon.job', 'ibm-j1'),
                  text('carillon.job_name', 'billing'),
                  text('carillon.run', 'r1'),
                  text('carillon.attempt', 'r1/0/main/3/2'),
                  text('carillon.task', 'main'),
                  int('carillon.index', '3'),
                  int('carillon.line', '12'),
                ],
              },
            ],
          },
          {
            scope: { name: 'carillon.audit' },
            logRecords: [
              {
                timeUnixNano: '1795255200123000007',
                body: { stringValue: JSON.stringify(shown) },
                attributes: [
                  text('log.record.uid', 'audit/e1'),
                  text('carillon.action', 'createTenant'),
                  text('carillon.object', 'tenant/ibm'),
                  text('carillon.actor', 'ada'),
                ],
              },
            ],
          },
        ],
      },
    ],
  });
});

test('Loki: a stream for each tenant, job and output stream; everything else is structured metadata, as text', () => {
  const lines = [lineOf(1, 'one'), lineOf(2, 'bad', 'stderr'), lineOf(3, 'two'), lineOfAudit(entry)];
  const { streams } = JSON.parse(encode('loki', lines, '1.2.3')) as {
    streams: { stream: object; values: [string, string, object][] }[];
  };
  const labels = { service_name: 'carillon', tenant: 'ibm', job: 'billing' };
  expect(streams.map(({ stream, values }) => [stream, values.map(([, text]) => text)])).toEqual([
    [{ ...labels, stream: 'stdout' }, ['one', 'two']],
    [{ ...labels, stream: 'stderr' }, ['bad']],
    [{ service_name: 'carillon', stream: 'audit' }, [expect.stringContaining('"createTenant"')]],
  ]);
  expect(streams[0]?.values[1]).toEqual([
    '1795255200123000003',
    'two',
    {
      id: 'r1/0/main/3/2/3',
      job_id: 'ibm-j1',
      run: 'r1',
      attempt: 'r1/0/main/3/2',
      task: 'main',
      index: '3',
      line: '3',
    },
  ]);
});

test('the same lines give the same bytes, so that a repeated request is the same one', () => {
  const lines = [lineOf(1, 'one'), lineOfAudit(entry)];
  for (const kind of ['otlp', 'loki'] as const) expect(encode(kind, lines, '1')).toBe(encode(kind, [...lines], '1'));
});
