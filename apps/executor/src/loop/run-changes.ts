/**
 * Publishes changes of runs: one message for each write that made transitions, with all of them. Nobody waits for it to be stored: a lost message is
 * not sent again in any case, and sweeps find what it would have announced.
 */
import { contracts } from '#common/messages/registry.js';
import { runChanged } from '#common/run/run-changed.js';
import type { Run, Transition } from '#common/run/run.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Nats } from '#common/nats/nats.js';
import type { RunObserver, Saved } from './post-commit.js';

export class RunChanges implements RunObserver {
  constructor(
    private readonly nats: Pick<Nats, 'publish'>,
    private readonly log: Logger,
  ) {}

  observe({ before, decision: { next, transitions } }: Pick<Saved, 'before' | 'decision'>): void {
    if (transitions.length === 0) return;
    const payload = runChanged(next, [...unannounced(before), ...transitions]);
    try {
      this.nats.publish(contracts.runChanged, { shard: next.shard, tenant: next.tenant }, payload);
    } catch (error) {
      this.log.warn({ run: next.id, error: messageOf(error) }, 'the change of a run was not published');
    }
  }
}

/**
 * Runs that were never `Queued` are announced here with their first change, their admission included; the scheduler has announced the
 * others itself.
 */
function unannounced(before: Run): readonly Transition[] {
  if (before.olderTransitions !== undefined || before.transitions.some(({ actor }) => actor === 'executor')) return [];
  return before.transitions[0]?.phase === 'Queued' ? [] : before.transitions;
}
