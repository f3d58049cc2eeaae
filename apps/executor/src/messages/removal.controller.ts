import { Controller } from '@nestjs/common';
import type { PayloadOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { Handles } from '#common/nats/handles.js';
import { Removals, type RemovalReply } from './removals.js';

@Controller()
export class RemovalController {
  constructor(private readonly removals: Removals) {}

  @Handles(contracts.removeRun)
  async removeRun({ run }: PayloadOf<typeof contracts.removeRun>): Promise<RemovalReply> {
    return this.removals.remove(run);
  }
}
