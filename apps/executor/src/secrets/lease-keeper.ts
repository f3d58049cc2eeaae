/**
 * Renews leases while their attempts live, and revokes them afterwards. Whoever owns the shard does it: leases are stored, so they
 * survive the executor that got them.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { LEASES_PER_TURN } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { HeldLease } from '#common/domain/held-lease.js';
import type { HeldSecrets, HeldSecretsStore } from '#common/mongo/held-secrets.store.js';
import type { Run } from '#common/run/run.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { RunObserver, Saved } from '../loop/post-commit.js';
import { leaseStep, nextLookAt, renewedLease } from './core/lease-plan.js';
import type { KnownProvider } from './providers.js';

interface LeaseKeeperParts {
  readonly providers: ReadonlyMap<string, KnownProvider>;
  readonly held: Pick<HeldSecretsStore, 'due' | 'saveLeases' | 'hasten' | 'remove'>;
  readonly runs: { load(ids: readonly RunId[]): Promise<Map<RunId, Run>> };
  readonly owned: () => ReadonlySet<number>;
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Pick<Metrics, 'secretLeases'>;
  readonly log: Logger;
}

/** What became of a lease: kept as it is or anew, gone (null), or left for another try. */
interface Outcome {
  readonly lease: HeldLease | null;
  readonly hasFailed?: true;
}

export class LeaseKeeper implements RunObserver {
  private readonly underWay = new TrackedTasks();

  constructor(private readonly parts: LeaseKeeperParts) {}

  /** Leases of attempts that have ended are revoked by the next turn of their owner. The check of every minute finds what is lost here. */
  observe({ before, decision: { next }, basis }: Saved): void {
    if ((basis.spec.job.secretsFrom ?? []).length === 0) return;
    const living = new Set(livingOf(next));
    const ended = livingOf(before).filter((attempt) => !living.has(attempt));
    if (ended.length === 0) return;
    const { held, clock, log } = this.parts;
    const done = held.hasten(ended, clock.now()).catch((error: unknown) => {
      log.warn({ run: next.id, error: messageOf(error) }, 'leases of ended attempts are revoked within a minute');
    });
    void this.underWay.add(done);
  }

  /** Looks at the leases that are due. */
  async step(): Promise<void> {
    const { held, runs, owned, clock } = this.parts;
    const due = await held.due([...owned()], clock.now(), LEASES_PER_TURN);
    if (due.length === 0) return;
    const known = await runs.load([...new Set(due.map(({ run }) => run))]);
    await Promise.all(due.map((each) => this.lookAt(each, known.get(each.run))));
  }

  /** Revokes them as far as that is possible now; true where none of them is left. */
  async revokeAll(leases: readonly HeldLease[]): Promise<boolean> {
    const outcomes = await Promise.all(leases.map((lease) => this.revoke(lease)));
    return outcomes.every(({ lease }) => lease === null);
  }

  async drain(): Promise<void> {
    await this.underWay.drain();
  }

  private async lookAt(each: HeldSecrets, run: Run | undefined): Promise<void> {
    const { held, clock } = this.parts;
    const isLive = run !== undefined && livingOf(run).includes(each.attempt);
    const outcomes = await Promise.all(each.leases.map((lease) => this.act(lease, isLive, each)));
    const leases = outcomes.flatMap(({ lease }) => (lease === null ? [] : [lease]));
    const hasFailed = outcomes.some((outcome) => outcome.hasFailed === true);
    if (run === undefined && leases.length === 0) await held.remove(each.id);
    else await held.saveLeases(each, leases, leases.length === 0 ? 0 : nextLookAt(leases, clock.now(), hasFailed));
  }

  private async act(lease: HeldLease, isLive: boolean, of: HeldSecrets): Promise<Outcome> {
    switch (leaseStep(lease, isLive, this.parts.clock.now())) {
      case 'renew':
        return this.renew(lease, of);
      case 'revoke':
        return this.revoke(lease);
      case 'forget':
        if (isLive) this.tell(lease, of, 'it has ended before its attempt');
        return { lease: null };
      case 'keep':
        return { lease };
    }
  }

  private async renew(lease: HeldLease, of: HeldSecrets): Promise<Outcome> {
    const { providers, clock } = this.parts;
    const known = providers.get(lease.provider);
    try {
      const renewal = await known?.guard.run(async () => known.provider.renew?.(lease));
      if (renewal?.type === 'renewed') {
        this.count(lease, 'renewed');
        return { lease: renewedLease(lease, clock.now(), renewal) };
      }
      this.tell(lease, of, renewal?.message ?? `there is no provider "${lease.provider}" any more`);
      return { lease: { ...lease, renewAt: null } };
    } catch (error) {
      this.count(lease, 'failed');
      this.parts.log.warn({ run: of.run, error: messageOf(error) }, 'a lease could not be renewed, it is tried again');
      return { lease, hasFailed: true };
    }
  }

  private async revoke(lease: HeldLease): Promise<Outcome> {
    const known = this.parts.providers.get(lease.provider);
    try {
      await known?.guard.run(async () => known.provider.revoke?.(lease));
      this.count(lease, 'revoked');
      return { lease: null };
    } catch (error) {
      this.count(lease, 'failed');
      this.parts.log.warn(
        { provider: lease.provider, error: messageOf(error) },
        'a lease could not be revoked, it is tried again until it ends',
      );
      return { lease, hasFailed: true };
    }
  }

  private tell(lease: HeldLease, { run, attempt }: HeldSecrets, why: string): void {
    this.count(lease, 'lost');
    this.parts.log.warn({ run, attempt, provider: lease.provider, why }, 'a secret of an attempt ends before it does');
  }

  private count({ provider }: HeldLease, result: 'renewed' | 'revoked' | 'failed' | 'lost'): void {
    this.parts.metrics.secretLeases.inc({ provider, result });
  }
}

/** Attempts that may use what they were given. */
const livingOf = ({ live }: Run): Run['live'][number]['id'][] =>
  live.flatMap(({ id, state }) => (state === 'ended' ? [] : [id]));
