import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { Handles } from '#common/nats/handles.js';
import { EndedRuns } from '../admission/ended-runs.js';
import { ManualRuns } from '../admission/manual-runs.js';

@Controller()
export class RunsController {
  constructor(
    private readonly manualRuns: ManualRuns,
    private readonly endedRuns: EndedRuns,
  ) {}

  @Handles(contracts.admitRun)
  async admitRun(request: PayloadOf<typeof contracts.admitRun>): Promise<ReplyOf<typeof contracts.admitRun>> {
    return this.manualRuns.admit(request);
  }

  @Handles(contracts.runChanged)
  async runChanged(change: PayloadOf<typeof contracts.runChanged>): Promise<void> {
    await this.endedRuns.handle(change);
  }
}
