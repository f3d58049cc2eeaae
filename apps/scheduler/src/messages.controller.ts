/** The messages that the scheduler handles; each is handed to the class that knows what to do. */
import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { asJobId, asRunId } from '#common/domain/ids.js';
import { Handles } from '#common/nats/handles.js';
import { EndedRuns } from './admission/ended-runs.js';
import { ManualRuns } from './admission/manual-runs.js';
import { QueuedRuns } from './admission/queued-runs.js';
import { Backfills } from './backfill/backfills.js';
import { DefinitionSync } from './definitions/definition-sync.js';
import { PlanLoop } from './plan/plan-loop.js';

@Controller()
export class DefinitionMessages {
  constructor(
    private readonly definitions: DefinitionSync,
    private readonly loop: PlanLoop,
    private readonly backfills: Backfills,
  ) {}

  @Handles(contracts.applyJob)
  async applyJob({ job }: PayloadOf<typeof contracts.applyJob>): Promise<ReplyOf<typeof contracts.applyJob>> {
    const synced = await this.definitions.sync(asJobId(job));
    if (!synced.ok) return { ok: false, code: synced.code, detail: synced.detail };
    this.loop.wake();
    return { ok: true, jobRev: synced.state.jobRev, nextSlot: synced.state.nextSlotAt };
  }

  @Handles(contracts.startBackfill)
  async startBackfill(
    request: PayloadOf<typeof contracts.startBackfill>,
  ): Promise<ReplyOf<typeof contracts.startBackfill>> {
    return this.backfills.start(request);
  }

  @Handles(contracts.cancelBackfill)
  async cancelBackfill({
    backfill,
    actor,
  }: PayloadOf<typeof contracts.cancelBackfill>): Promise<ReplyOf<typeof contracts.cancelBackfill>> {
    return this.backfills.cancel(backfill, actor);
  }
}

@Controller()
export class RunMessages {
  constructor(
    private readonly manualRuns: ManualRuns,
    private readonly queuedRuns: QueuedRuns,
    private readonly endedRuns: EndedRuns,
    private readonly loop: PlanLoop,
  ) {}

  @Handles(contracts.admitRun)
  async admitRun(request: PayloadOf<typeof contracts.admitRun>): Promise<ReplyOf<typeof contracts.admitRun>> {
    return this.manualRuns.admit(request);
  }

  @Handles(contracts.admitRuns)
  async admitRuns({ requests }: PayloadOf<typeof contracts.admitRuns>): Promise<ReplyOf<typeof contracts.admitRuns>> {
    return { ok: true, replies: await this.manualRuns.admitAll(requests) };
  }

  @Handles(contracts.runChanged)
  async runChanged(change: PayloadOf<typeof contracts.runChanged>): Promise<void> {
    await this.endedRuns.handle(change);
  }

  @Handles(contracts.schedulerHint)
  async hint({ run, job }: PayloadOf<typeof contracts.schedulerHint>): Promise<void> {
    if (job !== undefined) this.loop.wake();
    if (run !== undefined) await this.queuedRuns.applyCommands([asRunId(run)]);
  }
}
