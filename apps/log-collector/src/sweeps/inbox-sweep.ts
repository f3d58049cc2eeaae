/** Takes callbacks that the api answered while this replica, or its predecessor, was away. */
import { contracts } from '#common/contracts/registry.js';
import { shardOf, type AttemptId, parseAttemptId } from '#common/domain/ids.js';
import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { InboxEntry, InboxStore } from '#common/mongo/inbox.store.js';
import type { CallbackIntake } from '../callbacks/callback-intake.js';

export class InboxSweep {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly inbox: InboxStore,
    private readonly intake: CallbackIntake,
    private readonly owned: () => ReadonlySet<number>,
    private readonly tools: { readonly log: Logger; readonly metrics: Metrics },
  ) {}

  start(): void {
    this.schedule();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  /** Takes everything that waits for the attempt's shard, so that nothing of the attempt is outstanding. */
  async takeFor(attempt: AttemptId): Promise<void> {
    const run = parseAttemptId(attempt)?.run;
    if (run !== undefined) await this.take([shardOf(run)]);
  }

  private schedule(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.running = this.take([...this.owned()])
        .catch((error: unknown) => {
          this.tools.log.warn({ error: messageOf(error) }, 'the inbox could not be swept');
        })
        .finally(() => {
          this.schedule();
        });
    }, SWEEP_INTERVAL_MS);
  }

  private async take(shards: readonly number[]): Promise<void> {
    if (shards.length === 0) return;
    const taken: string[] = [];
    for (const entry of await this.inbox.waiting('log-collector', shards)) {
      if (await this.apply(entry)) taken.push(entry.id);
    }
    if (taken.length > 0) this.tools.metrics.sweeps.inc({ sweep: 'inbox' }, taken.length);
    await this.inbox.remove(taken);
  }

  /** True when the entry is done with. */
  private async apply(entry: InboxEntry): Promise<boolean> {
    const log = this.tools.log.child({ entry: entry.id, attempt: entry.attempt, kind: entry.kind });
    try {
      const answer = await this.hand(entry);
      if (!answer.ok) log.warn({ code: answer.code, detail: answer.detail }, 'a callback from the inbox was refused');
      return true;
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'a callback from the inbox waits for the next sweep');
      return false;
    }
  }

  private async hand(entry: InboxEntry): ReturnType<CallbackIntake['appendLog']> {
    if (entry.kind === 'log') {
      const call = contracts.appendLog.schema.safeParse(entry.payload);
      if (call.success) return this.intake.appendLog(call.data);
    } else if (entry.kind === 'job_storage') {
      const call = contracts.saveStorage.schema.safeParse(entry.payload);
      if (call.success) return this.intake.saveStorage(call.data);
    }
    return { ok: false, code: 'MALFORMED_BODY', detail: `this is no ${entry.kind} callback` };
  }
}
