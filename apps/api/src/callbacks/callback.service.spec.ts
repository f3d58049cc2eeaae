import { asRunId } from '#common/domain/ids.js';
import { CallbackService } from './callback.service.js';

type Parts = ConstructorParameters<typeof CallbackService>;

const key = { run: asRunId('r1'), generation: 0, task: 'main', index: 0, attempt: 1 };

test('a final status that comes again while its end is being stored is a repeat, and never taken for late', async () => {
  // The end is stored, and the run forgets the attempt, while the run is being read.
  let isOver = false;
  const runs = {
    liveOf: async () => {
      await Promise.resolve();
      isOver = true;
      return [];
    },
  };
  const attempts = {
    get: (id: string) => Promise.resolve(isOver ? { id, end: { at: 5, result: 'succeeded' } } : null),
  };
  const clock = { now: () => 10, monotonic: () => 10 };
  const nats = { request: () => Promise.reject(new Error('nobody is asked')), publish: () => undefined };
  const inbox = {} as unknown as Parts[1];
  const service = new CallbackService(nats, inbox, { runs, attempts } as unknown as Parts[2], clock as Parts[3]);
  await expect(service.status(key, { state: 'FINISHED' })).resolves.toBeUndefined();
});
