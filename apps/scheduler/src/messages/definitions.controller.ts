import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { asJobId, asRunId } from '#common/domain/ids.js';
import { Handles } from '#common/nats/handles.js';
import { QueuedRuns } from '../admission/queued-runs.js';
import { Carrier } from '../definitions/carrier.js';
import { PlanLoop } from '../plan/plan-loop.js';

@Controller()
export class DefinitionsController {
  constructor(
    private readonly carrier: Carrier,
    private readonly queuedRuns: QueuedRuns,
    private readonly loop: PlanLoop,
  ) {}

  @Handles(contracts.applyJob)
  async applyJob({ job }: PayloadOf<typeof contracts.applyJob>): Promise<ReplyOf<typeof contracts.applyJob>> {
    const carried = await this.carrier.carry(asJobId(job));
    if (!carried.ok) return { ok: false, code: carried.code, detail: carried.detail };
    this.loop.wake();
    return { ok: true, jobRev: carried.state.jobRev, nextSlot: carried.state.nextSlotAt };
  }

  @Handles(contracts.schedulerHint)
  async hint({ run, job }: PayloadOf<typeof contracts.schedulerHint>): Promise<void> {
    if (job !== undefined) this.loop.wake();
    if (run !== undefined) await this.queuedRuns.applyCommands([asRunId(run)]);
  }
}
