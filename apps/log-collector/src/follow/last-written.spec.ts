import { jest } from '@jest/globals';
import { AppError } from '#common/errors/app-error.js';
import { LastWritten } from './last-written.js';

type Parts = ConstructorParameters<typeof LastWritten>;

const of = (index: number, host = 'host-1') => ({ attempt: `r1/0/main/${index}/1`, host });
const question = (engine: 'kubernetes' | 'process', ...attempts: ReturnType<typeof of>[]) =>
  ({ v: 1, engine, attempts }) as const;
const away = (): Promise<never> => Promise.reject(new AppError('UNAVAILABLE', 'away'));

function answering(
  lastWrittenAt: (attempt: string) => Promise<number | null>,
  request: (contract: unknown, keys: { replica: string }, payload: { attempts: unknown[] }) => Promise<unknown> = away,
): LastWritten {
  const source = (engine: 'kubernetes' | 'process') => ({ engine, lastWrittenAt });
  const member = (replica: string, host: string) => ({ replica, host, ready: true });
  const members = () => [member('here', 'host-1'), member('there', 'host-2')];
  const membership = { members, replica: 'here' } as unknown as Parts[1];
  return new LastWritten([source('kubernetes'), source('process')], membership, { request } as unknown as Parts[2]);
}

it('the times are in the order of the question, and a time that a source cannot tell now is unknown', async () => {
  const times: Record<string, () => Promise<number | null>> = {
    [of(0).attempt]: () => Promise.resolve(7),
    [of(1).attempt]: away,
    [of(2).attempt]: () => Promise.resolve(null),
  };
  const signs = answering((attempt) => times[attempt]!());
  expect(await signs.answer(question('kubernetes', of(0), of(1), of(2)))).toEqual({
    ok: true,
    signs: [{ at: 7 }, {}, { at: null }],
  });
});

it('each spool is asked about at the replica on its host, and is unknown without such a replica', async () => {
  const asked: unknown[] = [];
  const signs = answering(
    () => Promise.resolve(1),
    (_contract, { replica }, { attempts }) => {
      asked.push([replica, attempts]);
      return Promise.resolve({ ok: true, signs: [{ at: 2 }] });
    },
  );
  const attempts = [of(0, 'host-3'), of(1, 'host-2'), of(2)];
  expect(await signs.answer(question('process', ...attempts))).toEqual({ ok: true, signs: [{}, { at: 2 }, { at: 1 }] });
  expect(asked).toEqual([['there', [of(1, 'host-2')]]]);
});

it('the attempts of a replica that does not answer are unknown', async () => {
  const signs = answering(() => Promise.resolve(1));
  expect(await signs.answer(question('process', of(0, 'host-2'), of(1)))).toEqual({ ok: true, signs: [{}, { at: 1 }] });
});

it('a fault of a source is an error, not an unknown time', async () => {
  const signs = answering(() => Promise.reject(new Error('broken')));
  await expect(signs.answer(question('kubernetes', of(0)))).rejects.toThrow('broken');
});

describe('a source that stalls', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('leaves times unknown that it has not reported in time', async () => {
    const never = new Promise<never>(() => undefined);
    const signs = answering((attempt) => (attempt.includes('main/12/') ? never : Promise.resolve(3)));
    const attempts = Array.from({ length: 25 }, (_, index) => of(index));
    const answer = signs.answer(question('kubernetes', ...attempts));
    await jest.advanceTimersByTimeAsync(1_500);
    expect(await answer).toEqual({ ok: true, signs: attempts.map((_, i) => (i < 10 ? { at: 3 } : {})) });
  });
});
