import { LOG_EXPORT_REFUSED_PAUSE_MS, MAX_LOG_EXPORT_RETRY_AFTER_MS } from '#common/domain/limits.js';
import { createLogger } from '#common/logging/logger.js';
import { ExportHealth } from './export-health.js';

function healthAt(): { health: ExportHealth; pass: (ms: number) => void; counted: Record<string, number> } {
  let now = 1_000_000;
  const counted: Record<string, number> = { shipped: 0, refused: 0 };
  const clock = { now: () => now, monotonic: () => now };
  const count = (what: string, more: number): void => {
    counted[what] = (counted[what] ?? 0) + more;
  };
  const metrics = {
    exportLines: {
      inc: (lines: number) => {
        count('shipped', lines);
      },
    },
    exportLost: {
      inc: ({ reason }: { reason: string }, lines: number) => {
        count(reason, lines);
      },
    },
  };
  const health = new ExportHealth(clock, metrics as never, createLogger('test', 'silent'));
  return {
    health,
    counted,
    pass: (ms) => {
      now += ms;
    },
  };
}

const later = (retryAt: number | null = null) => ({ type: 'later', problem: 'away', retryAt }) as const;
const taken = { type: 'taken', refused: 0, problem: null } as const;

test('the pauses double up to a minute, and the target says why until it takes lines', () => {
  const { health, pass } = healthAt();
  for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    expect(health.mayTry).toBe(true);
    health.failed(later());
    pass(pauseMs - 1);
    expect([health.mayTry, health.problem]).toEqual([false, 'away']);
    pass(1);
  }
  health.took(1, taken);
  expect(health.problem).toBeNull();
  health.failed(later());
  pass(1_000);
  expect(health.mayTry).toBe(true);
});

test('the target may ask for a longer pause, an hour at most, and not for a shorter one', () => {
  const { health, pass } = healthAt();
  health.failed(later(1_000_000 + 30_000));
  pass(29_999);
  expect(health.mayTry).toBe(false);
  pass(1);
  expect(health.mayTry).toBe(true);
  health.failed(later(1));
  pass(1_999);
  expect(health.mayTry).toBe(false);
  pass(1);
  health.failed(later(1_000_000 + 10 * MAX_LOG_EXPORT_RETRY_AFTER_MS));
  pass(MAX_LOG_EXPORT_RETRY_AFTER_MS);
  expect(health.mayTry).toBe(true);
});

test('where only a person can help, the target is asked every five minutes', () => {
  const { health, pass } = healthAt();
  health.failed({ type: 'unusable', problem: 'the target answered 401: ' });
  pass(LOG_EXPORT_REFUSED_PAUSE_MS - 1);
  expect(health.mayTry).toBe(false);
  pass(1);
  expect(health.mayTry).toBe(true);
});

test('lines that the target refuses are counted as lost, the others as shipped', () => {
  const { health, counted } = healthAt();
  health.took(5, { type: 'taken', refused: 2, problem: 'too old' });
  expect(counted).toEqual({ shipped: 3, refused: 2 });
});
