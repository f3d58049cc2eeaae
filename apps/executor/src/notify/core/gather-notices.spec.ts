import { asJobId, asTenantId } from '#common/domain/ids.js';
import { MAX_FREQUENT_NOTICES } from '#common/domain/limits.js';
import type { Notice } from '#common/run/notice.js';
import type { NoticeEvent } from '#common/notices/notice-events.js';
import { apartCrowded, gatherNotices, idsToLookUp, MINUTE_MS } from './gather-notices.js';

const T0 = Date.parse('2026-11-30T12:00:00Z');

const noticeOf = (run: number, at: number, on: NoticeEvent = 'succeeded', to = 'a'): Notice => {
  const text = new Date(at).toISOString();
  const id = `r${run}/0/${on}/${to}`;
  const run_ = { id: `r${run}`, started: text, finished: text };
  return {
    id,
    on,
    to,
    job: asJobId('job'),
    tenant: asTenantId('ibm'),
    decidedAt: at,
    body: { id, on, jobName: 'A job', message: '', at: text, run: run_ },
  } as unknown as Notice;
};
const every = (ms: number, count: number, from = T0): Notice[] =>
  Array.from({ length: count }, (_, i) => noticeOf(i, from + i * ms));

test('of a job that runs ten times in a minute, every success is told', () => {
  const decided = every(MINUTE_MS / MAX_FREQUENT_NOTICES, 50);
  expect(apartCrowded(decided)).toEqual({ crowds: [], others: decided });
});

test('failures are never gathered', () => {
  const failures = Array.from({ length: 50 }, (_, i) => noticeOf(i, T0, 'failed'));
  expect(apartCrowded(failures).others).toHaveLength(50);
});

/** Evaluates a job whose newest 50 runs are decided upon, at each of these instants; returns all that was saved. */
function flood(perMinute: number, minutes: number): Map<string, Notice> {
  const saved = new Map<string, Notice>();
  const gap = MINUTE_MS / perMinute;
  for (let now = T0; now <= T0 + (minutes + 1) * MINUTE_MS; now += 250) {
    const last = Math.min(perMinute * minutes - 1, Math.floor((now - T0) / gap));
    const view = Array.from({ length: Math.min(50, last + 1) }, (_, i) => last - i);
    const decided = view.map((run) => ({ ...noticeOf(run, T0 + run * gap), decidedAt: now }));
    const { crowds, others } = apartCrowded(decided);
    const kept = crowds.flatMap((crowd) => {
      const existing = new Set(idsToLookUp(crowd).filter((id) => saved.has(id)));
      const recent = [...saved.values()].filter(({ decidedAt }) => decidedAt >= now - MINUTE_MS);
      return gatherNotices(crowd, { existing, recent }, { now, isCut: view.length === 50 });
    });
    for (const notice of [...others, ...kept]) if (!saved.has(notice.id)) saved.set(notice.id, notice);
  }
  return saved;
}

test.each([
  [12, 5],
  [60, 5],
  [3_000, 3],
])('a job with %i successes a minute tells of ten one by one, and of the others together', (perMinute, minutes) => {
  const saved = [...flood(perMinute, minutes).values()];
  const together = saved.filter(({ body }) => body.gathered !== undefined);
  const alone = saved.filter(({ body }) => body.gathered === undefined);
  for (let minute = 0; minute < minutes; minute++) {
    const from = T0 + minute * MINUTE_MS;
    const within = alone.filter(({ decidedAt }) => decidedAt >= from && decidedAt < from + MINUTE_MS);
    expect(within.length).toBeLessThanOrEqual(MAX_FREQUENT_NOTICES + 1);
  }
  expect(together.length).toBeGreaterThan(0);
  expect(together.length).toBeLessThanOrEqual(minutes);
  const counted = together.reduce((sum, { body }) => sum + (body.gathered?.count ?? 0), 0);
  // Runs that are no longer among the newest at the end of their minute are not counted, and the notice says so.
  const isExact = !together.some(({ body }) => body.gathered?.isLeast === true);
  expect([isExact, alone.length + counted === perMinute * minutes]).toEqual([perMinute < 50, perMinute < 50]);
});

test('a burst that is over is told once, however often the job is looked at', () => {
  const saved = new Map<string, Notice>();
  for (let now = T0 + 50_000; now < T0 + 10 * MINUTE_MS; now += 10_000) {
    const [crowd = []] = apartCrowded(every(100, 50)).crowds;
    const existing = new Set(idsToLookUp(crowd).filter((id) => saved.has(id)));
    const recent = [...saved.values()].filter(({ decidedAt }) => decidedAt >= now - MINUTE_MS);
    for (const notice of gatherNotices(crowd, { existing, recent }, { now, isCut: true }))
      saved.set(notice.id, { ...notice, decidedAt: now });
  }
  expect(saved.size).toBe(MAX_FREQUENT_NOTICES + 1);
  expect([...saved.values()].at(-1)?.body).toMatchObject({
    message: 'A job: 40 or more further runs have succeeded in the minute from 2026-11-30T12:00:00.000Z',
    gathered: { count: 40, isLeast: true },
  });
});
