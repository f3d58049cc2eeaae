import { asRunId } from '#common/domain/ids.js';
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
