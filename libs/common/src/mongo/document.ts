/** What every collection has in common. */
import type { mongo } from 'mongoose';

/** Every stored document has a text key; no type of the driver leaves this folder. */
export interface StoredDocument {
  readonly _id: string;
}
export type DocumentCollection<T extends StoredDocument> = mongo.Collection<T>;
