/** What becomes of a call whose answer is the end of its attempt, when the replica that makes it dies. */
import { aPlan } from '#testing/builders/run-builder.js';
import type { AttemptEnd } from '#common/run/run.js';
import type { Input } from './inputs.js';
import { command, ended, first, onlySecond, replica2, RunStory, sealed } from '#testing/run-story.js';

const callOf = (idempotentStart: boolean): RunStory =>
  new RunStory(aPlan({ engine: 'webservice', answersEnd: true, idempotentStart }));
const survivor = { self: replica2, alive: onlySecond };
const both = { ...onlySecond, replicas: new Set(['replica-1', 'replica-2']), silent: new Map() };

test.each([true, false])(
  'a call under way is left to the replica that makes it, while it lives (repeatable: %p)',
  (repeatable) => {
    const story = callOf(repeatable).begun().with({ self: replica2, alive: both }, 60_000);
    expect(story.run.live).toMatchObject([{ id: first, state: 'started', claim: { replica: 'replica-1' } }]);
    // Nobody tells of its death: it is looked for.
    expect(story.run.wakeAt).toBeLessThanOrEqual(story.now + 30_000);
  },
);

test('a call that must not be repeated has ended when its replica has died', () => {
  const story = callOf(false).begun().with(survivor, 60_000);
  expect(story.last?.records).toMatchObject([
    { id: first, end: { result: 'startUnknown', reason: 'CallInterrupted', exitCode: null } },
  ]);
  expect(story.last?.records[0]?.end.message).toContain('replica-1');
  expect(story.with(survivor, 10, sealed(first)).run.phase).toBe('Failed');
});

test('a call that may be repeated is claimed again as the same attempt, with a new start deadline', () => {
  const story = callOf(true).begun();
  story.with(survivor, 1_200_000);
  expect(story.run.live).toMatchObject([
    { id: first, state: 'claimed', startedAt: null, since: story.now, claim: { replica: 'replica-2' } },
  ]);
  expect(story.run.effects).toEqual([{ type: 'start', attempt: first }]);
  expect(story.run.phase).toBe('Running');
  story.with(survivor, 10, ended(first, story.now + 10));
  expect(story.last?.records).toMatchObject([{ id: first, attempt: 1, end: { result: 'succeeded' } }]);
});

const by = (incarnation: string, { type, observation }: ReturnType<typeof ended>): Input =>
  observation.type === 'ended' ? { type, observation: { ...observation, by: incarnation } } : { type, observation };

test('what becomes of a call that another replica makes again counts only if it was a success', () => {
  const late = (fields: Partial<AttemptEnd>): RunStory => {
    const story = callOf(true).begun().with(survivor, 60_000);
    return story.with(survivor, 10, by('incarnation-1', ended(first, story.now, fields)));
  };
  expect(late({ result: 'failed', reason: 'NoAnswer' }).run.live).toMatchObject([{ state: 'claimed', end: null }]);
  expect(late({}).last?.records).toMatchObject([{ id: first, end: { result: 'succeeded' } }]);
  const own = callOf(true).begun();
  own.after(10, by('incarnation-1', ended(first, own.now, { result: 'failed', reason: 'NoAnswer' })));
  expect(own.last?.records).toMatchObject([{ id: first, end: { reason: 'NoAnswer' } }]);
});

test('a call is not claimed again without a lease, and the run is not woken at once for it', () => {
  const story = callOf(true).begun();
  story.with({ alive: onlySecond, self: { ...replica2, lease: null } }, 60_000);
  expect(story.run.live).toMatchObject([{ state: 'started', claim: { replica: 'replica-1' } }]);
  expect(story.run.wakeAt).toBeGreaterThan(story.now);
});

test('a call whose start may have been sent is judged in the same way', () => {
  const unsent = (repeatable: boolean): RunStory => callOf(repeatable).after(0).with(survivor, 60_000);
  expect(unsent(false).last?.records).toMatchObject([{ end: { reason: 'CallInterrupted' } }]);
  expect(unsent(false).run).toMatchObject({ phase: 'Failed', live: [] });
  expect(unsent(true).run.live).toMatchObject([{ state: 'claimed', claim: { replica: 'replica-2' } }]);
});

test('a call that is being stopped ends with its replica', () => {
  const story = callOf(true).begun().after(10, command('abort'));
  expect(story.run.live).toMatchObject([{ state: 'stopping' }]);
  expect(story.with(survivor, 60_000).last?.records).toMatchObject([{ end: { result: 'deletedByUs' } }]);
});

test('the first known end of a call stands', () => {
  const story = callOf(false).begun().with(survivor, 60_000);
  story.with(survivor, 10, ended(first, story.now));
  expect(story.run.live).toMatchObject([{ end: { reason: 'CallInterrupted' } }]);
});
