import type { Run } from '#common/run/run.js';
import { aContext, aPlan, aRun, aTask, T0 } from '#testing/builders/run-builder.js';
import { failed, first, RunStory, sealed } from '#testing/run-story.js';
import { reconcile } from './reconcile.js';

const plan = aPlan({ tasks: [aTask({ retry: { maxAttempts: 2 } })] });
const decided = (fields: Partial<Run>, ranUntil: number | null): Run =>
  reconcile(aRun(plan, fields), [], aContext(plan, { ranUntil })).next;

test('a run of a slot that had its run before the restore ends without a start', () => {
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
  ['it was requested manually', { trigger: 'manual', scheduledFor: null }, T0],
  ['it was requested again', { trigger: 'backfill' }, T0],
  ['it was resumed', { generation: 1 }, T0],
])('a run begins normally where %s', (_, fields, ranUntil) => {
  expect(decided(fields, ranUntil).live).toMatchObject([{ state: 'claimed' }]);
});

test('a run with an attempt that was claimed, runs or has failed continues: an admin decides about it', () => {
  const context = { ranUntil: T0 };
  expect(new RunStory(plan).after(0).with(context, 10).run.live).toMatchObject([{ id: first, state: 'claimed' }]);
  const story = new RunStory(plan).begun();
  expect(story.with(context, 10).run.phase).toBe('Running');
  expect(story.with(context, 10, failed(first, story.now, 1), sealed(first)).run.ending).toBeNull();
});
