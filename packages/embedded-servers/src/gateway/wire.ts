import { GatewayError } from './gateway-error.js';

/** MongoDB's wire protocol: OP_MSG, and OP_QUERY as far as handshakes still use it. */

export const MAX_MESSAGE_BYTES = 48_000_000;
export const MESSAGE_HEADER_BYTES = 16;
/** Optional parts of a message beyond its documents. */
const OVERHEAD_BYTES = 65_536;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const MSG_BODY_START = 20;
const CHECKSUM_BYTES = 4;

const Flag = { checksumPresent: 1, moreToCome: 2, exhaustAllowed: 65_536 } as const;
const AWAIT_CAPABLE = 8;

export interface WireMessage {
  requestId: number;
  /** OP_QUERY is answered by OP_REPLY. */
  legacy: boolean;
  body: Buffer;
  /** Kind-1 sections: documents one after another, by the name of the array that they represent. */
  sequences: Map<string, Buffer>;
  /** Set by clients that expect no answer. */
  noReply: boolean;
  /** The client accepts several answers to this one request. */
  exhaust: boolean;
  /** OP_QUERY has its database outside the document. */
  database: string | undefined;
}

/** For the frame cutter; throws on an impossible length. */
export function messageLength(bytes: Buffer, at: number): number {
  const length = bytes.readInt32LE(at);
  if (length < MESSAGE_HEADER_BYTES || length > MAX_MESSAGE_BYTES + OVERHEAD_BYTES) {
    throw new GatewayError('InvalidLength', `a message has an invalid length: ${length} bytes`);
  }
  return length;
}

/** Throws where it is no message of a client; the connection cannot be used any more then. */
export function readMessage(frame: Buffer): WireMessage {
  const requestId = frame.readInt32LE(4);
  const opCode = frame.readInt32LE(12);
  if (opCode === OP_MSG) return readMsg(frame, requestId);
  if (opCode === OP_QUERY) return readQuery(frame, requestId);
  throw new GatewayError('CommandNotSupported', `wire operation ${opCode} is not supported`);
}

function readMsg(frame: Buffer, requestId: number): WireMessage {
  const flags = frame.readUInt32LE(16);
  const end = frame.length - ((flags & Flag.checksumPresent) === 0 ? 0 : CHECKSUM_BYTES);
  const sequences = new Map<string, Buffer>();
  let body: Buffer | undefined;
  for (let at = MSG_BODY_START; at < end;) {
    const kind = frame.readUInt8(at);
    const start = at + 1;
    const sectionEnd = start + frame.readInt32LE(start);
    if (sectionEnd > end || sectionEnd <= start)
      throw new GatewayError('InvalidLength', 'a section is longer than its message');
    if (kind === 0) {
      body = frame.subarray(start, sectionEnd);
    } else if (kind === 1) {
      const nameEnd = frame.indexOf(0, start + 4);
      sequences.set(frame.toString('utf8', start + 4, nameEnd), frame.subarray(nameEnd + 1, sectionEnd));
    } else {
      throw new GatewayError('FailedToParse', `a section has the unknown kind ${kind}`);
    }
    at = sectionEnd;
  }
  if (body === undefined) throw new GatewayError('FailedToParse', 'a message has no body');
  const noReply = (flags & Flag.moreToCome) !== 0;
  const exhaust = (flags & Flag.exhaustAllowed) !== 0;
  return { requestId, legacy: false, body, sequences, noReply, exhaust, database: undefined };
}

function readQuery(frame: Buffer, requestId: number): WireMessage {
  const nameEnd = frame.indexOf(0, MSG_BODY_START);
  const database = frame.toString('utf8', MSG_BODY_START, nameEnd).split('.')[0];
  const start = nameEnd + 1 + 8;
  const body = frame.subarray(start, start + frame.readInt32LE(start));
  return { requestId, legacy: true, body, sequences: new Map(), noReply: false, exhaust: false, database };
}

export interface ReplyFrame {
  requestId: number;
  responseTo: number;
  /** Another answer to the same request follows. */
  moreToCome: boolean;
}

/** The head of an OP_MSG answer; the document's bytes follow it. */
export function msgHeader(reply: ReplyFrame, documentBytes: number): Buffer {
  const head = Buffer.allocUnsafe(MSG_BODY_START + 1);
  writeHeader(head, reply, head.length + documentBytes, OP_MSG);
  head.writeUInt32LE(reply.moreToCome ? Flag.moreToCome : 0, 16);
  head[20] = 0;
  return head;
}

/** The head of an OP_REPLY answer with one document. */
export function legacyHeader(reply: ReplyFrame, documentBytes: number): Buffer {
  const head = Buffer.alloc(36);
  writeHeader(head, reply, head.length + documentBytes, OP_REPLY);
  head.writeInt32LE(AWAIT_CAPABLE, 16);
  head.writeInt32LE(1, 32);
  return head;
}

function writeHeader(head: Buffer, reply: ReplyFrame, length: number, opCode: number): void {
  head.writeInt32LE(length, 0);
  head.writeInt32LE(reply.requestId, 4);
  head.writeInt32LE(reply.responseTo, 8);
  head.writeInt32LE(opCode, 12);
}
