import { DEFAULT_IDLE_TIMEOUT_SECONDS } from '#common/domain/limits.js';
import { DEFAULT_RETENTION } from '#common/spec/definitions.js';
import type { JobSpec } from '#common/spec/job.js';
import { aSpec, planFor } from '#testing/builders/run-builder.js';
import { planOf } from './plan.js';

const job = (fields: Partial<JobSpec> = {}): JobSpec => ({ tenant: 't', name: 'j', worker: 'w', ...fields });

test('durations of the job become milliseconds, and missing ones get their defaults', () => {
  expect(planFor(job({ timeoutSeconds: 2, activeDeadlineSeconds: 3, startDeadlineSeconds: 4 }))).toMatchObject({
    timeoutMs: 2_000,
    activeDeadlineMs: 3_000,
    startDeadlineMs: 4_000,
  });
  expect(planFor(job())).toMatchObject({ timeoutMs: null, activeDeadlineMs: null, startDeadlineMs: 900_000 });
});

test('an exponential backoff has a first delay by default, a constant one has none', () => {
  const retryOf = (retry: JobSpec['retry']): unknown => planFor(job({ retry })).tasks[0]?.retry;
  expect(retryOf({ backoff: 'exponential' })).toMatchObject({
    exponential: true,
    delayMs: 10_000,
    maxDelayMs: 600_000,
  });
  expect(retryOf({})).toMatchObject({ exponential: false, delayMs: 0 });
});

test('retry rules are converted with all of their fields', () => {
  const rules = [
    { exitCodes: [75], delaySeconds: 9 },
    { httpStatuses: [501, '4xx' as const], retry: false },
  ];
  expect(planFor(job({ retry: { jitter: 'equal', rules } })).tasks[0]?.retry).toMatchObject({
    jitterShare: 0.5,
    rules: [
      { exitCodes: new Set([75]), httpStatuses: null, reasons: null, retry: true, delayMs: 9_000 },
      { exitCodes: null, httpStatuses: new Set([501, '4xx']), reasons: null, retry: false, delayMs: null },
    ],
  });
});

test('a change of the run overrides its snapshot', () => {
  const [task] = planFor(job({ parallelism: { withCount: 4 } }), { parallelism: { maxActive: 2 } }).tasks;
  expect(task).toMatchObject({ indexes: 4, maxActive: 2 });
});

test('every engine uses the idle timeout of the job; only a web service has a default', () => {
  const worker = { name: 'Worker', engine: 'webservice', url: 'http://worker.example' } as const;
  const idle = (given: JobSpec, of: object = {}): number | null =>
    planOf({ ...aSpec(given), ...of }, DEFAULT_RETENTION).idleTimeoutMs;
  const own = job({ idleTimeoutSeconds: 5 });
  const none = job({});
  expect([idle(own), idle(own, { engine: 'webservice', worker })]).toEqual([5_000, 5_000]);
  expect([idle(none), idle(none, { engine: 'webservice', worker })]).toEqual([
    null,
    DEFAULT_IDLE_TIMEOUT_SECONDS * 1_000,
  ]);
});

test('the retention of the job overrides that of its tenant', () => {
  const { retention } = planFor(job({ retention: { successful: DEFAULT_RETENTION.successful + 1 } }));
  expect(retention).toMatchObject({
    successful: DEFAULT_RETENTION.successful + 1,
    failed: DEFAULT_RETENTION.failed,
  });
});
