/**
 * One message of every contract as version 1 writes it. Samples are never edited: a message that was ever sent must parse
 * in all later versions, because old ones may still be in a stream when a new version starts.
 */
import type { Contracts } from '#common/messages/registry.js';

export const samples: Readonly<Record<keyof Contracts, { readonly payload: unknown; readonly reply?: unknown }>> = {
  runWaits: { payload: { v: 1, run: 'j1-1795000000' } },
  shareLimits: {
    payload: {
      v: 1,
      replica: 'executor-a-1',
      lease: 2,
      seq: 7,
      view: {
        alive: [{ replica: 'executor-a-1', lease: 2 }],
        silent: [{ replica: 'executor-b-1', lease: 1 }],
        asOf: 1795000000000,
        older: 0,
      },
      limits: [
        {
          key: 'worker/echo',
          holds: 3,
          inUse: 2,
          waiting: 5,
          least: 1,
          rank: 1795000000000,
          tokens: 0,
          counts: [{ replica: 'executor-b-1', lease: 1, live: 4 }],
        },
      ],
    },
    reply: {
      ok: true,
      parts: [{ key: 'worker/echo', units: 7, target: 7, tokens: null, count: false, covered: false }],
    },
  },
  dispatch: { payload: { v: 1, run: 'j1-1795000000' } },
  runChanged: {
    payload: {
      v: 1,
      run: 'j1-1795000000',
      rev: 3,
      tenant: 'ibm',
      job: 'j1',
      jobName: 'Required Learning CSV upload',
      worker: 'requiredlearningcsv',
      engine: 'kubernetes',
      trigger: 'schedule',
      scheduledFor: 1795000000000,
      createdAt: 1795000000012,
      started: 1795000000100,
      finished: 1795000004100,
      exitCode: 0,
      phase: 'Completed',
      state: 'FINISHED',
      transitions: [
        {
          at: 1795000004100,
          phase: 'Completed',
          state: 'FINISHED',
          reason: 'AllIndexesSucceeded',
          message: '',
          actor: 'executor',
        },
      ],
    },
  },
  liveLog: {
    payload: {
      v: 1,
      attempt: 'j1-1795000000/0/main/0/1',
      lines: [{ seq: 1, at: 1795000000200, stream: 'stdout', text: 'hello' }],
    },
  },
  applyJob: { payload: { v: 1, job: 'j1' }, reply: { ok: true, jobRev: 4, nextSlot: 1795000060000 } },
  prepareRun: { payload: { v: 1, job: 'j1', preparation: 'p1' }, reply: { ok: true } },
  admitRun: {
    payload: {
      v: 1,
      run: 'r1',
      job: 'j1',
      requestedBy: 'anna',
      startAfter: null,
      parameters: { file: 'a.csv' },
      concurrencyPolicy: 'Forbid',
    },
    reply: { ok: false, code: 'CONCURRENCY_FORBIDDEN', detail: 'a run is active' },
  },
  admitRuns: {
    payload: { v: 1, requests: [{ run: 'r1', job: 'j1', requestedBy: 'anna', startAfter: null }] },
    reply: { ok: true, replies: [{ ok: true, run: 'r1' }] },
  },
  startBackfill: {
    payload: {
      v: 1,
      backfill: 'b1',
      job: 'j1',
      requestedBy: 'anna',
      from: 1795000000000,
      to: 1795000060000,
      dryRun: false,
      concurrencyPolicy: 'Enqueue',
      maxPerMinute: 60,
    },
    reply: { ok: true, slots: [1795000000000, 1795000060000] },
  },
  runDependents: {
    payload: { v: 1, run: 'j1-1795000000', key: '01k', requestedBy: 'anna' },
    reply: {
      ok: true,
      dependents: [
        { job: 'j2', outcome: 'started', run: 'j2-a1795000000-r01k', unmet: [] },
        { job: 'j3', outcome: 'waiting', run: null, unmet: [1] },
      ],
    },
  },
  cancelBackfill: { payload: { v: 1, backfill: 'b1', actor: 'anna' }, reply: { ok: true } },
  schedulerHint: { payload: { v: 1, run: 'r1' } },
  redeliver: { payload: { v: 1, notice: 'j1-1795000000/0/failed/Xb3kQ9vLm2Pa' }, reply: { ok: true } },
  changeErrorGroup: {
    payload: {
      v: 1,
      group: '5f0c9e1d2b3a4c5d6e7f8a9b',
      mute: { until: { type: 'time', at: 1_795_000_000_000 }, why: 'the supplier is moving' },
      actor: 'ada',
    },
    reply: { ok: true },
  },
  changeIncident: {
    payload: { v: 1, incident: '5f0c9e1d2b3a4c5d6e7f8a9b-1', action: 'acknowledge', actor: 'anna' },
    reply: { ok: true },
  },
  testChannel: {
    payload: { v: 1, tenant: 'ibm', channel: 'ops', actor: 'anna' },
    reply: { ok: true, delivered: false, status: 404, reason: 'the webhook answered 404', tookMs: 87 },
  },
  removeRun: { payload: { v: 1, run: 'j1-1795000000' }, reply: { ok: true } },
  reportStatus: {
    payload: {
      v: 1,
      attempt: 'r1/0/main/0/1',
      at: 1795000000300,
      state: 'FINISHED',
      message: 'done',
      exitCode: 0,
      progress: { rows: 10 },
    },
    reply: { ok: true },
  },
  attemptSeen: { payload: { v: 1, attempt: 'r1/0/main/0/1', at: 1795000000300 } },
  jobsSucceeded: { payload: { v: 1, successes: [{ job: 'j', started: 1795000000000, finished: 1795000000300 }] } },
  appendLog: {
    payload: { v: 1, attempt: 'r1/0/main/0/1', at: 1795000000300, lines: ['one', 'two'], seq: 1, key: 'k' },
    reply: { ok: true },
  },
  saveStorage: {
    payload: { v: 1, attempt: 'r1/0/main/0/1', at: 1795000000300, value: { ts: 1 }, key: 'k' },
    reply: { ok: true },
  },
  sealOutput: {
    payload: { v: 1, attempt: 'r1/0/main/0/1', engine: 'process', host: 'node-1', startedAt: 1795000000200 },
    reply: { ok: true, sealed: true, complete: false, reason: 'the node is gone' },
  },
  sealOutputHere: {
    payload: { v: 1, attempt: 'r1/0/main/0/1', engine: 'process', host: 'node-1', startedAt: null },
    reply: { ok: true, sealed: false, complete: false, reason: 'StillReading' },
  },
  lastWritten: {
    payload: { v: 1, engine: 'process', attempts: [{ attempt: 'r1/0/main/0/1', host: 'node-1' }] },
    reply: { ok: true, signs: [{ at: 1795000000200 }, { at: null }, {}] },
  },
  lastWrittenHere: {
    payload: { v: 1, engine: 'process', attempts: [{ attempt: 'r1/0/main/0/1', host: 'node-1' }] },
    reply: { ok: true, signs: [{ at: 1795000000200 }] },
  },
  putStorage: {
    payload: { v: 1, job: 'j1', tenant: 'ibm', actor: 'anna', expectedVersion: 3, value: { ts: 1 } },
    reply: { ok: true, version: 4 },
  },
  deleteStorage: {
    payload: { v: 1, job: 'j1', tenant: 'ibm', actor: 'anna', expectedVersion: null },
    reply: { ok: false, code: 'PRECONDITION_FAILED', detail: 'job storage is at version 4, not 3' },
  },
  restoreStorage: {
    payload: { v: 1, job: 'j1', tenant: 'ibm', actor: 'anna', expectedVersion: null, version: 2 },
    reply: { ok: true, version: 5 },
  },
  setLogLevel: { payload: { v: 1, service: 'executor', module: 'kubernetes', level: 'debug', seconds: 900 } },
  diagnose: { payload: { v: 1, kind: 'cpuProfile', name: 'executor-1-1795000000', seconds: 10 } },
};
