/** Whether Carillon as a whole works, as far as the database shows. */
import type { Clock } from '#common/clock/clock.js';
import type { Shards } from '#common/domain/shards.js';
import { MAX_MEMBER_EXPIRY_MS } from '#common/domain/limits.js';
import type { MembersStore } from '#common/mongo/members.store.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';

const SERVICES = ['api', 'scheduler', 'executor', 'log-collector'] as const;
/** A schedule that has waited for longer counts as not planned. */
const MAX_OVERDUE_MS = 60_000;

export class VitalSigns {
  /** `clock`: database time. */
  constructor(
    private readonly schedules: Pick<SchedulesStore, 'countOverdue'>,
    private readonly members: Pick<MembersStore, 'heardSince'>,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly shards: Shards,
  ) {}

  /** The problems in words; empty if there are none. Throws errors of the database. */
  async problems(): Promise<string[]> {
    const now = this.clock.now();
    const overdue = await this.schedules.countOverdue(this.shards.all, now - MAX_OVERDUE_MS);
    const ready = await Promise.all(SERVICES.map((service) => this.isReady(service, now)));
    const absent = SERVICES.filter((_, i) => !ready[i]).map((service) => `no ${service} is ready`);
    return overdue > 0 ? [`${overdue} schedules are overdue`, ...absent] : absent;
  }

  private async isReady(service: string, now: number): Promise<boolean> {
    const heard = await this.members.heardSince(service, now - MAX_MEMBER_EXPIRY_MS);
    return heard.some(({ ready }) => ready);
  }
}
