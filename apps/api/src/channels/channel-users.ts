/** Which jobs, monitors and rules name a channel: it is not removed under them. */
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import type { TenantId } from '#common/domain/ids.js';
import { MAX_MONITORS, MAX_RULES } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import type { JobCursor } from '#common/mongo/job-search.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { MonitorsStore } from '#common/mongo/monitors.store.js';
import type { RulesStore } from '#common/mongo/rules.store.js';
import type { Page } from '#common/runtime/paged-scan.js';
import { channelIn } from '#common/spec/channel.js';
import { channelsOfMonitor } from '#common/spec/monitor.js';
import type { StoredJob } from '#common/spec/definitions.js';

/** Jobs that are named to a caller who would remove their channel. */
const MAX_NAMED = 10;

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
    const users = await this.usersOf(tenant, channel);
    if (users.length === 0) return this.requireNotWatching(tenant, channel);
    const named = users.slice(0, MAX_NAMED).map(({ id, spec }) => `"${spec.name}" (${id})`);
    const others = users.length > MAX_NAMED ? ' and others' : '';
    throw new AppError('IN_USE', `the channel ${channel} is named by rules of ${named.join(', ')}${others}`);
  }

  private async requireNotWatching(tenant: TenantId, channel: string): Promise<void> {
    const { monitors, rules } = this.watching;
    // A tenant has no more of them.
    const all = [
      ['monitors', (await monitors.list([tenant], null, MAX_MONITORS)).items],
      ['rules', (await rules.list([tenant], null, MAX_RULES)).items],
    ] as const;
    for (const [what, items] of all) {
      const users = items.flatMap(({ id, spec }) => (channelsOfMonitor(spec).includes(channel) ? [id] : []));
      if (users.length === 0) continue;
      const others = users.length > MAX_NAMED ? ' and others' : '';
      const named = users.slice(0, MAX_NAMED).join(', ');
      throw new AppError('IN_USE', `the channel ${channel} is named by the ${what} ${named}${others}`);
    }
  }

  /** One more than are named. */
  private async usersOf(tenant: TenantId, channel: string): Promise<readonly StoredJob[]> {
    const names = (sealed: string): boolean => channelIn(readable(() => this.secrets.open(sealed)) ?? '') === channel;
    const keep = ({ spec }: StoredJob): boolean => (spec.notify ?? []).some(({ webhook }) => names(webhook));
    const found: StoredJob[] = [];
    for (let after: JobCursor | null | undefined; after !== null && found.length <= MAX_NAMED;) {
      const { items, lastSeen }: Page<StoredJob> = await this.jobs.list(
        { tenants: [tenant], keep },
        after ?? null,
        MAX_NAMED + 1,
      );
      found.push(...items);
      after = lastSeen && { tenant: lastSeen.tenant, name: lastSeen.spec.name };
    }
    return found;
  }
}
