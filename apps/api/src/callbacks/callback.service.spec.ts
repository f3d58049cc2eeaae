import { asRunId, attemptId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { until } from '#testing/until.js';
import { CallbackService } from './callback.service.js';

type Parts = ConstructorParameters<typeof CallbackService>;

const key = { run: asRunId('r1'), generation: 0, task: 'main', index: 0, attempt: 1 };

const clock = { now: () => 10, monotonic: () => 10 } as Parts[3];
const inbox = {} as unknown as Parts[1];
const answering = (reply: object): Parts[0] =>
  ({ request: () => Promise.resolve(reply), publish: () => undefined }) as never;

test('a final status that is repeated while its end is being stored counts as a repeat, never as late', async () => {
  // While the run is being read, the end is stored and the run forgets the attempt.
  let isOver = false;
  const runs = {
    liveOf: async () => {
      await Promise.resolve();
      isOver = true;
      return [];
    },
  };
  const attempts = {
    get: (id: string) =>
      Promise.resolve(isOver ? { id, end: { at: 5, result: 'succeeded', reason: 'Reported' } } : null),
  };
  const refusing = answering({ ok: false, code: 'ATTEMPT_ENDED', detail: 'it has ended' });
  const service = new CallbackService(refusing, inbox, { runs, attempts } as unknown as Parts[2], clock);
  await expect(service.status(key, { state: 'FINISHED' })).resolves.toBeUndefined();
});

test('a status that its owner accepts needs no further look-up', async () => {
  const runs = { liveOf: () => Promise.reject(new Error('the run was read')) };
  const service = new CallbackService(answering({ ok: true }), inbox, { runs } as unknown as Parts[2], clock);
  await expect(service.status(key, { state: 'FINISHED' })).resolves.toBeUndefined();
});

test('a call that was asked for before others had to be stored does not make later ones overtake them', async () => {
  const asked: { readonly key: string; readonly behindInbox?: true; readonly answer: (reply: object) => void }[] = [];
  const nats = {
    publish: () => undefined,
    request: (_contract: unknown, _to: unknown, call: { key: string }) =>
      call.key === 'second'
        ? Promise.reject(new AppError('UNAVAILABLE', 'the owner is silent'))
        : new Promise((answer) => asked.push({ ...call, answer })),
  };
  const stored: string[] = [];
  const storing = { put: ({ payload }: { payload: { key: string } }) => Promise.resolve(stored.push(payload.key)) };
  const runs = { liveOf: () => Promise.resolve([{ id: attemptId(key), end: null }]) };
  const stores = { runs, attempts: { get: () => Promise.resolve(null) }, shardCount: 1 };
  const service = new CallbackService(nats as never, storing as never, stores as never, clock);
  const log = (callKey: string): Promise<void> => service.log(key, { lines: [callKey], seq: null }, callKey);
  const first = log('first');
  await until('the first call to be under way', () => Promise.resolve(asked.length === 1));
  await log('second');
  expect(stored).toEqual(['second']);
  asked[0]?.answer({ ok: true });
  await first;
  void log('third');
  await until('the third call to be under way', () => Promise.resolve(asked.length === 2));
  expect(asked[1]).toMatchObject({ key: 'third', behindInbox: true });
});

test('an attempt that a former primary does not know yet is not refused', async () => {
  const runs = {
    liveOf: () => Promise.resolve([]),
    liveNow: () => Promise.resolve([{ id: attemptId(key), end: null }]),
  };
  const attempts = { get: () => Promise.resolve(null), getNow: () => Promise.resolve(null) };
  const stores = { runs, attempts, shardCount: 1 };
  const service = new CallbackService(answering({ ok: true }), inbox, stores as never, clock);
  await expect(service.log(key, { lines: ['a'], seq: 1 })).resolves.toBeUndefined();
  const unknown = { ...stores, runs: { ...runs, liveNow: () => Promise.resolve([]) } };
  const refusing = new CallbackService(answering({ ok: true }), inbox, unknown, clock);
  await expect(refusing.log(key, { lines: ['a'], seq: 1 })).rejects.toThrow('the attempt has ended or is not');
});
