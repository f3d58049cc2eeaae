import { asRunId } from '#common/domain/ids.js';
import { runChanged } from '#common/run/run-changed.js';
import type { Run, Transition } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { PublishedChanges } from './published-changes.js';

const T0 = 1_000_000;
const PHASES = ['Pending', 'Running', 'Backoff', 'Running', 'Completed'] as const;

/** A run with its first `made` transitions, one per second. */
const runWith = (made: number, older = 0): Run => ({
  ...aRun(aPlan()),
  id: asRunId('r'),
  transitions: PHASES.slice(older, made).map((phase, i) => transition(phase, T0 + (older + i) * 1_000)),
  ...(older > 0 && { olderTransitions: older }),
});
const transition = (phase: Transition['phase'], at: number): Transition => ({
  at,
  phase,
  reason: 'R',
  message: '',
  actor: 'a',
});
const message = (made: number, count: number): ReturnType<typeof runChanged> =>
  runChanged(runWith(made), runWith(made).transitions.slice(-count));
const times = (news: unknown): unknown =>
  typeof news === 'object' && news !== null && 'transitions' in news
    ? (news.transitions as Transition[]).map(({ at }) => (at - T0) / 1_000)
    : news;

test('each transition is published once, even if messages overlap or are repeated', () => {
  const changes = new PublishedChanges(T0);
  expect(times(changes.take(message(1, 1)))).toEqual([0]);
  expect(changes.take(message(1, 1))).toBeNull();
  expect(times(changes.take(message(3, 3)))).toEqual([1, 2]);
  expect(changes.take(message(2, 1))).toBeNull();
  expect(changes.has('r', 3)).toBe(true);
  expect(changes.has('r', 4)).toBe(false);
});

test('a message after a lost one is a gap, which is filled from the stored run', () => {
  const changes = new PublishedChanges(T0);
  changes.take(message(1, 1));
  expect(changes.take(message(3, 1))).toBe('hole');
  expect(times(changes.takeStored(runWith(4), 2))).toEqual([1, 2, 3]);
  expect(changes.take(message(4, 1))).toBeNull();
});

test('of an unknown run, only recent transitions and those of the latest message are published', () => {
  expect(new PublishedChanges(T0).take(message(3, 1))).toBe('hole');
  expect(times(new PublishedChanges(T0 + 2_000).takeStored(runWith(4), null))).toEqual([2, 3]);
  expect(times(new PublishedChanges(T0 + 9_000).takeStored(runWith(4), 3))).toEqual([3]);
  expect(new PublishedChanges(T0 + 9_000).takeStored(runWith(4), null)).toBeNull();
});

test('transitions that have been removed from the run are left out, and later ones are published', () => {
  const changes = new PublishedChanges(T0);
  changes.take(message(1, 1));
  expect(times(changes.takeStored(runWith(5, 3), null))).toEqual([3, 4]);
});

test('a message without numbered transitions, from an older publisher, is completed from the store', () => {
  const { before: _before, ...unnumbered } = message(1, 1);
  expect(new PublishedChanges(T0).take(unnumbered)).toBe('hole');
});
