import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { Handles } from '#common/nats/handles.js';
import { CallbackIntake } from '../callbacks/callback-intake.js';

@Controller()
export class CallbackController {
  constructor(private readonly intake: CallbackIntake) {}

  @Handles(contracts.appendLog)
  async appendLog(call: PayloadOf<typeof contracts.appendLog>): Promise<ReplyOf<typeof contracts.appendLog>> {
    return this.intake.appendLog(call);
  }

  @Handles(contracts.saveStorage)
  async saveStorage(call: PayloadOf<typeof contracts.saveStorage>): Promise<ReplyOf<typeof contracts.saveStorage>> {
    return this.intake.saveStorage(call);
  }
}
