/**
 * Renews leases while their attempts live, and revokes them afterwards. The owner of the shard does it: leases are stored, so they
 * survive the executor that got them.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { LEASES_PER_TURN } from '#common/domain/limits.js';
import type { HeldLease } from '#common/domain/held-lease.js';
import type { HeldSecrets, HeldSecretsStore } from '#common/mongo/held-secrets.store.js';
import type { Run } from '#common/run/run.js';
import { leaseStep, livingOf, nextLookAt } from './core/lease-plan.js';
import type { LeaseActions, Outcome } from './lease-actions.js';

interface LeaseKeeperParts {
  readonly actions: Pick<LeaseActions, 'renew' | 'revoke' | 'lost'>;
  readonly held: Pick<HeldSecretsStore, 'due' | 'saveLeases' | 'remove'>;
  readonly runs: { load(ids: readonly RunId[]): Promise<Map<RunId, Run>> };
  readonly owned: () => ReadonlySet<number>;
  readonly clock: Pick<Clock, 'now'>;
}

export class LeaseKeeper {
  constructor(private readonly parts: LeaseKeeperParts) {}

  /** Renews or revokes the leases that are due; returns how many were due. */
  async step(): Promise<number> {
    const { held, runs, owned, clock } = this.parts;
    const due = await held.due([...owned()], clock.now(), LEASES_PER_TURN);
    if (due.length === 0) return 0;
    const runsOfLeases = await runs.load([...new Set(due.map(({ run }) => run))]);
    await Promise.all(due.map((each) => this.lookAt(each, runsOfLeases.get(each.run))));
    return due.length;
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
    const { actions, clock } = this.parts;
    switch (leaseStep(lease, isLive, clock.now())) {
      case 'renew':
        return actions.renew(lease, of);
      case 'revoke':
        return actions.revoke(lease);
      case 'forget':
        if (isLive) actions.lost(lease, of, 'the lease has ended before the attempt');
        return { lease: null };
      case 'keep':
        return { lease };
    }
  }
}
