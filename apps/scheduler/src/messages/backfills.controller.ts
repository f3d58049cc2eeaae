import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { Handles } from '#common/nats/handles.js';
import { Backfills } from '../backfill/backfills.js';

@Controller()
export class BackfillsController {
  constructor(private readonly backfills: Backfills) {}

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
