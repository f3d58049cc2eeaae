/** The messages that the log-collector handles; each is passed to the class that handles it. */
import { Controller } from '@nestjs/common';
import { contracts, type Payload, type ReplyTo } from '#common/messages/registry.js';
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
  async appendLog(call: Payload<'appendLog'>): Promise<ReplyTo<'appendLog'>> {
    if (call.behindInbox || this.intake.mayLackEarlier(call)) await this.takeEarlier(call);
    return this.intake.appendLog(call);
  }

  @Handles(contracts.saveStorage)
  async saveStorage(call: Payload<'saveStorage'>): Promise<ReplyTo<'saveStorage'>> {
    if (call.behindInbox) await this.takeEarlier(call);
    return this.intake.saveStorage(call);
  }

  @Handles(contracts.putStorage)
  async putStorage(edit: Payload<'putStorage'>): Promise<StorageEdited> {
    return this.storage.save(edit, { value: edit.value });
  }

  @Handles(contracts.deleteStorage)
  async deleteStorage(edit: StorageEdit): Promise<StorageEdited> {
    return this.storage.delete(edit);
  }

  @Handles(contracts.restoreStorage)
  async restoreStorage(edit: Payload<'restoreStorage'>): Promise<StorageEdited> {
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
  async sealOutput(question: Payload<'sealOutput'>): Promise<ReplyTo<'sealOutput'>> {
    return this.sealing.answer(question);
  }

  @Handles(contracts.sealOutputHere)
  async sealOutputHere(question: Payload<'sealOutputHere'>): Promise<ReplyTo<'sealOutputHere'>> {
    return this.sealing.answerHere(question);
  }

  @Handles(contracts.lastWritten)
  async lastWritten(question: Payload<'lastWritten'>): Promise<ReplyTo<'lastWritten'>> {
    return this.written.answer(question);
  }

  @Handles(contracts.lastWrittenHere)
  async lastWrittenHere(question: Payload<'lastWrittenHere'>): Promise<ReplyTo<'lastWrittenHere'>> {
    return this.written.answerHere(question);
  }
}
