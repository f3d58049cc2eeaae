/**
 * Makes the leases of ended attempts due, so that the next step of their owner revokes them. The check of every minute finds leases that
 * are lost here.
 */
import type { Clock } from '#common/clock/clock.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { HeldSecretsStore } from '#common/mongo/held-secrets.store.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { RunObserver, Saved } from '../loop/post-commit.js';
import { livingOf } from './core/lease-plan.js';

export class LeaseEnds implements RunObserver {
  private readonly underWay = new TrackedTasks();

  constructor(
    private readonly held: Pick<HeldSecretsStore, 'hasten'>,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly log: Logger,
  ) {}

  observe({ before, decision: { next }, basis }: Saved): void {
    if ((basis.spec.job.secretsFrom ?? []).length === 0) return;
    const living = new Set(livingOf(next));
    const ended = livingOf(before).filter((attempt) => !living.has(attempt));
    if (ended.length === 0) return;
    const done = this.held.hasten(ended, this.clock.now()).catch((error: unknown) => {
      this.log.warn(
        { run: next.id, error: messageOf(error) },
        'leases of secrets of ended attempts could not be revoked; a sweep repeats it within a minute',
      );
    });
    void this.underWay.add(done);
  }

  async drain(): Promise<void> {
    await this.underWay.drain();
  }
}
