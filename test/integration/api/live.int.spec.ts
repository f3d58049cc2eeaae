import { contracts } from '#common/messages/registry.js';
import { attemptId, asRunId, asTenantId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import type { Phase } from '#common/run/phase.js';
import { runChanged } from '#common/run/run-changed.js';
import { until } from '#testing/until.js';
import { obligingScheduler, startApi, type ApiUnderTest } from './api-under-test.js';
import { follow as followAt, type Follower } from './follower.js';
import { firstAttempt, storeLines, storeRun, T0 } from './stored-runs.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
});
afterAll(async () => api.stop());

/** Reads a stream of the api. */
async function follow(path: string, headers: Record<string, string> = {}): Promise<Follower> {
  const follower = await followAt(api, path, headers);
  expect(follower.headers.get('content-type')).toBe('text/event-stream');
  return follower;
}

const texts = (follower: Follower): unknown[] =>
  follower.events.filter((e) => e.type === 'line').map((e) => e.data['text']);

/** Stores a transition of a run, and publishes it, unless its message is lost. */
async function move(run: Run, phase: Phase, message: 'told' | 'lost' = 'told'): Promise<Run> {
  const made = { at: Date.now(), phase, reason: 'R', message: '', actor: 'executor', pod: 'pod-1' };
  const finished = phase === 'Completed' ? made.at : null;
  const next: Run = { ...run, phase, finished, rev: run.rev + 1, transitions: [...run.transitions, made] };
  expect(await new RunsStore(api.mongo).save(next, run.rev)).toBe(true);
  const { shard, tenant } = next;
  if (message === 'told') {
    await api.nats.publishDurable(contracts.runChanged, { shard, tenant }, runChanged(next, [made]));
  }
  return next;
}

/** The phases of a run that a reader received, in order. */
const phasesOf = (follower: Follower, run: string): unknown[] =>
  follower.events
    .filter(({ type, data }) => type === 'run' && data['id'] === run)
    .flatMap(({ data }) => (data['transitions'] as { phase: string }[]).map(({ phase }) => phase));

const live = (run: string, firstSeq: number, lines: string[]): void => {
  api.nats.publish(
    contracts.liveLog,
    { run },
    {
      v: 1,
      attempt: firstAttempt(run),
      lines: lines.map((text, i) => ({ seq: firstSeq + i, at: T0 + firstSeq + i, stream: 'stdout' as const, text })),
    },
  );
};

test('the log of one attempt is plain text; of several, every line names its attempt', async () => {
  await storeRun(api.mongo, 'text');
  const second = attemptId({ run: asRunId('text'), generation: 0, task: 'main', index: 0, attempt: 2 });
  await storeLines(api.mongo, firstAttempt('text'), { firstSeq: 1, at: T0, texts: ['one', 'two', ''] });
  const alone = await api.ask<string>('GET', '/runs/text/logs');
  expect(alone.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(alone.body).toBe('one\ntwo\n\n');
  await storeLines(api.mongo, second, { firstSeq: 1, at: T0 + 10, texts: ['three'] });
  expect((await api.ask('GET', '/runs/text/logs')).body).toBe(
    'main/0.1 one\nmain/0.1 two\nmain/0.1 \nmain/0.2 three\n',
  );
  expect((await api.ask('GET', '/runs/text/logs?attempt=2')).body).toBe('three\n');
  expect((await api.ask('GET', '/runs/text/logs?task=main&index=0&attempt=1&tail=2')).body).toBe('two\n\n');
  expect((await api.ask('GET', '/runs/text/logs?attempt=2&timestamps=true')).body).toBe(
    '2026-11-21T10:00:00.010Z three\n',
  );
  expect((await api.ask('GET', '/runs/text/logs?since=2026-11-21T10:00:00.002Z')).body).toBe(
    'main/0.1 \nmain/0.2 three\n',
  );
  expect((await api.ask('GET', '/runs/text/logs?q=TWO')).body).toMatch(/^\S+ two\n$/);
  expect((await api.ask('GET', '/runs/text/logs?q=nowhere')).body).toBe('');
  expect((await api.ask('GET', '/runs/text/logs?task=other')).body).toBe('');
});

test('a followed log gives stored lines, then new ones, once and in order, and ends with the run', async () => {
  const run = await storeRun(api.mongo, 'followed', { phase: 'Running' });
  const attempt = firstAttempt('followed');
  await storeLines(api.mongo, attempt, { firstSeq: 1, at: T0, texts: ['a', 'b'] });
  const follower = await follow('/runs/followed/logs');
  await until('the stored lines', () => texts(follower).length === 2);
  live('followed', 2, ['b', 'c']);
  await until('the live line', () => texts(follower).length === 3);
  // Line 4 is lost on its way; the store has it.
  await storeLines(api.mongo, attempt, { firstSeq: 3, at: T0 + 3, texts: ['c', 'd', 'e'] });
  live('followed', 5, ['e']);
  await until('the lost line', () => texts(follower).length === 5);
  await storeLines(api.mongo, attempt, { firstSeq: 6, at: T0 + 6, texts: ['f'] });
  await move(run, 'Completed');
  await until('the end', follower.ended);
  expect(texts(follower)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(follower.events.at(-1)).toMatchObject({ type: 'end', data: { state: 'FINISHED', phase: 'Completed' } });
  expect(follower.events[0]!.data).toMatchObject({ attempt, label: 'main/0.1', seq: 1, stream: 'stdout' });
});

test('following continues after the last received event, or begins with the newest lines', async () => {
  await storeRun(api.mongo, 'resumed', { phase: 'Completed' });
  await storeLines(api.mongo, firstAttempt('resumed'), { firstSeq: 1, at: T0, texts: ['a', 'b', 'c', 'd'] });
  const whole = await follow('/runs/resumed/logs');
  await until('the end', whole.ended);
  const lines = whole.events.filter((event) => event.type === 'line');
  expect(lines.map(({ id }) => id)).toEqual([1, 2, 3, 4].map((seq) => `0/main/0/1:${seq}`));
  const resumed = await follow('/runs/resumed/logs', { 'last-event-id': '0/main/0/1:2' });
  await until('the end', resumed.ended);
  expect(texts(resumed)).toEqual(['c', 'd']);
  const tail = await follow('/runs/resumed/logs?tail=1');
  await until('the end', tail.ended);
  expect(texts(tail)).toEqual(['d']);
  const nonsense = await api.ask('GET', '/runs/resumed/logs', {
    headers: { accept: 'text/event-stream', 'last-event-id': 'x' },
  });
  expect(nonsense).toMatchObject({ status: 400, body: { errors: [{ path: 'Last-Event-ID' }] } });
});

test('following several attempts continues after whatever line was the last one', async () => {
  await storeRun(api.mongo, 'several', { phase: 'Completed' });
  const second = attemptId({ run: asRunId('several'), generation: 0, task: 'main', index: 1, attempt: 1 });
  await storeLines(api.mongo, firstAttempt('several'), { firstSeq: 1, at: T0, texts: ['a', 'b', 'c'] });
  await storeLines(api.mongo, second, { firstSeq: 1, at: T0 + 1, texts: ['d', 'e', 'f'] });
  const whole = await follow('/runs/several/logs');
  await until('the end', whole.ended);
  const lines = whole.events.filter((event) => event.type === 'line');
  expect(texts(whole).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  for (const [i, { id }] of lines.entries()) {
    const rest = await follow('/runs/several/logs', { 'last-event-id': id! });
    await until('the end', rest.ended);
    expect(texts(rest)).toEqual(lines.slice(i + 1).map(({ data }) => data['text']));
  }
});

test("the feed of runs contains a tenant's transitions and no others", async () => {
  const ours = await storeRun(api.mongo, 'ours');
  const theirs = await storeRun(api.mongo, 'theirs', { tenant: asTenantId('acme') });
  const token = await api.tokenFor(['ibm', 'viewer']);
  const follower = await follow('/events?tenant=ibm', { authorization: `Bearer ${token}` });
  const everything = await follow('/events');
  await move(theirs, 'Running');
  await move(ours, 'Running');
  await until('both are told', () => follower.events.length > 0 && everything.events.length > 1);
  expect(new Set(follower.events.map((event) => event.data['tenant']))).toEqual(new Set(['ibm']));
  expect(new Set(everything.events.map((event) => event.data['tenant']))).toEqual(new Set(['ibm', 'acme']));
  expect(follower.events[0]).toMatchObject({
    type: 'run',
    data: {
      id: 'ours',
      phase: 'Running',
      state: 'RUNNING',
      transitions: [{ phase: 'Running', reason: 'R', pod: 'pod-1' }],
    },
  });
  expect(follower.events[0]!.id).toMatch(/^\d{13}-ours@2$/);
  follower.stop();
  everything.stop();
});

test('a change whose message was lost is still sent, once and in its place', async () => {
  const silent = await storeRun(api.mongo, 'silent');
  const hasty = await storeRun(api.mongo, 'hasty');
  const follower = await follow('/events?tenant=ibm');
  await move(silent, 'Running', 'lost');
  await move(await move(hasty, 'Running', 'lost'), 'Completed');
  await until('the message behind the hole', () => phasesOf(follower, 'hasty').length > 0);
  expect(phasesOf(follower, 'hasty')).toEqual(['Running', 'Completed']);
  await until('the one that only the store knows', () => phasesOf(follower, 'silent').length > 0);
  await move(await move(await storeRun(api.mongo, 'later'), 'Running'), 'Completed');
  await until('what came after', () => phasesOf(follower, 'later').length > 1);
  expect(phasesOf(follower, 'silent')).toEqual(['Running']);
  expect(phasesOf(follower, 'hasty')).toEqual(['Running', 'Completed']);
  follower.stop();
});

test('a reader of the feed who returns misses nothing, and gets nothing of others', async () => {
  const first = await storeRun(api.mongo, 'back-1');
  const second = await storeRun(api.mongo, 'back-2');
  const theirs = await storeRun(api.mongo, 'back-3', { tenant: asTenantId('acme') });
  const before = await follow('/events?tenant=ibm');
  const begun = await move(first, 'Running');
  await until('the first event', () => phasesOf(before, 'back-1').length > 0);
  const lastId = before.events.at(-1)!.id!;
  before.stop();
  await move(begun, 'Completed', 'lost');
  await move(await move(second, 'Running'), 'Completed');
  await move(theirs, 'Completed');
  const after = await follow('/events?tenant=ibm', { 'last-event-id': lastId });
  await until('both', () => phasesOf(after, 'back-1').length > 0 && phasesOf(after, 'back-2').length > 0);
  expect(phasesOf(after, 'back-1').slice(-1)).toEqual(['Completed']);
  expect(phasesOf(after, 'back-2')).toEqual(['Running', 'Completed']);
  await move(await storeRun(api.mongo, 'back-4'), 'Running');
  await until('what comes live', () => phasesOf(after, 'back-4').length > 0);
  expect(phasesOf(after, 'back-2')).toEqual(['Running', 'Completed']);
  expect(phasesOf(after, 'back-3')).toEqual([]);
  after.stop();
  const nonsense = await api.ask('GET', '/events', { headers: { 'last-event-id': 'nonsense' } });
  expect(nonsense).toMatchObject({ status: 400, body: { errors: [{ path: 'Last-Event-ID' }] } });
});
