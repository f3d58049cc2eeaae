import { shards } from '#testing/shards.js';
import type { RunCommand } from '#common/spec/definitions.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { asRunId } from '#common/domain/ids.js';
import { MAX_EMBEDDED_TRANSITIONS } from '#common/domain/limits.js';
import { transitionsMade } from '#common/run/run-changed.js';
import { admitted, awaitingPermit, changed, commanded, dropped, withdrawn } from './leave-queue.js';
import { manualRun, slotRun } from './slot-run.js';

const NOW = 1_000_000;
const state = aSchedule({ every: 60 }, 0);
const scheduled = slotRun(
  state,
  { nominal: 60_000, effective: 61_000, flags: [] },
  { limited: true, shardCount: shards.count },
  NOW,
);
const later = { run: asRunId('m'), requestedBy: 'someone', startAfter: NOW + 5, overrides: null };
const byHand = manualRun(state, later, { limited: true, shardCount: shards.count }, NOW);
const command = (name: RunCommand['command']): RunCommand => ({
  id: 'c',
  run: 'm',
  shard: 0,
  command: name,
  reason: null,
  graceSeconds: null,
  actor: 'someone',
  at: NOW,
});

describe('a queued run', () => {
  it('that ends while it waits expires', () => {
    const ended = [dropped(scheduled, 'Replaced', NOW), withdrawn(scheduled, 'Superseded', NOW)];
    const expected = ended.map(() => NOW + 30 * 86_400_000);
    expect(ended.map(({ expireAt }) => expireAt)).toEqual(expected);
    expect(admitted(scheduled, [], NOW).expireAt).toBeNull();
  });

  it('has no wake-up for the executor before its admission, and then not before its start time', () => {
    expect(byHand).toMatchObject({ phase: 'Queued', wakeAt: null, trigger: 'manual' });
    expect(admitted(byHand, ['job:j'], NOW + 1)).toMatchObject({
      phase: 'Pending',
      wakeAt: NOW + 5,
      holds: ['job:j'],
      finished: null,
      rev: 2,
    });
  });

  it('that starts later contains its start time, with or without a limit', () => {
    const when = {
      reason: 'AwaitingStartTime',
      message: expect.stringContaining('1970-01-01T00:16:40.005Z') as string,
    };
    expect(byHand).toMatchObject(when);
    expect(
      manualRun(state, { ...later, startAfter: NOW + 5 }, { limited: false, shardCount: shards.count }, NOW),
    ).toMatchObject({
      phase: 'Pending',
      ...when,
    });
    expect(
      manualRun(state, { ...later, startAfter: NOW }, { limited: false, shardCount: shards.count }, NOW),
    ).toMatchObject({
      reason: 'Admitted',
    });
    const next = awaitingPermit(byHand, NOW + 6);
    expect(next).toMatchObject({ phase: 'Queued', reason: 'AwaitingPlace', phaseSince: NOW, rev: byHand.rev + 1 });
    expect(next.transitions.at(-1)).toMatchObject({ at: NOW + 6, reason: 'AwaitingPlace', actor: 'scheduler' });
  });

  it('keeps its history from before its resume and adds its admission', () => {
    const [first] = byHand.transitions;
    const transitions = Array.from({ length: MAX_EMBEDDED_TRANSITIONS }, (_, i) => ({ ...first!, at: i }));
    const resumed = { ...byHand, generation: 1, transitions, olderTransitions: 3 };
    const next = admitted(resumed, [], NOW);
    expect(next.transitions.slice(0, -1)).toEqual(transitions);
    expect(transitionsMade(next)).toBe(transitionsMade(resumed) + 1);
    expect(next.transitions.slice(transitions.length)).toMatchObject([{ phase: 'Pending', reason: 'Admitted' }]);
  });

  it('that gets no permit is skipped if it is a slot and refused if it was requested', () => {
    expect(dropped(scheduled, 'QueueFull', NOW)).toMatchObject({
      phase: 'Skipped',
      reason: 'QueueFull',
      finished: NOW,
      wakeAt: null,
    });
    expect(dropped(byHand, 'Replaced', NOW)).toMatchObject({ phase: 'Refused', reason: 'Replaced' });
    expect(withdrawn(scheduled, 'Superseded', NOW)).toMatchObject({ phase: 'Skipped' });
    expect(withdrawn(byHand, 'JobDeleted', NOW)).toMatchObject({ phase: 'Aborted' });
  });

  it.each([
    ['abort', 'Aborted'],
    ['kill', 'Aborted'],
    ['terminate', 'Terminated'],
  ] as const)('ends by the command %s as %s, once', (name, phase) => {
    const ended = commanded(byHand, command(name), NOW)!;
    expect(ended).toMatchObject({ phase, commands: ['c'] });
    expect(ended.transitions.at(-1)).toMatchObject({ phase, actor: 'someone' });
    expect(commanded(ended, command(name), NOW)).toBeNull();
  });

  it.each(['resume', 'restart', 'complete'] as const)('ignores the command %s', (name) => {
    expect(commanded(byHand, command(name), NOW)).toBeNull();
  });

  it('applies changes of its numbers while it waits, each once, later ones over earlier ones', () => {
    const change = { ...command('change'), change: { completions: 4, parallelism: { maxActive: 2 } } };
    const first = changed(byHand, change)!;
    expect(first).toMatchObject({ phase: 'Queued', change: change.change, commands: ['c'], rev: byHand.rev + 1 });
    expect(changed(first, change)).toBeNull();
    const second = changed(first, { ...change, id: 'd', change: { completions: 9 } })!;
    expect(second.change).toEqual({ completions: 9, parallelism: { maxActive: 2 } });
    expect(changed(byHand, command('abort'))).toBeNull();
    expect(changed(admitted(byHand, [], NOW), change)).toBeNull();
  });
});
