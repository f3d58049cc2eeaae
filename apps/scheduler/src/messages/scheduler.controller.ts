import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { asJobId, asRunId } from '#common/domain/ids.js';
import { Handles } from '#common/nats/handles.js';
import { EndedRuns } from '../admission/ended-runs.js';
import { ManualRuns } from '../admission/manual-runs.js';
import { QueuedRuns } from '../admission/queued-runs.js';
import { Carrier } from '../definitions/carrier.js';
import { PlanLoop } from '../plan/plan-loop.js';

/** Everything that the scheduler is asked and told. */
@Controller()
export class SchedulerController {
  constructor(
    private readonly carrier: Carrier,
    private readonly manualRuns: ManualRuns,
    private readonly queuedRuns: QueuedRuns,
    private readonly endedRuns: EndedRuns,
    private readonly loop: PlanLoop,
  ) {}

  @Handles(contracts.applyJob)
  async applyJob({ job }: PayloadOf<typeof contracts.applyJob>): Promise<ReplyOf<typeof contracts.applyJob>> {
    const carried = await this.carrier.carry(asJobId(job));
    if (!carried.ok) return { ok: false, code: carried.code, detail: carried.detail };
    this.loop.wake();
    return { ok: true, jobRev: carried.state.jobRev, nextSlot: carried.state.nextSlotAt };
  }

  @Handles(contracts.admitRun)
  async admitRun(request: PayloadOf<typeof contracts.admitRun>): Promise<ReplyOf<typeof contracts.admitRun>> {
    return this.manualRuns.admit(request);
  }

  @Handles(contracts.schedulerHint)
  async hint({ run, job }: PayloadOf<typeof contracts.schedulerHint>): Promise<void> {
    if (job !== undefined) this.loop.wake();
    if (run !== undefined) await this.queuedRuns.applyCommands([asRunId(run)]);
  }

  @Handles(contracts.runChanged)
  async runChanged(change: PayloadOf<typeof contracts.runChanged>): Promise<void> {
    await this.endedRuns.handle(change);
  }
}
