import type { mongo } from 'mongoose';
import type { DocumentCollection, StoredDocument } from './mongo.js';

/** Keys that are asked for within this time are one read. */
const GROUP_MS = 2;
const MAX_GROUP = 500;

interface Asker {
  readonly settle: (isThere: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** Says whether documents exist, of many keys at once. */
export class KeysThere<T extends StoredDocument> {
  private waiting = new Map<string, Asker[]>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly collection: DocumentCollection<T>) {}

  has(key: string): Promise<boolean> {
    return new Promise((settle, fail) => {
      this.waiting.set(key, [...(this.waiting.get(key) ?? []), { settle, fail }]);
      if (this.waiting.size >= MAX_GROUP) void this.read();
      else this.timer ??= setTimeout(() => void this.read(), GROUP_MS);
    });
  }

  private async read(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const group = this.waiting;
    this.waiting = new Map();
    try {
      const filter = { _id: { $in: [...group.keys()] } } as unknown as mongo.Filter<T>;
      const found = await this.collection.find(filter, { projection: { _id: 1 } }).toArray();
      const there = new Set<string>(found.map(({ _id }) => _id));
      for (const [key, askers] of group) for (const { settle } of askers) settle(there.has(key));
    } catch (error) {
      for (const { fail } of [...group.values()].flat()) fail(error);
    }
  }
}
