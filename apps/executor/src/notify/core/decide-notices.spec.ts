import { shards } from '#testing/shards.js';
import type { NotifyRule } from '#common/spec/notify.js';
import type { NoticeEvent } from '#common/notices/notice-events.js';
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { MAX_NOTICE_TRIES, NOTICE_WINDOW_MS } from '#common/domain/limits.js';
import type { Run } from '#common/run/run.js';
import type { Gap } from '#common/schedule/schedule-state.js';
import { aPlan, aRun, T0 } from '#testing/builders/run-builder.js';
import { afterTry } from './after-try.js';
import { decideNotices, type NoticeFacts } from './decide-notices.js';

const SECOND = 1_000;
const NOW = T0 + 3_600 * SECOND;
const HOOK = 'https://hook.test/a';
const context = {
  shardCount: shards.count,
  now: NOW,
  uiBase: 'https://carillon.test',
  digest: (webhook: string) => webhook.slice(-1),
};

const rule = (on: NoticeEvent[], fields: Partial<NotifyRule> = {}): NotifyRule => ({ on, webhook: HOOK, ...fields });
const run = (id: string, fields: Partial<Run> = {}): Run => aRun(aPlan(), { id: asRunId(id), ...fields });
const failed = (id: string): Run =>
  run(id, { phase: 'Failed', reason: 'IndexFailed', message: 'exit code 3', finished: NOW });
const completed = (id: string): Run => run(id, { phase: 'Completed', started: NOW - SECOND, finished: NOW });
const gap = (fields: Partial<Gap> = {}): Gap => ({
  job: asJobId('job'),
  tenant: asTenantId('ibm'),
  from: T0,
  to: T0 + 60 * SECOND,
  count: 2,
  outcome: 'missed',
  reason: 'MaxMissed',
  recordedAt: NOW,
  ...fields,
});
const usual = (seconds: number, count: number): NoticeFacts['successes'] =>
  Array.from({ length: count }, (_, i) => ({ run: `s${i}`, seconds }));

interface Case {
  readonly runs?: readonly Run[];
  readonly rules: readonly NotifyRule[];
  readonly gaps?: readonly Gap[];
  readonly successes?: NoticeFacts['successes'];
  readonly want: readonly string[];
}

const decide = ({
  runs = [],
  rules,
  gaps = [],
  successes = [],
  keepsWords = false,
}: Omit<Case, 'want'> & { readonly keepsWords?: boolean }): ReturnType<typeof decideNotices> =>
  decideNotices(
    {
      job: asJobId('job'),
      tenant: asTenantId('ibm'),
      jobName: 'A job',
      rules,
      runs: runs.map((each) => ({ run: each, rules, keepsWords })),
      successes,
      gaps,
    },
    context,
  );

const longRunning = run('r', { phase: 'Running', started: NOW - 400 * SECOND });
const cases: Record<string, Case> = {
  'a failed run causes a notice': { rules: [rule(['failed'])], runs: [failed('r')], want: ['r/0/failed/a'] },
  'a run whose worker fell silent causes a notice of a failure, another aborted run does not': {
    rules: [rule(['failed'])],
    runs: [
      run('r', { phase: 'Aborted', reason: 'IdleTimeout', finished: NOW }),
      run('q', { phase: 'Aborted', reason: 'AbortedByCommand', finished: NOW }),
    ],
    want: ['r/0/failed/a'],
  },
  'a success after a run whose worker fell silent is a recovery': {
    rules: [rule(['recovered'])],
    runs: [completed('r'), run('q', { phase: 'Aborted', reason: 'IdleTimeout', finished: NOW })],
    want: ['r/0/recovered/a'],
  },
  'a failed run causes a notice to every webhook with a rule for it': {
    rules: [rule(['failed']), rule(['failed'], { webhook: 'https://hook.test/b' }), rule(['late'])],
    runs: [failed('r')],
    want: ['r/0/failed/a', 'r/0/failed/b'],
  },
  'an aborted run does not count as failed': {
    rules: [rule(['failed', 'recovered'])],
    runs: [run('r', { phase: 'Aborted', finished: NOW })],
    want: [],
  },
  'a success after a failure is a recovery': {
    rules: [rule(['recovered'])],
    runs: [completed('r'), run('x', { phase: 'Aborted', finished: NOW }), failed('q')],
    want: ['r/0/recovered/a'],
  },
  'a success after a success is not a recovery': {
    rules: [rule(['recovered'])],
    runs: [completed('r'), completed('q'), failed('p')],
    want: ['q/0/recovered/a'],
  },
  'a slot that was recorded late causes a notice': {
    rules: [rule(['late'])],
    runs: [run('r', { createdAt: T0 + 61 * SECOND }), run('q', { createdAt: T0 + 60 * SECOND })],
    want: ['r/0/late/a'],
  },
  'a slot is late by the time in the rule': {
    rules: [rule(['late'], { lateAfterSeconds: 5 })],
    runs: [run('r', { createdAt: T0 + 6 * SECOND }), run('q', { createdAt: T0 + 6 * SECOND, trigger: 'manual' })],
    want: ['r/0/late/a'],
  },
  'a run that takes three times the usual time is long, even while it still runs': {
    rules: [rule(['long'])],
    runs: [longRunning],
    successes: usual(130, 5),
    want: ['r/0/long/a'],
  },
  'a run that takes less than three times the usual time is not long': {
    rules: [rule(['long'])],
    runs: [longRunning],
    successes: usual(134, 5),
    want: [],
  },
  'no run is long if too few durations are known': {
    rules: [rule(['long'])],
    runs: [longRunning],
    successes: usual(1, 4),
    want: [],
  },
  'no run is long within a minute': {
    rules: [rule(['long'])],
    runs: [run('r', { phase: 'Running', started: NOW - 59 * SECOND })],
    successes: usual(1, 5),
    want: [],
  },
  'a run is long by the time in the rule': {
    rules: [rule(['long'], { longAfterSeconds: 300 })],
    runs: [longRunning, run('q', { phase: 'Completed', started: NOW - 301 * SECOND, finished: NOW })],
    want: ['r/0/long/a', 'q/0/long/a'],
  },
  'missed slots cause a notice, and slots with another outcome do not': {
    rules: [rule(['missed'])],
    gaps: [gap(), gap({ from: T0 - SECOND, outcome: 'paused', reason: 'Paused' })],
    want: [`job/slots/${T0}/missed/a`],
  },
  'a start and a success cause a notice each': {
    rules: [rule(['started', 'succeeded'])],
    runs: [completed('r'), run('q', { phase: 'Running', started: NOW }), run('p', { phase: 'Pending' }), failed('o')],
    want: ['r/0/started/a', 'r/0/succeeded/a', 'q/0/started/a'],
  },
  'a run that is restarted as a whole starts once, and succeeds once': {
    rules: [rule(['started', 'succeeded'])],
    runs: [{ ...completed('r'), generation: 2 }],
    want: ['r/0/started/a', 'r/2/succeeded/a'],
  },
  'the start of a run that takes days causes no further notice when the first one is removed': {
    rules: [rule(['started'])],
    runs: [run('r', { phase: 'Running', started: NOW - NOTICE_WINDOW_MS - 1 })],
    want: [],
  },
  'old events cause no notice': {
    rules: [rule(['failed', 'missed'])],
    runs: [run('r', { phase: 'Failed', finished: NOW - NOTICE_WINDOW_MS - 1 })],
    gaps: [gap({ recordedAt: NOW - NOTICE_WINDOW_MS - 1 })],
    want: [],
  },
};

test.each(Object.entries(cases))('%s', (_name, { want, ...facts }) => {
  expect(decide(facts).map(({ id }) => id)).toEqual(want);
});

test('a repeated decision gives the same ids; a restarted run gets another notice', () => {
  const rules = [rule(['failed'])];
  const [first] = decide({ rules, runs: [failed('r')] });
  const [again] = decide({ rules, runs: [failed('r')] });
  const [restarted] = decide({ rules, runs: [{ ...failed('r'), generation: 1 }] });
  expect(again?.id).toBe(first?.id);
  expect(restarted?.id).not.toBe(first?.id);
});

test('the body contains the event, the run and a link', () => {
  const [notice] = decide({ rules: [rule(['failed'])], runs: [failed('r')] });
  expect(notice?.body).toMatchObject({
    id: 'r/0/failed/a',
    on: 'failed',
    tenant: 'ibm',
    job: 'job',
    jobName: 'A job',
    message: 'A job: failed: exit code 3',
    run: {
      id: 'r',
      state: 'FAILED',
      reason: 'IndexFailed',
      url: 'https://carillon.test/#/runs/r',
      errorUrl: 'https://carillon.test/#/runs/r?at=error',
    },
    missed: null,
  });
});

test('a notice is tried again after pauses that double, until it is delivered or given up', () => {
  const [notice] = decide({ rules: [rule(['failed'])], runs: [failed('r')] });
  const refused = { type: 'failed', message: 'the webhook answered 500', status: 500 } as const;
  const time = { begunAt: NOW, now: NOW, tookMs: 1 };
  let next = notice!;
  const pauses: number[] = [];
  while (next.nextTryAt !== null) {
    next = afterTry(next, refused, time);
    if (next.nextTryAt !== null) pauses.push((next.nextTryAt - NOW) / SECOND);
  }
  expect(pauses.slice(0, 9)).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
  expect(next).toMatchObject({ tries: MAX_NOTICE_TRIES, outcome: 'gaveUp', lastError: refused.message });
  expect(afterTry(notice!, { type: 'delivered', status: 204 }, time)).toMatchObject({
    tries: 1,
    nextTryAt: null,
    outcome: 'delivered',
  });
  expect(afterTry(notice!, { type: 'forbidden', message: 'no' }, time)).toMatchObject({ tries: 1, outcome: 'gaveUp' });
});

test('a notice of a run with secrets contains the reason and the exit code, but no text of the worker', () => {
  const [plain] = decide({ runs: [failed('a')], rules: [rule(['failed'])] });
  expect(plain?.body).toMatchObject({ message: 'A job: failed: exit code 3', run: { message: 'exit code 3' } });
  const [notice] = decide({ runs: [failed('a')], rules: [rule(['failed'])], keepsWords: true });
  expect(notice?.id).toBe(plain?.id);
  expect(notice?.body).toMatchObject({ message: 'A job: failed: IndexFailed', run: { message: '' } });
});
