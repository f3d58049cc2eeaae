import type { Clock } from '#common/clock/clock.js';
import type { Instant } from '#common/domain/instant.js';
import type { Due } from '#common/mongo/runs.store.js';
import type { UsageStore } from '#common/mongo/usage.store.js';
import type { RemovableEnds } from '../../apps/executor/src/sweeps/removals.js';

/** A usage ledger that has counted every run: no removal waits for it. */
export const everythingCounted = (
  clock: Pick<Clock, 'now'>,
): { readonly now: () => Instant; readonly due: () => Promise<Due> } => ({
  now: () => clock.now(),
  due: () => Promise.resolve({ now: clock.now(), counted: Infinity }),
});

/** For tests that do not look at usage: nothing is kept. */
export const noLedger: Pick<UsageStore, 'keepEarlyEnd'> = { keepEarlyEnd: () => Promise.resolve() };

/** What a removal asks of ends where nobody subscribes to events. */
export const withoutEventLog = (usage: Pick<UsageStore, 'keepEarlyEnd'>): RemovableEnds => ({
  keepEarlyEnd: (end) => usage.keepEarlyEnd(end),
  areLogged: () => Promise.resolve(true),
});
