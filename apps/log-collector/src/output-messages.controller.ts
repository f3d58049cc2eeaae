/** Requests of the executor about the output of attempts; each is passed to the class that handles it. */
import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { Handles } from '#common/nats/handles.js';
import { LastWritten } from './follow/last-written.js';
import { OutputSealing } from './follow/output-sealing.js';

@Controller()
export class OutputMessages {
  constructor(
    private readonly sealing: OutputSealing,
    private readonly written: LastWritten,
  ) {}

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

  @Handles(contracts.lastWritten)
  async lastWritten(question: PayloadOf<typeof contracts.lastWritten>): Promise<ReplyOf<typeof contracts.lastWritten>> {
    return this.written.answer(question);
  }

  @Handles(contracts.lastWrittenHere)
  async lastWrittenHere(
    question: PayloadOf<typeof contracts.lastWrittenHere>,
  ): Promise<ReplyOf<typeof contracts.lastWrittenHere>> {
    return this.written.answerHere(question);
  }
}
