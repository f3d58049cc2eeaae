import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { InboxIntake } from '#common/inbox/inbox-intake.js';
import { createLogger } from '#common/logging/logger.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { MAX_ENTRIES_LISTED, type InboxEntry } from '#common/mongo/inbox.store.js';
import { worlds } from '#testing/long-form.js';
import fc from 'fast-check';
import { AttemptEnds } from './attempt-ends.js';
import { CallbackIntake } from './callback-intake.js';
import type { LogCall } from './callback-log.js';
import { takeStored } from './callback-intake.js';

const attemptNumber = (n: number): string => `run-${n}/0/main/0/1`;

const logEntry = (n: number, seq: number): InboxEntry => ({
  id: `${n}-${seq}`,
  kind: 'log',
  service: 'log-collector',
  attempt: asAttemptId(attemptNumber(n)),
  shard: 0,
  at: seq,
  payload: { v: 1, attempt: attemptNumber(n), at: seq, lines: [String(seq)], seq, key: `${n}-${seq}` },
});

/** The inbox as a list. */
function inboxOf(entries: InboxEntry[]) {
  const stored = new Map(entries.map((entry) => [entry.id, entry]));
  return {
    stored,
    ofShards: () => Promise.resolve([...stored.values()].map((entry) => ({ ...entry, size: 1 }))),
    ofAttempts: (_: string, attempts: readonly string[]) =>
      Promise.resolve(
        [...stored.values()]
          .filter(({ attempt }) => attempts.includes(attempt))
          .slice(0, MAX_ENTRIES_LISTED)
          .map((entry) => ({ ...entry, size: 1 })),
      ),
    waiting: (_: string, attempts: readonly AttemptId[]) => {
      const waiting = new Set([...stored.values()].map(({ attempt }) => attempt));
      return Promise.resolve(new Set(attempts.filter((attempt) => waiting.has(attempt))));
    },
    async *read(heads: readonly { id: string }[]) {
      yield await Promise.resolve(heads.flatMap(({ id }) => stored.get(id) ?? []));
    },
    remove: (ids: readonly string[]) => {
      for (const id of ids) stored.delete(id);
      return Promise.resolve();
    },
  };
}

it('the entries of an attempt are taken, or it is said that they are not, also where those before it fill a page and fail', async () => {
  const calls = 30;
  const ids = Array.from({ length: 50 }, (_, n) => n);
  const inbox = inboxOf(ids.flatMap((n) => Array.from({ length: calls }, (_, i) => logEntry(n, i + 1))));
  const tools = { log: createLogger('test', 'silent'), metrics: new Metrics('log-collector', '0') };
  const isFailing = (attempt: AttemptId): boolean => attempt < asAttemptId(attemptNumber(5));
  const take = (entries: readonly InboxEntry[]) =>
    entries.some(({ attempt }) => isFailing(attempt))
      ? Promise.reject(new AppError('UNAVAILABLE', 'the database does not answer'))
      : Promise.resolve(entries.map(() => ({ ok: true }) as const));
  const subject = new InboxIntake(inbox, 'log-collector', take, tools);
  const attempts = ids.map((n) => asAttemptId(attemptNumber(n)));
  const outcomes = await Promise.allSettled(attempts.map((attempt) => subject.takeFor(attempt)));
  const waiting = await inbox.waiting('log-collector', attempts);
  expect(attempts.filter((_, i) => outcomes[i]?.status === 'rejected')).toEqual([...waiting]);
  expect(attempts.filter(isFailing)).toEqual([...waiting]);
});

it('the log calls of an attempt are stored in order, however late each read and write is answered', async () => {
  const stories = fc.record({
    attempts: fc.integer({ min: 1, max: 250 }),
    calls: fc.integer({ min: 1, max: 5 }),
    delays: fc.infiniteStream(fc.nat(3)),
    failures: fc.infiniteStream(fc.nat(9).map((n) => n === 0)),
  });
  await fc.assert(
    fc.asyncProperty(stories, async ({ attempts, calls, delays, failures }) => {
      const late = async (): Promise<void> => {
        for (let ticks = 5 * (delays.next().value ?? 0); ticks > 0; ticks--) await Promise.resolve();
        if (failures.next().value === true) throw new AppError('UNAVAILABLE', 'the database does not answer');
      };
      const logs = new Map<string, number[]>();
      const ends = new AttemptEnds({ ofIds: () => late().then(() => []) }, { monotonic: () => 0 } as never);
      const append = async (attempt: string, some: readonly LogCall[]): Promise<void> => {
        const log = logs.get(attempt) ?? [];
        logs.set(attempt, log);
        await late();
        for (const { at } of some) if (!log.includes(at)) log.push(at);
      };
      const intake = new CallbackIntake({ append } as never, ends, {} as never, {} as never);
      const ids = Array.from({ length: attempts }, (_, n) => n);
      const inbox = inboxOf(ids.flatMap((n) => Array.from({ length: calls }, (_, i) => logEntry(n, i + 1))));
      const tools = { log: createLogger('test', 'silent'), metrics: new Metrics('log-collector', '0') };
      const subject = new InboxIntake(inbox, 'log-collector', (entries) => takeStored(intake, entries), tools);
      for (let sweeps = 0; sweeps < 100 && inbox.stored.size > 0; sweeps++)
        await subject.sweep(new Set([0])).catch(() => undefined);
      expect(inbox.stored.size).toBe(0);
      const wanted = Array.from({ length: calls }, (_, i) => i + 1);
      for (const n of ids) expect(logs.get(attemptNumber(n))).toEqual(wanted);
    }),
    { numRuns: worlds(30) },
  );
});
