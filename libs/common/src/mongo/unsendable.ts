/** A document that cannot be sent, because it is too large, fails alone, and not the documents of one group with it. */
import { mongo } from 'mongoose';

/** What the driver throws before it sends anything: the document is larger than the server takes, or than the driver can write. */
const isUnsendable = (error: unknown): error is Error =>
  error instanceof mongo.MongoInvalidArgumentError ||
  error instanceof mongo.BSON.BSONError ||
  error instanceof RangeError;

class Unsendable {
  constructor(readonly error: Error) {}
}

export type Sent<Result> = Result | Unsendable;

/** As `perform`, which sends a group; a group with such a document is halved until it is found. */
export function exceptUnsendable<Item, Result>(
  perform: (items: readonly Item[]) => Promise<readonly Result[]>,
): (items: readonly Item[]) => Promise<Sent<Result>[]> {
  const performed = async (items: readonly Item[]): Promise<Sent<Result>[]> => {
    try {
      return [...(await perform(items))];
    } catch (error) {
      if (!isUnsendable(error)) throw error;
      if (items.length === 1) return [new Unsendable(error)];
      const half = Math.ceil(items.length / 2);
      return [...(await performed(items.slice(0, half))), ...(await performed(items.slice(half)))];
    }
  };
  return performed;
}

/** The result of one document. Throws why it cannot be sent. */
export function resultOf<Result>(sent: Sent<Result>): Result {
  if (sent instanceof Unsendable) throw sent.error;
  return sent;
}
