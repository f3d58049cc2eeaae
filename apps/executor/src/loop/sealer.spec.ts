import { pino } from 'pino';
import type { Payload, ReplyTo } from '#common/messages/registry.js';
import { asAttemptId, asRunId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { Sealer, type SealReply } from './sealer.js';

type Question = Payload<'sealOutput'>;
type Answer = ReplyTo<'sealOutput'>;
type Reply = (question: Question) => Promise<Answer>;

const run = (id = 'r1') => ({ id: asRunId(id), shard: 3, engine: 'kubernetes' as const });
const target = (index: number, id = 'r1') => ({
  attempt: asAttemptId(`${id}/0/main/${index}/1`),
  host: '',
  startedAt: 1,
});
const SEALED = { ok: true, sealed: true, complete: true, reason: null } as const;
const WAITING = { ok: true, sealed: false, complete: false, reason: 'StillReading', linesRead: 7 } as const;

type Inbox = ConstructorParameters<typeof Sealer>[1];
/** Calls of every attempt wait in it. */
const FULL: Inbox = { waiting: (_, attempts) => Promise.resolve(new Set(attempts)) };

function sealerWith(reply: Reply, inbox: Inbox = FULL): { sealer: Sealer; questions: Question[] } {
  const questions: Question[] = [];
  const request = (_contract: unknown, _params: unknown, question: Question): Promise<Answer> => {
    questions.push(question);
    return reply(question);
  };
  const nats = { request } as unknown as ConstructorParameters<typeof Sealer>[0];
  return { sealer: new Sealer(nats, inbox, pino({ level: 'silent' })), questions };
}

const indexesOf = ({ attempt, others = [] }: Question): string[] =>
  [attempt, ...others.map((other) => other.attempt)].map((id) => id.split('/')[3] ?? '');
const kinds = (replies: readonly SealReply[]): string[] => replies.map(({ type }) => type);

describe('concurrent requests for the seals of a run', () => {
  it('are sent in one message, and each gets its own answer', async () => {
    const refused = { ok: false, code: 'INTERNAL', detail: 'no' } as const;
    const { sealer, questions } = sealerWith(() => Promise.resolve({ ...SEALED, others: [WAITING, refused] }));
    const replies = await Promise.all([0, 1, 2].map((index) => sealer.seal(run(), target(index), 100)));
    expect(questions.map(indexesOf)).toEqual([['0', '1', '2']]);
    expect(replies).toEqual([
      { type: 'sealed', attempt: target(0).attempt, complete: true, reason: null },
      { type: 'open', linesRead: 7 },
      { type: 'open', linesRead: null },
    ]);
  });

  it('are split into several messages if there are too many', async () => {
    const { sealer, questions } = sealerWith(({ others = [] }) =>
      Promise.resolve({ ...SEALED, others: others.map(() => SEALED) }),
    );
    const replies = await Promise.all(Array.from({ length: 450 }, (_, i) => sealer.seal(run(), target(i), 100)));
    expect(questions.map((question) => indexesOf(question).length)).toEqual([200, 200, 50]);
    expect(new Set(kinds(replies))).toEqual(new Set(['sealed']));
  });

  it('are answered as open if no collector answers', async () => {
    const { sealer } = sealerWith(() => Promise.reject(new AppError('UNAVAILABLE', 'nobody')));
    const replies = await Promise.all([0, 1].map((index) => sealer.seal(run(), target(index), 100)));
    expect(kinds(replies)).toEqual(['open', 'open']);
  });
});

it('the sealer asks together about callbacks of all runs of a shard, and no caller waits longer than it asked to', async () => {
  let answer: () => void = () => undefined;
  const { sealer, questions } = sealerWith(async ({ others }) => {
    await new Promise<void>((resolve) => (answer = resolve));
    return { ...SEALED, ...(others && { others: others.map(() => SEALED) }) };
  });
  const ended = (id: string) => ({ ...run(id), engine: 'webservice' as const });
  const first = ['a', 'b', 'c'].map((id) => sealer.seal(ended(id), target(0, id), 5_000));
  expect(await sealer.seal(ended('d'), target(0, 'd'), 10)).toEqual({ type: 'open', linesRead: null });
  answer();
  expect(kinds(await Promise.all(first))).toEqual(['sealed', 'sealed', 'sealed']);
  expect(questions.map((question) => [question.attempt, question.others?.length])).toEqual([['a/0/main/0/1', 3]]);
});

describe('the output of a web service', () => {
  const ended = (id: string) => ({ ...run(id), engine: 'webservice' as const });
  const sealOf = (sealer: Sealer, id: string, timeoutMs = 100): Promise<SealReply> =>
    sealer.seal(ended(id), target(0, id), timeoutMs);

  it('is complete without a question if no call of the attempt is in the inbox; ends of all runs are looked for together', async () => {
    const looks: (readonly string[])[] = [];
    const waiting: Inbox['waiting'] = (service, attempts) => {
      looks.push([service, ...attempts]);
      return Promise.resolve(new Set(attempts.filter((attempt) => attempt.startsWith('b'))));
    };
    const { sealer, questions } = sealerWith(() => Promise.resolve(WAITING), { waiting });
    const replies = await Promise.all(['a', 'b', 'c'].map((id) => sealOf(sealer, id)));
    expect(looks).toEqual([['log-collector', ...['a', 'b', 'c'].map((id) => target(0, id).attempt)]]);
    expect(questions.map(({ attempt }) => attempt)).toEqual([target(0, 'b').attempt]);
    expect(replies).toEqual([
      { type: 'sealed', attempt: target(0, 'a').attempt, complete: true, reason: null },
      { type: 'open', linesRead: 7 },
      { type: 'sealed', attempt: target(0, 'c').attempt, complete: true, reason: null },
    ]);
  });

  it('stays open if the inbox cannot be read, or not in time', async () => {
    const failing = { waiting: () => Promise.reject(new AppError('UNAVAILABLE', 'the database is away')) };
    expect(await sealOf(sealerWith(() => Promise.resolve(SEALED), failing).sealer, 'a')).toMatchObject({
      type: 'open',
    });
    const silent = { waiting: () => new Promise<never>(() => undefined) };
    expect(await sealOf(sealerWith(() => Promise.resolve(SEALED), silent).sealer, 'a', 10)).toMatchObject({
      type: 'open',
    });
  });
});

it('the sealer asks about one attempt without a list of others, and never about two runs in one message', async () => {
  const { sealer, questions } = sealerWith(() => Promise.resolve(SEALED));
  await Promise.all([sealer.seal(run('a'), target(0, 'a'), 100), sealer.seal(run('b'), target(0, 'b'), 100)]);
  expect(questions.map((question) => [question.attempt, question.others])).toEqual([
    ['a/0/main/0/1', undefined],
    ['b/0/main/0/1', undefined],
  ]);
});
