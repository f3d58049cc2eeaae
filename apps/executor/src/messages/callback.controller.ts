import { Controller } from '@nestjs/common';
import type { PayloadOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { asAttemptId } from '#common/domain/ids.js';
import { Handles } from '#common/nats/handles.js';
import { StatusIntake, type StatusReply } from './status-intake.js';

@Controller()
export class CallbackController {
  constructor(private readonly intake: StatusIntake) {}

  @Handles(contracts.reportStatus)
  async reportStatus(call: PayloadOf<typeof contracts.reportStatus>): Promise<StatusReply> {
    return this.intake.report(call, true);
  }

  @Handles(contracts.attemptSeen)
  attemptSeen({ attempt, at }: PayloadOf<typeof contracts.attemptSeen>): Promise<void> {
    this.intake.seen(asAttemptId(attempt), at);
    return Promise.resolve();
  }
}
