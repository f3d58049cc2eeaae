import { jest } from '@jest/globals';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { asAttemptId } from '#common/domain/ids.js';
import type { LiveAttempt } from '#common/run/run.js';
import type { Input } from '../run/inputs.js';
import { type SealReply, SealWait } from './sealer.js';

const HOLD_MS = 60_000;
const attempt = asAttemptId('job-1/0/main/0/1');
const open = (linesRead: number | null): SealReply => ({ type: 'open', linesRead });
const SEALED: SealReply = { type: 'sealed', attempt, complete: true, reason: null };

/** Waits for the seal of an attempt that ended `agoMs` ago; returns the inputs that were reported for these answers. */
async function reported(agoMs: number, answers: readonly SealReply[]): Promise<Input[]> {
  let now = agoMs;
  let asked = 0;
  const inputs: Input[] = [];
  const sealer = { seal: () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)] ?? open(null)) };
  const wait = new SealWait(sealer, (input) => inputs.push(input), HOLD_MS, { now: () => (now += 1_000) });
  const live = { id: attempt, claim: { host: 'h' }, startedAt: 1, sealBy: HOLD_MS } as unknown as LiveAttempt;
  void wait.untilSealed(aRun(aPlan()), live);
  await jest.advanceTimersByTimeAsync(2 * HOLD_MS);
  return inputs;
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('waiting for the seal', () => {
  it('ends with the seal', async () => {
    expect(await reported(0, [open(1), SEALED])).toEqual([SEALED]);
  });

  it('asks for more time after half of it has passed, while the collector makes progress', async () => {
    expect(await reported(HOLD_MS / 2, [open(1), open(2)])).toEqual([{ type: 'sealing', attempt }]);
  });

  it('continues to ask within the added time, and asks for more again', async () => {
    const further = Array.from({ length: 40 }, (_, lines) => open(lines));
    const inputs = await reported(HOLD_MS / 2, [...further, SEALED]);
    expect(inputs.at(-1)).toEqual(SEALED);
    expect(inputs.filter(({ type }) => type === 'sealing').length).toBeGreaterThan(1);
  });

  it('asks for no more time before that', async () => {
    expect(await reported(0, [open(1), open(2), open(3), SEALED])).toEqual([SEALED]);
  });

  it.each([
    ['gets no further', [open(5)]],
    ['begins again at an earlier position', [open(5), open(3)]],
    ['does not answer', [open(null)]],
    ['does not report its position', [open(5), open(null)]],
  ])('asks for no more time while the collector %s', async (_, answers) => {
    expect(await reported(HOLD_MS / 2, answers)).toEqual([]);
  });
});
