/** Examples of the OpenAPI document; a test checks them against the schemas. */

export const newJobExample = {
  tenant: 'ibm',
  name: 'Required Learning CSV upload',
  worker: 'requiredlearningcsv',
  cron: '0 10 * * *',
  parameters: { delimiter: ';' },
};

export const jobExample = {
  id: 'c33d29933ce131e4b0e97da5',
  version: 3,
  ...newJobExample,
  labels: {},
  enabled: true,
  owners: [],
  secureParameters: {},
  httpHeaders: {},
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  updatedBy: 'ada',
  paused: null,
  status: {
    nextSlot: '2026-12-01T10:00:00.000Z',
    lastSlot: '2026-11-30T10:00:00.000Z',
    lastSuccessStart: '2026-11-30T10:00:00.412Z',
    lastSuccessFinish: '2026-11-30T10:00:21.844Z',
    activeRuns: 0,
    queuedRuns: 0,
    delayedRuns: 0,
  },
};

export const slotsExample = {
  slots: [
    { nominal: '2026-12-01T09:00:00.000Z', effective: '2026-12-01T09:00:00.000Z', flags: [] },
    { nominal: '2026-12-02T09:00:00.000Z', effective: '2026-12-02T09:00:00.000Z', flags: [] },
  ],
};

export const gapsExample = {
  items: [
    {
      from: '2026-11-03T09:00:00.000Z',
      to: '2026-11-05T09:00:00.000Z',
      count: 3,
      backfilled: 0,
      outcome: 'paused',
      reason: 'Paused',
      message: 'The job was paused.',
    },
  ],
};

export const newWorkerExample = {
  id: 'requiredlearningcsv',
  name: 'Required Learning CSV upload',
  engine: 'webservice' as const,
  url: 'https://workers.example.com/requiredlearningcsv',
  httpHeaders: { Authorization: 'Basic dXNlcjpwYXNz' },
};

export const workerExample = {
  ...newWorkerExample,
  version: 1,
  httpHeaders: { Authorization: '***' },
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  updatedBy: 'ada',
};

const counts = { pending: 0, running: 0, succeeded: 1, failed: 0, terminating: 0 };
export const runExample = {
  id: 'c33d29933ce131e4b0e97da5-1796119200',
  job: 'c33d29933ce131e4b0e97da5',
  jobName: 'Required Learning CSV upload',
  jobVersion: 3,
  tenant: 'ibm',
  worker: 'requiredlearningcsv',
  engine: 'webservice' as const,
  trigger: 'schedule' as const,
  requestedBy: null,
  scheduledFor: '2026-12-01T10:00:00.000Z',
  startAfter: '2026-12-01T10:00:00.000Z',
  priority: 0,
  limitKey: null,
  createdAt: '2026-12-01T10:00:00.012Z',
  started: '2026-12-01T10:00:00.537Z',
  finished: '2026-12-01T10:00:21.844Z',
  state: 'FINISHED' as const,
  phase: 'Completed' as const,
  reason: 'AllIndexesSucceeded',
  message: '',
  exitCode: 0,
  generation: 0,
  retries: 0,
  preemptions: 0,
  phaseSince: '2026-12-01T10:00:21.844Z',
  minAvailable: null,
  archived: false,
  rerunOf: null,
  backfill: null,
  errorGroup: null,
  requests: null,
  totals: { ...counts, unknown: 0 },
  tasks: [{ name: 'main', indexes: 1, ...counts, completedIndexes: '0', failedIndexes: '' }],
};

export const attemptExample = {
  id: 'c33d29933ce131e4b0e97da5-1796119200/0/main/0/1',
  task: 'main',
  index: 0,
  generation: 0,
  attempt: 1,
  state: 'succeeded' as const,
  result: 'succeeded' as const,
  started: '2026-12-01T10:00:00.537Z',
  finished: '2026-12-01T10:00:21.844Z',
  exitCode: 0,
  exitCodes: null,
  reason: 'Succeeded',
  message: '',
  node: null,
  pod: null,
  logComplete: true,
  logReason: null,
  progress: null,
};

export const jobBatchExample = {
  body: { jobs: [newJobExample, { ...newJobExample, id: 'ibm-unknown', name: 'unknown', worker: 'unknown' }] },
  answer: {
    created: 1,
    refused: 1,
    items: [
      { status: 201 as const, id: jobExample.id, version: 1, etag: '"1"' },
      {
        status: 400,
        code: 'VALIDATION_FAILED',
        detail: 'the request is not valid',
        errors: [{ path: 'worker', message: 'there is no worker unknown' }],
      },
    ],
  },
};

export const runBatchExample = {
  body: {
    runs: [
      { job: runExample.job, parameters: { day: '2026-12-01' }, idempotencyKey: 'upload-2026-12-01' },
      { job: 'ibm-unknown' },
    ],
  },
  answer: {
    accepted: 1,
    refused: 1,
    items: [
      { status: 202 as const, run: '01kbcx0000zq4m8r2v6y1t5w9a' },
      { status: 404, code: 'NOT_FOUND', detail: 'there is no job ibm-unknown' },
    ],
  },
};
