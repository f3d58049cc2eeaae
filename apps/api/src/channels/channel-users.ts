/** Finds the jobs, monitors and rules that name a channel, which is not removed while one does. */
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import type { TenantId } from '#common/domain/ids.js';
import { MAX_MONITORS, MAX_RULES } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { MonitorsStore, StoredMonitor } from '#common/mongo/monitors.store.js';
import type { RulesStore, StoredRule } from '#common/mongo/rules.store.js';
import { channelIn } from '#common/notices/channel-address.js';
import { channelsOfMonitor } from '#common/spec/monitor.js';
import type { NotifyRule } from '#common/spec/notify.js';
import { jobsThatUse, someOf } from '../jobs/users-named.js';

export class ChannelUsers {
  constructor(
    private readonly jobs: Pick<JobsStore, 'list'>,
    private readonly watching: {
      readonly monitors: Pick<MonitorsStore, 'list'>;
      readonly rules: Pick<RulesStore, 'list'>;
    },
    private readonly secrets: Pick<SecretBox, 'open'>,
  ) {}

  /** Throws IN_USE. */
  async requireNone(tenant: TenantId, channel: string): Promise<void> {
    const opened = (sealed: string): string => readable(() => this.secrets.open(sealed)) ?? '';
    const names = ({ webhook }: NotifyRule): boolean => channelIn(opened(webhook)) === channel;
    const jobs = await jobsThatUse(this.jobs, tenant, ({ spec }) => (spec.notify ?? []).some(names));
    const { monitors, rules } = this.watching;
    // These pages contain all monitors and rules that a tenant can have.
    const using = [
      ['rules of', jobs],
      ['the monitors', watchersOf(channel, (await monitors.list([tenant], null, MAX_MONITORS)).items)],
      ['the rules', watchersOf(channel, (await rules.list([tenant], null, MAX_RULES)).items)],
    ] as const;
    const first = using.find(([, users]) => users.length > 0);
    if (first) throw new AppError('IN_USE', `the channel ${channel} is used by ${first[0]} ${someOf(first[1])}`);
  }
}

const watchersOf = (channel: string, watchers: readonly (StoredMonitor | StoredRule)[]): readonly string[] =>
  watchers.flatMap(({ id, spec }) => (channelsOfMonitor(spec).includes(channel) ? [id] : []));
