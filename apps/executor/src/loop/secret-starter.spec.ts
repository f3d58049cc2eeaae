import { aPlan, aRun } from '#testing/builders/run-builder.js';
import type { Launch, StartResult } from '../engines/engine.js';
import type { SecretGiving } from '../secrets/giving.js';
import { SecretStarter } from './post-commit.js';

const SENT: StartResult = { type: 'created', node: null };
const NOT_SENT: StartResult = { type: 'notSent', message: '' };
const launch = {} as Launch;

/** What a start does with its secrets, and the result that it reports. */
async function tried(
  result: StartResult,
  { mayBegin = (): boolean => true, takeBack = (): Promise<void> => Promise.resolve() } = {},
): Promise<{ answers: string[]; engineCalls: number; taken: number }> {
  const seen = { answers: [] as string[], engineCalls: 0, taken: 0 };
  const start = (): Promise<StartResult> => Promise.resolve((seen.engineCalls++, result));
  const secrets: SecretGiving = {
    give: () => Promise.resolve({ launch, held: null }),
    takeBack: () => (seen.taken++, takeBack()),
  };
  const starter = new SecretStarter({ start, prepare: () => undefined }, secrets);
  await starter.start(aRun(aPlan()), launch, mayBegin, ({ type }) => seen.answers.push(type)).catch(() => undefined);
  return seen;
}

test('secrets of a start that was sent are kept', async () => {
  expect(await tried(SENT)).toEqual({ answers: ['created'], engineCalls: 1, taken: 0 });
});

test('a start reports one result, even if its secrets cannot be returned', async () => {
  const takeBack = (): Promise<void> => Promise.reject(new Error('the database is away'));
  expect(await tried(NOT_SENT, { takeBack })).toEqual({ answers: ['notSent'], engineCalls: 1, taken: 1 });
});

test('a claim that lapses while its secrets are read returns them', async () => {
  expect(await tried(SENT, { mayBegin: () => false })).toEqual({ answers: ['notSent'], engineCalls: 0, taken: 1 });
});
