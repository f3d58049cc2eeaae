/** Checks the alerting of a monitor or a rule: its channels must exist, and its quiet hours must be valid in their zone. */
import type { TenantId } from '#common/domain/ids.js';
import type { Problem } from '#common/errors/app-error.js';
import type { ChannelsStore } from '#common/mongo/channels.store.js';
import { zoneProblem } from '#common/schedule/zone.js';
import { channelsOfMonitor } from '#common/spec/monitor.js';
import type { Alerting } from '#common/watch/incident.js';
import { invalidInput } from '../http/problem.js';

export class AlertingCheck {
  constructor(private readonly channels: Pick<ChannelsStore, 'usable'>) {}

  async problemsOf(tenant: TenantId, alerting: Alerting): Promise<Problem[]> {
    const zone = alerting.quietHours?.timezone;
    const message = zone === undefined ? null : zoneProblem(zone);
    return [
      ...(message === null ? [] : [{ path: 'quietHours.timezone', message }]),
      ...(await this.problemsOfChannels(tenant, alerting)),
    ];
  }

  /** A channel may be removed while an object that names it is written, which the removal did not see. Throws VALIDATION_FAILED. */
  async withdrawUnless(tenant: TenantId, alerting: Alerting, withdraw: () => Promise<void>): Promise<void> {
    const problems = await this.problemsOfChannels(tenant, alerting);
    if (problems.length === 0) return;
    await withdraw();
    throw invalidInput(problems);
  }

  /** Channels that do not exist, or are about to be removed. */
  private async problemsOfChannels(tenant: TenantId, alerting: Alerting): Promise<Problem[]> {
    const usable = await this.channels.usable(tenant, channelsOfMonitor(alerting));
    const problems = (path: string, ids: readonly string[]): Problem[] =>
      ids.flatMap((id, at) =>
        usable.has(id) ? [] : [{ path: `${path}.${at}`, message: `the tenant has no channel ${id}` }],
      );
    return [
      ...problems('channels', alerting.channels ?? []),
      ...problems('escalation.channels', alerting.escalation?.channels ?? []),
    ];
  }
}
