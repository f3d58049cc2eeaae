import { pino } from 'pino';
import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import { MAX_SIGNS_ASKED_AT_ONCE } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { first, second, RunStory } from '#testing/run-story.js';
import { CollectedSigns } from './collected-signs.js';

type Nats = ConstructorParameters<typeof CollectedSigns>[0];
interface Payload {
  readonly attempts: readonly { readonly attempt: string; readonly host: string }[];
}

const log = pino({ level: 'silent' });
const signs = (request: (payload: Payload) => unknown): CollectedSigns =>
  new CollectedSigns(
    {
      request: (_contract: unknown, _keys: unknown, payload: Payload) => Promise.resolve(payload).then(request),
    } as unknown as Nats,
    log,
  );
const plan = aPlan({ engine: 'kubernetes' });
const run = aRun(plan);
const third = asAttemptId('job-1/0/main/0/3');

test('each attempt gets the time of its last line, no time without lines, or an unknown time', async () => {
  const asked = signs(() => ({ ok: true, signs: [{ at: 7 }, { at: null }, {}] }));
  expect(await asked.verify(run, [first, second, third])).toEqual([
    { type: 'seen', attempt: first, at: 7 },
    { type: 'seen', attempt: third, at: null },
  ]);
});

test('the request contains the hosts of the attempts', async () => {
  const questions: Payload[] = [];
  const asked = signs((payload) => {
    questions.push(payload);
    return { ok: true, signs: [{ at: 1 }] };
  });
  const { run: live } = new RunStory(plan).after(0);
  await asked.verify(live, [first]);
  expect(questions).toMatchObject([{ attempts: [{ attempt: first, host: live.live[0]!.claim.host }] }]);
});

test.each<[string, () => unknown]>([
  ['no collector answers', () => Promise.reject(new AppError('UNAVAILABLE', 'away'))],
  ['a collector refuses', () => ({ ok: false, code: 'INTERNAL', detail: 'broken' })],
  ['a collector answers for no attempt', () => ({ ok: true, signs: [] })],
])('the time of the last line is unknown if %s', async (_what, reply) => {
  expect(await signs(reply).verify(run, [first])).toEqual([{ type: 'seen', attempt: first, at: null }]);
});

test('the number of attempts in one decision is limited, and the others are asked for by a later decision', async () => {
  let requests = 0;
  const asked = signs(({ attempts }) => {
    requests += 1;
    return { ok: true, signs: attempts.map(() => ({ at: 1 })) };
  });
  const many = Array.from({ length: 7 * MAX_SIGNS_ASKED_AT_ONCE }, (_, i): AttemptId =>
    asAttemptId(`job-1/0/main/${i}/1`),
  );
  const inputs = await asked.verify(run, many);
  expect(requests).toBe(5);
  expect(inputs.filter(({ at }) => at === null)).toHaveLength(2 * MAX_SIGNS_ASKED_AT_ONCE);
  expect(inputs).toHaveLength(many.length);
});
