/**
 * Updates of single documents, many in one call: the first is sent at once, those that come while it is under way go together
 * in the next. Only for updates that may be made twice: of a call that fails, any part may have been made.
 */
import type { mongo } from 'mongoose';
import type { DocumentCollection, StoredDocument } from './document.js';

const MAX_GROUP = 500;

interface Waiting<T extends StoredDocument> {
  readonly filter: mongo.Filter<T>;
  readonly update: mongo.UpdateFilter<T>;
  readonly settle: () => void;
  readonly fail: (error: unknown) => void;
}

export class GroupedUpdates<T extends StoredDocument> {
  private waiting: Waiting<T>[] = [];
  private isSending = false;

  constructor(private readonly collection: DocumentCollection<T>) {}

  /** Resolves when the document is updated, or was found not to fit the filter. */
  update(filter: mongo.Filter<T>, update: mongo.UpdateFilter<T>): Promise<void> {
    return new Promise((settle, fail) => {
      this.waiting.push({ filter, update, settle, fail });
      if (!this.isSending) void this.send();
    });
  }

  private async send(): Promise<void> {
    this.isSending = true;
    // What is asked for in one go belongs together.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.write(this.waiting.splice(0, MAX_GROUP));
    this.isSending = false;
  }

  private async write(group: readonly Waiting<T>[]): Promise<void> {
    try {
      const operations = group.map(({ filter, update }) => ({ updateOne: { filter, update } }));
      await this.collection.bulkWrite(operations, { ordered: false });
      for (const { settle } of group) settle();
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }
}
