import type { Run } from '#common/run/run.js';
import { aContext, aPlan, aRun, aTask, T0 } from '#testing/builders/run-builder.js';
import { failed, first, RunStory, sealed } from '#testing/run-story.js';
import { reconcile } from './reconcile.js';

const plan = aPlan({ tasks: [aTask({ retry: { maxAttempts: 2 } })] });
const decided = (fields: Partial<Run>, ranUntil: number | null): Run =>
  reconcile(aRun(plan, fields), [], aContext(plan, { ranUntil })).next;

test('a run of a slot that had run before the restore ends without having begun', () => {
  const run = decided({}, T0);
  expect(run).toMatchObject({
    phase: 'Skipped',
    reason: 'AlreadyRun',
    started: null,
    finished: T0,
    live: [],
    effects: [],
  });
  expect(run.expireAt).not.toBeNull();
});

test.each<[string, Partial<Run>, number | null]>([
  ['nothing was restored', {}, null],
  ['its slot is later', {}, T0 - 1],
  ['somebody asked for it', { trigger: 'manual', scheduledFor: null }, T0],
  ['it was asked for again', { trigger: 'backfill' }, T0],
  ['it was resumed', { generation: 1 }, T0],
])('a run begins all the same where %s', (_, fields, ranUntil) => {
  expect(decided(fields, ranUntil).live).toMatchObject([{ state: 'claimed' }]);
});

test('a run whose attempt was claimed, runs or has failed goes on: an admin says what becomes of it', () => {
  const context = { ranUntil: T0 };
  expect(new RunStory(plan).after(0).with(context, 10).run.live).toMatchObject([{ id: first, state: 'claimed' }]);
  const story = new RunStory(plan).begun();
  expect(story.with(context, 10).run.phase).toBe('Running');
  expect(story.with(context, 10, failed(first, story.now, 1), sealed(first)).run.ending).toBeNull();
});
