/** Takes status callbacks that the api answered while this replica, or its predecessor, was away. */
import { contracts } from '#common/contracts/registry.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { InboxEntry, InboxStore } from '#common/mongo/inbox.store.js';
import type { StatusIntake } from '../messages/status-intake.js';

export class InboxSweep {
  constructor(
    private readonly inbox: Pick<InboxStore, 'waiting' | 'remove'>,
    private readonly intake: StatusIntake,
    private readonly owned: () => ReadonlySet<number>,
    private readonly tools: { readonly log: Logger; readonly metrics: Metrics },
  ) {}

  async step(): Promise<void> {
    const shards = [...this.owned()];
    if (shards.length === 0) return;
    const entries = await this.inbox.waiting('executor', shards);
    if (entries.length === 0) return;
    const taken: string[] = [];
    const outcomes = await Promise.allSettled(
      entries.map(async (entry) => {
        await this.apply(entry);
        taken.push(entry.id);
      }),
    );
    this.tools.metrics.sweeps.inc({ sweep: 'inbox' }, taken.length);
    await this.inbox.remove(taken);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async apply(entry: InboxEntry): Promise<void> {
    const log = this.tools.log.child({ attempt: entry.attempt, entry: entry.id });
    const call = contracts.reportStatus.schema.safeParse(entry.payload);
    if (!call.success) {
      log.error({ kind: entry.kind }, 'an entry of the inbox is no status callback');
      return;
    }
    const answer = await this.intake.report(call.data, false);
    // It was answered 204 when it came; that it came too late is only worth a word here.
    if (!answer.ok) log.warn({ code: answer.code, detail: answer.detail }, 'a callback from the inbox was refused');
  }
}
