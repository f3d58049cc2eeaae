import { contracts } from '#common/messages/registry.js';
import type { PayloadOf } from '#common/messages/contract.js';
import { asRunId, asTenantId, attemptSegment, type AttemptId } from '#common/domain/ids.js';
import type { AttemptResult } from '#common/run/run.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { until } from '#testing/until.js';
import { startApi, type ApiUnderTest, type Reply, type Loose } from './api-under-test.js';
import { firstAttempt, liveAttempt, storeRun } from './stored-runs.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => api.stop());

const call = async (
  attempt: AttemptId,
  kind: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<Loose>> =>
  api.ask('POST', `/callbacks/runs/${attemptSegment(attempt)}/${kind}`, {
    token: api.secrets.callbackToken(attempt),
    body,
    headers,
  });

async function running(run: string): Promise<AttemptId> {
  const attempt = firstAttempt(run);
  await storeRun(api.mongo, run, { phase: 'Running', live: [liveAttempt(attempt)] });
  return attempt;
}

async function ended(run: string, result: AttemptResult, endedAt: number): Promise<AttemptId> {
  const attempt = firstAttempt(run);
  await storeRun(api.mongo, run, { phase: 'Completed' });
  const end = { result, at: endedAt, exitCode: null, reason: 'Reported', message: '' };
  const key = { run: asRunId(run), tenant: asTenantId('ibm'), task: 'main', index: 0, generation: 0, attempt: 1 };
  await new AttemptsStore(api.mongo).recordEnd({
    id: attempt,
    ...key,
    startedAt: null,
    end,
    node: null,
    logComplete: null,
    logReason: null,
  });
  return attempt;
}

async function waiting(service: 'executor' | 'log-collector', run: string): Promise<Loose[]> {
  const inbox = new InboxStore(api.mongo, api.secrets);
  const entries: Loose[] = [];
  for await (const part of inbox.read(await inbox.ofAttempts(service, [firstAttempt(run)])))
    entries.push(...(part as unknown as Loose[]));
  return entries;
}

describe('with the owners available', () => {
  const heard: {
    status: PayloadOf<typeof contracts.reportStatus>[];
    log: PayloadOf<typeof contracts.appendLog>[];
    storage: PayloadOf<typeof contracts.saveStorage>[];
    seen: string[];
  } = { status: [], log: [], storage: [], seen: [] };
  const stops: (() => void)[] = [];
  /** Attempts that the executor does not know, or knows as ended: it refuses their callbacks. */
  const over = new Set<string>();

  beforeAll(() => {
    stops.push(
      api.standIn(contracts.reportStatus, (payload) => {
        heard.status.push(payload);
        return payload.message === 'refuse me' || over.has(payload.attempt)
          ? { ok: false as const, code: 'ATTEMPT_ENDED', detail: 'another status stands' }
          : { ok: true as const };
      }),
      api.standIn(contracts.appendLog, (payload) => {
        heard.log.push(payload);
        return { ok: true as const };
      }),
      api.standIn(contracts.saveStorage, (payload) => {
        heard.storage.push(payload);
        return { ok: true as const };
      }),
      api.nats.listen(contracts.attemptSeen, {}, ({ attempt }) => heard.seen.push(attempt)),
    );
  });
  afterAll(() => {
    for (const stop of stops) stop();
  });

  test('a status is sent to the executor and is answered when it is stored', async () => {
    const attempt = await running('s1');
    const reply = await call(attempt, 'status', {
      state: 'FINISHED',
      message: 'done',
      exitCode: 0,
      progress: { rows: 3 },
    });
    expect(reply).toMatchObject({ status: 204, text: '' });
    expect(heard.status.at(-1)).toMatchObject({
      attempt,
      state: 'FINISHED',
      message: 'done',
      exitCode: 0,
      progress: { rows: 3 },
    });
    const refused = await call(attempt, 'status', { state: 'FAILED', message: 'refuse me' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'ATTEMPT_ENDED', detail: 'another status stands' } });
  });

  test('null counts as left out, and a long message is cut', async () => {
    const attempt = await running('s1b');
    const body = { state: 'FAILED', message: 'é'.repeat(5_000), exitCode: null, progress: null, outputs: null };
    expect(await call(attempt, 'status', body)).toMatchObject({ status: 204 });
    const told = heard.status.at(-1)!;
    expect(told).toMatchObject({ attempt, state: 'FAILED', exitCode: null, progress: null });
    expect([told.message?.length, told.message?.at(-1), 'outputs' in told]).toEqual([2_000, '…', false]);
    expect(await call(attempt, 'log', { lines: ['a'], seq: null })).toMatchObject({ status: 204 });
  });

  test('a byte order mark and the breaks at the ends of lines are no text', async () => {
    const attempt = await running('l1b');
    await call(attempt, 'log', { lines: ['a\n', 'b\r\n', 'c\n\n', ''] });
    expect(heard.log.at(-1)?.lines).toEqual(['a', 'b', 'c\n', '']);
    await call(attempt, 'log', '\ufeffa\r\nb', { 'content-type': "text/plain; charset='utf-8'" });
    expect(heard.log.at(-1)?.lines).toEqual(['a', 'b']);
  });

  test('log lines are accepted as text or as JSON, and prove that the attempt is alive', async () => {
    const attempt = await running('l1');
    expect((await call(attempt, 'log', 'one\r\ntwo\n\nthree', { 'content-type': 'text/plain' })).status).toBe(204);
    expect(heard.log.at(-1)).toMatchObject({ attempt, lines: ['one', 'two', '', 'three'], seq: null });
    expect((await call(attempt, 'log', { lines: ['four'], seq: 7 })).status).toBe(204);
    expect(heard.log.at(-1)).toMatchObject({ lines: ['four'], seq: 7 });
    await until('the sign of life', () => heard.seen.includes(attempt));
    expect(await call(attempt, 'log', { lines: 'four' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'lines' }] },
    });
  });

  test('job storage is any JSON value up to its limit', async () => {
    const attempt = await running('st1');
    for (const value of [{ a: 1 }, [1, 2], 'text', 7, null, false]) {
      expect((await call(attempt, 'job_storage', JSON.stringify(value))).status).toBe(204);
      expect(heard.storage.at(-1)!.value).toEqual(value);
    }
    expect(await call(attempt, 'job_storage', { a: 'x'.repeat(97 * 1024) })).toMatchObject({ status: 413 });
    expect((await call(attempt, 'job_storage', undefined)).status).toBe(400);
  });

  test('NUL is kept in lines of output, and refused in values that are shown or passed on', async () => {
    const attempt = await running('nul1');
    expect((await call(attempt, 'log', { lines: ['a\0b'] })).status).toBe(204);
    expect(heard.log.at(-1)).toMatchObject({ lines: ['a\0b'] });
    const refused = { status: 400, body: { code: 'VALIDATION_FAILED' } };
    const status = await call(attempt, 'status', { state: 'FINISHED', message: 'a\0b' });
    expect(status).toMatchObject({ ...refused, body: { errors: [{ path: 'message' }] } });
    const progress = await call(attempt, 'status', { state: 'RUNNING', progress: { file: '\0' } });
    expect(progress).toMatchObject({ ...refused, body: { errors: [{ path: 'progress.file' }] } });
    const storage = await call(attempt, 'job_storage', { last: ['\0'] });
    expect(storage).toMatchObject({ ...refused, body: { errors: [{ path: 'last.0' }] } });
  });

  test('only the token of the attempt itself is accepted', async () => {
    const attempt = await running('t1');
    const path = `/callbacks/runs/${attemptSegment(attempt)}/status`;
    const other = api.secrets.callbackToken(firstAttempt('t2'));
    for (const token of [null, 'nonsense', other, 'bootstrap-token-of-the-test']) {
      expect((await api.ask('POST', path, { token, body: { state: 'FINISHED' } })).status).toBe(401);
      // A caller without the right to call does not learn the form of the call.
      expect((await api.ask('POST', path, { token, body: { state: 'NONE' } })).status).toBe(401);
    }
    expect((await api.ask('POST', '/callbacks/runs/nonsense/status', { body: { state: 'RUNNING' } })).status).toBe(401);
  });

  test('after the end the same status is accepted, another is not; lines are accepted for a minute', async () => {
    const now = Date.now();
    const fresh = await ended('e1', 'succeeded', now - 1_000);
    const old = await ended('e2', 'failed', now - 61_000);
    for (const attempt of [fresh, old, firstAttempt('never')]) over.add(attempt);
    expect((await call(fresh, 'status', { state: 'FINISHED' })).status).toBe(204);
    expect((await call(fresh, 'status', { state: 'FAILED' })).status).toBe(409);
    expect((await call(fresh, 'status', { state: 'RUNNING' })).status).toBe(409);
    expect((await call(fresh, 'log', { lines: ['late'] })).status).toBe(204);
    expect((await call(fresh, 'job_storage', { late: true })).status).toBe(204);
    expect((await call(old, 'status', { state: 'FAILED' })).status).toBe(204);
    expect((await call(old, 'log', { lines: ['too late'] })).status).toBe(409);
    expect((await call(old, 'job_storage', {})).status).toBe(409);
    expect((await call(firstAttempt('never'), 'status', { state: 'RUNNING' })).status).toBe(409);
  });
});

describe('with the owners unavailable', () => {
  test('a callback is stored for its owner, a repeat of it once, and answered', async () => {
    const attempt = await running('away');
    expect((await call(attempt, 'status', { state: 'FINISHED' })).status).toBe(204);
    expect((await call(attempt, 'status', { state: 'FINISHED' })).status).toBe(204);
    expect((await call(attempt, 'log', { lines: ['a'], seq: 1 })).status).toBe(204);
    expect((await call(attempt, 'log', { lines: ['a'], seq: 1 })).status).toBe(204);
    expect((await call(attempt, 'log', 'b', { 'content-type': 'text/plain' })).status).toBe(204);
    expect((await call(attempt, 'job_storage', { a: 1 })).status).toBe(204);
    expect(await waiting('executor', 'away')).toMatchObject([
      { kind: 'status', attempt, payload: { v: 1, attempt, state: 'FINISHED', message: null } },
    ]);
    const kept = await waiting('log-collector', 'away');
    expect(kept.map((entry) => entry['kind']).sort()).toEqual(['job_storage', 'log', 'log']);
    for (const { payload } of kept.filter((entry) => entry['kind'] === 'log')) {
      expect(contracts.appendLog.schema.safeParse(payload).success).toBe(true);
    }
  });

  test('an owner that cannot handle the callback now is treated as unavailable', async () => {
    const attempt = await running('stuck');
    const stop = api.standIn(contracts.reportStatus, () => ({
      ok: false as const,
      code: 'UNAVAILABLE',
      detail: 'no database',
    }));
    expect((await call(attempt, 'status', { state: 'FAILED' })).status).toBe(204);
    expect(await waiting('executor', 'stuck')).toHaveLength(1);
    stop();
  });

  test('a callback that comes too late is still refused', async () => {
    const attempt = await ended('late', 'succeeded', Date.now() - 120_000);
    expect((await call(attempt, 'log', { lines: ['x'] })).status).toBe(409);
    expect((await call(attempt, 'status', { state: 'FAILED' })).status).toBe(409);
    expect(await waiting('log-collector', 'late')).toEqual([]);
  });
});
