/** One trace from the slot to the end of its run, sent by all services to a collector of the test. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { asAttemptId } from '#common/domain/ids.js';
import { attemptSpanId, runSpanId, traceIdOf, traceparentOf } from '#common/telemetry/trace-context.js';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const LIMIT_MS = 240_000;
const attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) });
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.union([z.string(), z.number()]).transform(BigInt),
              endTimeUnixNano: z.union([z.string(), z.number()]).transform(BigInt),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Span = z.output<typeof sent>['resourceSpans'][number]['scopeSpans'][number]['spans'][number] & { service: string };

const spans: Span[] = [];
const authorizations = new Set<string | undefined>();
let collector: Server;
let quickstart: QuickstartProcess;
let api: Api;

beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      authorizations.add(request.headers.authorization);
      for (const { resource, scopeSpans } of sent.parse(body).resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  quickstart = QuickstartProcess.inNewFolder({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
  });
  api = new Api(() => quickstart.state());
  await quickstart.start('--empty');
}, LIMIT_MS);
afterAll(async () => {
  await quickstart.dispose();
  collector.close();
}, LIMIT_MS);

test(
  'the run of a slot is one trace, which its worker gets',
  async () => {
    await api.call('POST', '/tenants', { id: 'traced', name: 'Traced' });
    await api.call('POST', '/workers', {
      id: 'teller',
      name: 'Teller',
      engine: 'process',
      command: ['sh', '-c', 'echo "traceparent=$TRACEPARENT"'],
    });
    await api.call('POST', '/jobs', {
      id: 'each-second',
      tenant: 'traced',
      name: 'Each second',
      worker: 'teller',
      schedule: { cron: '* * * * * *' },
    });
    const run = await eventually('a run of a slot that has finished', async () =>
      (await api.runs('each-second')).find(({ state, trigger }) => state === 'FINISHED' && trigger === 'schedule'),
    );
    await api.call('POST', '/jobs/each-second/pause');
    const attempt = asAttemptId(`${run.id}/0/main/0/1`);
    expect(await api.log(run.id)).toContain(`traceparent=${traceparentOf(attempt)}`);
    const ofRun = (): Span[] => spans.filter(({ traceId }) => traceId === traceIdOf(run.id));
    const whole = await eventually('the span of the whole run', () =>
      Promise.resolve(ofRun().find(({ spanId }) => spanId === runSpanId(run.id))),
    );
    await eventually('what the scheduler and the collector told', () =>
      Promise.resolve(
        ['dispatch', 'collector.v1.seal.{shard}', 'attempt'].every((name) =>
          ofRun().some((span) => span.name === name),
        ),
      ),
    );
    const received = ofRun();
    expect(whole).toMatchObject({ name: 'run', service: 'executor' });
    expect(whole.parentSpanId ?? '').toBe('');
    expect(received.find(({ name }) => name === 'attempt')).toMatchObject({
      spanId: attemptSpanId(attempt),
      parentSpanId: runSpanId(run.id),
    });
    expect(received.find(({ name }) => name === 'start')).toMatchObject({ parentSpanId: attemptSpanId(attempt) });
    const plan = received.find(({ name }) => name === 'plan');
    expect(plan).toMatchObject({ parentSpanId: runSpanId(run.id) });
    // A slot is planned ahead of its time or, when the planner is late, after it: the run's own span begins with the slot.
    expect(whole.startTimeUnixNano).toBe(BigInt(Date.parse(run.scheduledFor ?? '')) * 1_000_000n);
    expect(plan && plan.startTimeUnixNano <= whole.startTimeUnixNano).toBe(true);
    expect([...new Set(received.map(({ service }) => service))].sort()).toEqual([
      'executor',
      'log-collector',
      'scheduler',
    ]);
    expect(received.every(({ startTimeUnixNano: from, endTimeUnixNano: to }) => from <= to)).toBe(true);
    expect([...authorizations]).toEqual(['Bearer of-the-collector']);
    // The duration of runs links to traces, too.
    const metrics = await fetch(quickstart.state().services.executor.metricsUrl);
    expect(metrics.headers.get('content-type')).toContain('application/openmetrics-text');
    const traces = (await api.runs('each-second')).map(({ id }) => traceIdOf(id));
    const [, led] =
      /^carillon_run_duration_seconds_bucket\{.* # \{trace_id="(\w+)"\}/m.exec(await metrics.text()) ?? [];
    expect(traces).toContain(led);
  },
  LIMIT_MS,
);
