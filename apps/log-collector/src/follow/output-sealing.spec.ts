import { OutputSealing } from './output-sealing.js';

type Parts = ConstructorParameters<typeof OutputSealing>;

const target = (index: number) => ({ attempt: `r1/0/main/${index}/1`, host: '', startedAt: 1 });

it('all attempts of a question are answered in order, even if one of them fails', async () => {
  const followers = {
    seal: ({ attempt }: { attempt: string }) => {
      if (attempt === target(1).attempt) return Promise.reject(new Error('broken'));
      return Promise.resolve(attempt === target(2).attempt ? null : { complete: true, reason: null });
    },
    linesRead: () => 5,
  };
  const [inbox, membership, nats] = [{}, {}, {}] as [Parts[1], Parts[2], Parts[3]];
  const sealing = new OutputSealing(followers, inbox, membership, nats);
  const question = { v: 1 as const, engine: 'kubernetes' as const, ...target(0) };
  const sealed = { ok: true, sealed: true, complete: true, reason: null };
  expect(await sealing.answer(question)).toEqual(sealed);
  expect(await sealing.answer({ ...question, others: [target(1), target(2)] })).toEqual({
    ...sealed,
    others: [
      { ok: false, code: 'INTERNAL', detail: 'broken' },
      { ok: true, sealed: false, complete: false, reason: 'StillReading', linesRead: 5 },
    ],
  });
});
