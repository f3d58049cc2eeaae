import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { asAttemptId } from '#common/domain/ids.js';
import { InboxIntake } from '#common/inbox/inbox-intake.js';
import { Handles } from '#common/nats/handles.js';
import { CallbackIntake } from '../callbacks/callback-intake.js';

@Controller()
export class CallbackController {
  constructor(
    private readonly intake: CallbackIntake,
    private readonly inbox: InboxIntake,
  ) {}

  @Handles(contracts.appendLog)
  async appendLog(call: PayloadOf<typeof contracts.appendLog>): Promise<ReplyOf<typeof contracts.appendLog>> {
    await this.takeEarlier(call);
    return this.intake.appendLog(call);
  }

  @Handles(contracts.saveStorage)
  async saveStorage(call: PayloadOf<typeof contracts.saveStorage>): Promise<ReplyOf<typeof contracts.saveStorage>> {
    await this.takeEarlier(call);
    return this.intake.saveStorage(call);
  }

  /** What the api had to store of the attempt before this call stands before it. */
  private async takeEarlier(call: {
    readonly attempt: string;
    readonly behindInbox?: true | undefined;
  }): Promise<void> {
    if (call.behindInbox) await this.inbox.takeFor(asAttemptId(call.attempt));
  }
}
