import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { Handles } from '#common/nats/handles.js';
import { OutputSealing } from '../follow/output-sealing.js';

@Controller()
export class SealController {
  constructor(private readonly sealing: OutputSealing) {}

  @Handles(contracts.sealOutput)
  async sealOutput(question: PayloadOf<typeof contracts.sealOutput>): Promise<ReplyOf<typeof contracts.sealOutput>> {
    return this.sealing.answer(question);
  }

  @Handles(contracts.sealOutputHere)
  async sealOutputHere(
    question: PayloadOf<typeof contracts.sealOutputHere>,
  ): Promise<ReplyOf<typeof contracts.sealOutputHere>> {
    return this.sealing.answerHere(question);
  }
}
