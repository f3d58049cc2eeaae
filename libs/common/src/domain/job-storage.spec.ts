import { asAttemptId } from './ids.js';
import { judgeSave, type StorageVersionHead } from './job-storage.js';
import type { StorageSource } from '../run/output.js';

const line = (attempt: string, number: number): StorageSource => ({ attempt: asAttemptId(attempt), line: number });
const callback = (attempt: string, key: string): StorageSource => ({ attempt: asAttemptId(attempt), callback: key });

function historyOf(...sources: readonly StorageSource[]): StorageVersionHead[] {
  return sources.map((source, i) => ({ version: i + 1, savedAt: 1_000 * (i + 1), source })).reverse();
}

describe('a save of job storage', () => {
  const cases: [string, StorageVersionHead[], StorageSource, string][] = [
    ['is added to an empty history', [], line('r/0/main/0/1', 1), 'add'],
    ['is added after an earlier line', historyOf(line('r/0/main/0/1', 1)), line('r/0/main/0/1', 9), 'add'],
    ['is known again', historyOf(line('r/0/main/0/1', 1)), line('r/0/main/0/1', 1), 'repeated'],
    [
      'is recognised as a repeat behind newer ones of others',
      historyOf(line('r/0/main/0/1', 1), { actor: 'ann' }, line('q/0/main/0/1', 5)),
      line('r/0/main/0/1', 1),
      'repeated',
    ],
    ['loses to a later line', historyOf(line('r/0/main/0/1', 7)), line('r/0/main/0/1', 3), 'superseded'],
    ['loses to a later attempt', historyOf(line('r/0/main/0/2', 1)), line('r/0/main/0/1', 8), 'superseded'],
    ['loses to a later generation', historyOf(line('r/1/main/0/1', 1)), line('r/0/main/0/5', 8), 'superseded'],
    ['wins over another index', historyOf(line('r/0/main/1/2', 1)), line('r/0/main/0/1', 8), 'add'],
    ['wins over another run', historyOf(line('q/3/main/0/2', 1)), line('r/0/main/0/1', 8), 'add'],
    ['wins over a person who saved before', historyOf({ actor: 'ann' }), line('r/0/main/0/1', 8), 'add'],
    [
      'by a callback is recognised as a repeat',
      historyOf(callback('r/0/main/0/1', 'k')),
      callback('r/0/main/0/1', 'k'),
      'repeated',
    ],
    ['by another callback is added', historyOf(callback('r/0/main/0/1', 'k')), callback('r/0/main/0/1', 'l'), 'add'],
    ['by a person is always added', historyOf({ actor: 'ann' }), { actor: 'ann' }, 'add'],
  ];

  it.each(cases)('%s', (_, history, source, expected) => {
    expect(judgeSave(history, { source, at: 5_000 })).toBe(expected);
  });

  it.each([
    ['loses to what a newer run has saved after it', { runAt: 2, savedAt: 5_001 }, 'superseded'],
    ['wins over what a newer run had saved before it', { runAt: 2, savedAt: 5_000 }, 'add'],
    ['wins over what an older run has saved after it', { runAt: 1, savedAt: 5_001 }, 'add'],
    ['wins over a run of which it is not known when it was created', { savedAt: 5_001 }, 'add'],
  ])('that is read late %s', (_, other, expected) => {
    const history = [{ version: 1, source: line('q/0/main/0/1', 1), ...other }];
    expect(judgeSave(history, { source: line('r/0/main/0/1', 1), at: 5_000, runAt: 1 })).toBe(expected);
  });

  describe('to a full history', () => {
    const full = historyOf(...Array.from({ length: 20 }, (_, i) => line(`q${i}/0/main/0/1`, 1)));
    const judged = (source: StorageSource, at: number): string => judgeSave(full, { source, at });

    it('is treated as a repeat unless it is newer than the oldest entry that is kept', () => {
      expect(judged(line('r/0/main/0/1', 1), 999)).toBe('superseded');
      expect(judged(line('r/0/main/0/1', 1), 1_000)).toBe('superseded');
      expect(judged(line('r/0/main/0/1', 1), 1_001)).toBe('add');
    });

    it('is added after an earlier one of its index, though its clock is behind', () => {
      expect(judged(line('q7/0/main/0/1', 2), 1)).toBe('add');
      expect(judged(line('q7/0/main/0/2', 1), 1)).toBe('add');
      expect(judged(callback('q7/1/main/0/1', 'k'), 1)).toBe('add');
    });

    it('is added if a person made it, though the clocks of the earlier ones were ahead', () => {
      expect(judged({ actor: 'ann' }, 1)).toBe('add');
    });
  });
});
