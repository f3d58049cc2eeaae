/** The messages that the log-collector handles; each is passed to the class that handles it. */
import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { asAttemptId } from '#common/domain/ids.js';
import { InboxIntake } from '#common/inbox/inbox-intake.js';
import { Handles } from '#common/nats/handles.js';
import { CallbackIntake } from './callbacks/callback-intake.js';
import { StorageEditing, type StorageEdit, type StorageEdited } from './storage/storage-editing.js';
import { LastWritten } from './follow/last-written.js';
import { OutputSealing } from './follow/output-sealing.js';

/** Messages of callbacks and people for logs and job storage. */
@Controller()
export class CollectorMessages {
  constructor(
    private readonly intake: CallbackIntake,
    private readonly inbox: InboxIntake,
    private readonly storage: StorageEditing,
  ) {}

  @Handles(contracts.appendLog)
  async appendLog(call: PayloadOf<typeof contracts.appendLog>): Promise<ReplyOf<typeof contracts.appendLog>> {
    if (call.behindInbox || this.intake.mayLackEarlier(call)) await this.takeEarlier(call);
    return this.intake.appendLog(call);
  }

  @Handles(contracts.saveStorage)
  async saveStorage(call: PayloadOf<typeof contracts.saveStorage>): Promise<ReplyOf<typeof contracts.saveStorage>> {
    if (call.behindInbox) await this.takeEarlier(call);
    return this.intake.saveStorage(call);
  }

  @Handles(contracts.putStorage)
  async putStorage(edit: PayloadOf<typeof contracts.putStorage>): Promise<StorageEdited> {
    return this.storage.save(edit, { value: edit.value });
  }

  @Handles(contracts.deleteStorage)
  async deleteStorage(edit: StorageEdit): Promise<StorageEdited> {
    return this.storage.delete(edit);
  }

  @Handles(contracts.restoreStorage)
  async restoreStorage(edit: PayloadOf<typeof contracts.restoreStorage>): Promise<StorageEdited> {
    return this.storage.restore(edit, edit.version);
  }

  /** Callbacks of the attempt that an api stored in the inbox come before this call. */
  private async takeEarlier({ attempt }: { readonly attempt: string }): Promise<void> {
    await this.inbox.takeFor(asAttemptId(attempt));
  }
}

/** Requests of the executor about the output of attempts. */
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
