import type { mongo } from 'mongoose';
import type { DocumentCollection, StoredDocument } from './document.js';
import { unwrapped } from './outage.js';

/** Methods that perform one operation each. */
const OPERATIONS: ReadonlySet<PropertyKey> = new Set<keyof mongo.Collection>([
  'bulkWrite',
  'countDocuments',
  'deleteMany',
  'deleteOne',
  'distinct',
  'estimatedDocumentCount',
  'findOne',
  'findOneAndDelete',
  'findOneAndReplace',
  'findOneAndUpdate',
  'insertMany',
  'insertOne',
  'replaceOne',
  'updateMany',
  'updateOne',
]);
/** Methods that return a cursor: reading all of it is one operation. Reading document by document is not gated. */
const CURSORS: ReadonlySet<PropertyKey> = new Set<keyof mongo.Collection>(['aggregate', 'find']);

type Perform = <T>(work: () => Promise<T>) => Promise<T>;
type Method = (...args: unknown[]) => unknown;

/**
 * The collection with each of its operations run through `perform`. Nested calls of the driver are not gated again. An operation on
 * many documents throws the errors of the network and of the server as they are, not wrapped in that of a bulk.
 */
export function gatedCollection<T extends StoredDocument>(
  collection: DocumentCollection<T>,
  perform: Perform,
): DocumentCollection<T> {
  return new Proxy(collection, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const method = (member as Method).bind(target);
      if (OPERATIONS.has(name))
        return (...args: unknown[]) => perform(() => (method(...args) as Promise<unknown>).catch(rethrowUnwrapped));
      if (CURSORS.has(name))
        return (...args: unknown[]) => gatedCursor(method(...args) as mongo.AbstractCursor, perform);
      return method;
    },
  });
}

function rethrowUnwrapped(error: unknown): never {
  throw unwrapped(error);
}

function gatedCursor(cursor: mongo.AbstractCursor, perform: Perform): mongo.AbstractCursor {
  const readAll = cursor.toArray.bind(cursor);
  cursor.toArray = () => perform(readAll);
  return cursor;
}
