/** The messages of a member of a replica set: how its commands are told apart, and what it answers where it has not done what was asked. */
import { deserialize, serialize, type Document } from 'bson';
import { legacyHeader, msgHeader, type WireMessage } from '../gateway/wire.js';

/** What the members of a set answer whatever their state is. */
export const OF_ANY_MEMBER = new Set([
  ...['ping', 'endSessions', 'killCursors', 'saslStart', 'saslContinue', 'buildInfo'],
  // A cursor belongs to the member that opened it, whatever that is now.
  'getMore',
]);
export const HELLO = new Set(['hello', 'isMaster', 'ismaster']);
/** What reads documents, of which a former primary knows only older ones. */
export const READS = new Set(['find', 'aggregate', 'count', 'distinct']);
export const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'createIndexes', 'dropIndexes']);
export const NOT_WRITABLE_PRIMARY = { code: 10_107, codeName: 'NotWritablePrimary', errmsg: 'not primary' };
export const NO_SECONDARY_OK = {
  code: 13_435,
  codeName: 'NotPrimaryNoSecondaryOk',
  errmsg: 'not primary and secondaryOk=false',
};
export const CURSOR_NOT_FOUND = { code: 43, codeName: 'CursorNotFound', errmsg: 'cursor id not found' };
export const INTERRUPTED = {
  code: 11_602,
  codeName: 'InterruptedDueToReplStateChange',
  errmsg: 'operation was interrupted',
};
export const OUT_OF_TIME = { code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'operation exceeded time limit' };
const OP_REPLY = 1;
const MORE_TO_COME = 2;
const REPLY_DOCUMENT_AT = 36;
const MSG_DOCUMENT_AT = 21;

/** The name of a document's first element, which stands behind the length of the document and the type of the element. */
export const firstNameIn = (document: Buffer): string => document.toString('latin1', 5, document.indexOf(0, 5));
export const documentBytes = (frame: Buffer): Buffer =>
  frame.subarray(frame.readInt32LE(12) === OP_REPLY ? REPLY_DOCUMENT_AT : MSG_DOCUMENT_AT);

/** A write that may be sent again has a number, and its failure has the label that says so. */
export function failure({ body }: WireMessage, error: Document): Document {
  const isRetryable = 'txnNumber' in deserialize(body);
  return { ok: 0, ...error, ...(isRetryable && { errorLabels: ['RetryableWriteError'] }) };
}

export function answer({ requestId, legacy }: WireMessage, document: Document): Buffer {
  const bytes = serialize(document, { ignoreUndefined: true });
  const head = { requestId: 0, responseTo: requestId, moreToCome: false };
  return Buffer.concat([(legacy ? legacyHeader : msgHeader)(head, bytes.length), bytes]);
}

/** The message with another command in place of its own. */
export function frameOf({ sequences, ...message }: WireMessage, command: Document): Buffer {
  const beside = [...sequences].map(([name, documents]) => {
    const head = Buffer.alloc(5 + name.length + 1);
    head.writeUInt8(1, 0);
    head.writeInt32LE(head.length - 1 + documents.length, 1);
    head.write(name, 5, 'latin1');
    return Buffer.concat([head, documents]);
  });
  const content = Buffer.concat([serialize(command), ...beside]);
  const frame = Buffer.concat([msgHeader({ ...message, responseTo: 0, moreToCome: false }, content.length), content]);
  frame.writeUInt32LE(message.noReply ? MORE_TO_COME : 0, 16);
  return frame;
}
