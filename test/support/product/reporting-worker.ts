/**
 * A web-service worker as a program of its own, so that its load does not count for the measuring process. Each attempt does what
 * its job's parameter `work` says: sends its log in numbered calls, saves job storage, reports its end. Calls are repeated
 * until they are taken, as a good worker does. What it did is given to the parent on request, over the channel of `fork`.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { linesOfCall, type AttemptReport, type WorkerMessage } from './worker-process.js';

const invocationSchema = z.looseObject({
  runId: z.string(),
  attemptId: z.string(),
  attempt: z.number(),
  task: z.string(),
  index: z.number(),
  scheduledFor: z.string().nullable(),
  job: z.looseObject({
    id: z.string(),
    parameters: z.looseObject({
      work: z.strictObject({
        logCalls: z.number(),
        linesPerCall: z.number(),
        saves: z.boolean(),
        failures: z.number().default(0),
        pauseMs: z.number().default(0),
      }),
    }),
  }),
  callback: z.object({ log: z.string(), status: z.string(), jobStorage: z.string(), token: z.string() }),
});
type Invocation = z.output<typeof invocationSchema>;

const CONNECTIONS = 128;
const CALL_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;
/** A call that has not been taken by then never is. */
const GIVE_UP_AFTER_MS = 600_000;

const agent = new Agent({ connections: CONNECTIONS, headersTimeout: CALL_TIMEOUT_MS, bodyTimeout: CALL_TIMEOUT_MS });
const reports = new Map<string, AttemptReport>();
let working = 0;

/** Repeats the call until it is answered other than by 429 or 5xx; false, with a word in the report, when it is refused. */
async function call(
  report: AttemptReport,
  { url, token, body, key }: { url: string; token: string; body: string; key: string },
): Promise<boolean> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    let askedToWaitMs = 0;
    let answer: string;
    try {
      const response = await request(url, {
        method: 'POST',
        dispatcher: agent,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body,
      });
      await response.body.dump();
      answer = String(response.statusCode);
      if (response.statusCode < 300) return true;
      askedToWaitMs = 1_000 * Number(response.headers['retry-after'] ?? 0);
      if (response.statusCode < 500 && response.statusCode !== 429) {
        report.refusals.push(`${url.slice(url.lastIndexOf('/') + 1)} was answered ${answer}`);
        return false;
      }
    } catch (error) {
      answer = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    }
    report.repeats[answer] = (report.repeats[answer] ?? 0) + 1;
    if (performance.now() > deadline) {
      report.refusals.push(`${url.slice(url.lastIndexOf('/') + 1)} was given up after ${answer}`);
      return false;
    }
    await delay(Math.max(pauseMs, askedToWaitMs) * (1 + randomInt(250) / 1_000));
  }
}

async function work(report: AttemptReport, { job, callback, runId, attempt, attemptId }: Invocation): Promise<void> {
  const { logCalls, linesPerCall, saves, failures, pauseMs } = job.parameters.work;
  const { token } = callback;
  for (let seq = 1; seq <= logCalls; seq++) {
    const lines = linesOfCall(attemptId, seq, linesPerCall);
    const body = JSON.stringify({ lines, seq });
    if (await call(report, { url: callback.log, token, body, key: `${attemptId}/log/${seq}` })) report.logCalls++;
    if (pauseMs > 0) await delay(pauseMs);
  }
  if (saves) {
    const savedFrom = Date.now();
    const body = JSON.stringify({ run: runId, attempt });
    if (await call(report, { url: callback.jobStorage, token, body, key: `${attemptId}/storage` })) {
      report.saved = { from: savedFrom, to: Date.now() };
    }
  }
  const state = attempt <= failures ? 'FAILED' : 'FINISHED';
  const body = JSON.stringify({ state, exitCode: state === 'FAILED' ? 1 : 0 });
  if (await call(report, { url: callback.status, token, body, key: `${attemptId}/status` })) {
    report.ended = { state, at: Date.now() };
  }
}

function take(invocation: Invocation): void {
  const known = reports.get(invocation.attemptId);
  if (known !== undefined) {
    known.calls++;
    return;
  }
  const { attemptId, runId, job, task, index, attempt, scheduledFor } = invocation;
  const report: AttemptReport = {
    id: attemptId,
    run: runId,
    job: job.id,
    place: { task, index, attempt },
    scheduledFor,
    calledAt: Date.now(),
    calls: 1,
    logCalls: 0,
    saved: null,
    ended: null,
    repeats: {},
    refusals: [],
  };
  reports.set(attemptId, report);
  working++;
  void work(report, invocation).finally(() => working--);
}

const server = createServer((incoming, response) => {
  let text = '';
  incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
  incoming.on('end', () => {
    const invocation = invocationSchema.safeParse(JSON.parse(text));
    response.writeHead(invocation.success ? 201 : 400).end(invocation.error?.message);
    if (invocation.success) take(invocation.data);
  });
});

const tell = (message: WorkerMessage): void => {
  if (process.connected) process.send?.(message);
};
process.on('message', () => {
  tell({ type: 'reports', reports: [...reports.values()], working });
});
process.once('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  tell({ type: 'listening', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
});
