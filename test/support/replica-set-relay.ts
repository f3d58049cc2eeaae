/**
 * Two addresses in front of one database server, which clients see as a replica set that holds elections: the primary steps down or
 * crashes, for a while there is no primary, then the other address is one. What clients are told is taken from the specifications of
 * the drivers (server discovery and monitoring, retryable writes). Not shown: a write that was answered and is rolled back.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { deserialize, ObjectId, serialize, type Document } from 'bson';
import { z } from 'zod';
import { FrameCutter } from '../../packages/embedded-servers/src/engine/frames.js';
import {
  legacyHeader,
  MESSAGE_HEADER_BYTES,
  messageLength,
  msgHeader,
  readMessage,
  type WireMessage,
} from '../../packages/embedded-servers/src/gateway/wire.js';
import { delay } from '#common/clock/delay.js';
import { MongoRelay } from './mongo-relay.js';

/** What the members of a set answer whatever their state is. */
const OF_ANY_MEMBER = new Set([
  ...['ping', 'endSessions', 'killCursors', 'saslStart', 'saslContinue', 'buildInfo'],
  // A cursor belongs to the member that opened it, whatever that is now.
  'getMore',
]);
const HELLO = new Set(['hello', 'isMaster', 'ismaster']);
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'createIndexes', 'dropIndexes']);
const NOT_WRITABLE_PRIMARY = { code: 10_107, codeName: 'NotWritablePrimary', errmsg: 'not primary' };
const NO_SECONDARY_OK = {
  code: 13_435,
  codeName: 'NotPrimaryNoSecondaryOk',
  errmsg: 'not primary and secondaryOk=false',
};
const CURSOR_NOT_FOUND = { code: 43, codeName: 'CursorNotFound', errmsg: 'cursor id not found' };
const INTERRUPTED = {
  ...{ code: 11_602, codeName: 'InterruptedDueToReplStateChange' },
  errmsg: 'operation was interrupted',
};
/** While a primary crashes, some of its requests are carried out and some are not, and their clients learn neither. */
const LEAVING_MS = 100;
/** The first bytes of the id that names an election; a later one is greater. */
const ELECTION = '7fffffff';
const OP_REPLY = 1;
const REPLY_DOCUMENT_AT = 36;
const MSG_DOCUMENT_AT = 21;

type MemberState = 'primary' | 'leaving' | 'secondary' | 'down';
/**
 * `stepDown`: it becomes a secondary at once, its connections stay, and it refuses what needs a primary; `crash`: some requests are
 * interrupted, then the connections are cut, and no new ones are accepted for a while.
 */
export type ElectionKind = 'stepDown' | 'crash';

interface Member {
  readonly server: Server;
  readonly sockets: Set<Socket>;
  /** The open cursors, which a crash ends. */
  readonly cursors: Set<string>;
  state: MemberState;
}

export class ReplicaSetRelay {
  private members: readonly Member[] = [];
  private elections = 1;
  /** What became of requests for want of a primary. */
  readonly troubles = { refused: 0, interrupted: 0, cut: 0, lostCursors: 0 };

  private constructor(
    private readonly target: URL,
    private readonly chance: () => number,
  ) {}

  /** In front of the server of `uri`; `chance` decides what becomes of requests while a primary leaves. */
  static async start(uri: string, chance: () => number): Promise<ReplicaSetRelay> {
    const relay = new ReplicaSetRelay(new URL(uri), chance);
    relay.members = (['primary', 'secondary'] as const).map((state) => {
      const member: Member = {
        ...{ state, sockets: new Set<Socket>(), cursors: new Set<string>() },
        server: createServer((client) => {
          relay.join(member, client);
        }),
      };
      return member;
    });
    for (const { server } of relay.members)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  /** The address of the set. */
  get uri(): string {
    const uri = new URL(this.target);
    uri.searchParams.delete('directConnection');
    uri.searchParams.set('replicaSet', 'rs0');
    return uri.toString().replace(uri.host, this.members.map(hostOf).join(','));
  }

  /** Ends all open cursors, as a server does with those that nobody has read for long. */
  expireCursors(): void {
    for (const { cursors } of this.members) cursors.clear();
  }

  /** Ends the term of the primary. Resolves when the other member has been elected, `withoutMs` later. */
  async elect(kind: ElectionKind, withoutMs: number): Promise<void> {
    const [former, next] = this.members.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (former === undefined || next === undefined) throw new Error('the relay was not started');
    if (kind === 'crash') {
      former.state = 'leaving';
      await delay(LEAVING_MS);
      former.state = 'down';
      former.cursors.clear();
      for (const socket of former.sockets) socket.destroy();
    } else former.state = 'secondary';
    await delay(withoutMs);
    this.elections++;
    next.state = 'primary';
    former.state = 'secondary';
  }

  async stop(): Promise<void> {
    for (const { server, sockets } of this.members) {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    }
  }

  private join(member: Member, client: Socket): void {
    if (member.state === 'down') {
      client.destroy();
      return;
    }
    const upstream = MongoRelay.dial(this.target);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      member.sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        member.sockets.delete(one);
        other.destroy();
      });
    }
    this.relay(member, client, upstream);
  }

  private relay(member: Member, client: Socket, upstream: Socket): void {
    const open = new Map<number, { readonly isHello: boolean; readonly message: WireMessage }>();
    const requests = new FrameCutter(MESSAGE_HEADER_BYTES, messageLength);
    client.on('data', (chunk: Buffer) => {
      for (const frame of requests.push(chunk)) {
        const message = readMessage(frame);
        const command = firstNameIn(message.body);
        const isHello = HELLO.has(command);
        const refusal = isHello ? null : this.refusalOf(member, command, message);
        if (refusal !== null) {
          this.troubles[refusal === CURSOR_NOT_FOUND ? 'lostCursors' : 'refused']++;
          client.write(answer(message, failure(message, refusal)));
        } else if (isHello || member.state !== 'leaving' || this.chance() < 0.5) {
          open.set(message.requestId, { isHello, message });
          upstream.write(frame);
        } else this.cut(client);
      }
    });
    const replies = new FrameCutter(MESSAGE_HEADER_BYTES, messageLength);
    upstream.on('data', (chunk: Buffer) => {
      for (const frame of replies.push(chunk)) {
        const asked = open.get(frame.readInt32LE(8));
        open.delete(frame.readInt32LE(8));
        keepCursor(member, frame);
        if (asked?.isHello === true)
          client.write(answer(asked.message, this.helloOf(member, deserialize(documentBytes(frame)))));
        else if (asked === undefined || member.state !== 'leaving') client.write(frame);
        else if (this.chance() < 0.5) {
          this.troubles.interrupted++;
          client.write(answer(asked.message, failure(asked.message, INTERRUPTED)));
        } else this.cut(client);
      }
    });
  }

  private cut(client: Socket): void {
    this.troubles.cut++;
    client.destroy();
  }

  private refusalOf({ state, cursors }: Member, command: string, { body }: WireMessage): Document | null {
    if (command === 'getMore' && !cursors.has(String(deserialize(body, { useBigInt64: true })['getMore'])))
      return CURSOR_NOT_FOUND;
    if (OF_ANY_MEMBER.has(command)) return null;
    if (state === 'primary' || state === 'leaving') return null;
    return WRITES.has(command) ? NOT_WRITABLE_PRIMARY : NO_SECONDARY_OK;
  }

  private helloOf(member: Member, { topologyVersion: _, ...said }: Document): Document {
    const isPrimary = member.state === 'primary';
    const primary = this.members.find(({ state }) => state === 'primary');
    return {
      ...said,
      ...{ hosts: this.members.map(hostOf), me: hostOf(member), primary: primary && hostOf(primary) },
      ...('ismaster' in said ? { ismaster: isPrimary } : { isWritablePrimary: isPrimary }),
      ...{ secondary: !isPrimary, setName: 'rs0', setVersion: 1 },
      electionId: new ObjectId(`${ELECTION}${String(this.elections).padStart(16, '0')}`),
    };
  }
}

const cursorIn = z.object({ cursor: z.object({ id: z.bigint() }) });
function keepCursor({ cursors }: Member, frame: Buffer): void {
  if (firstNameIn(documentBytes(frame)) !== 'cursor') return;
  const found = cursorIn.safeParse(deserialize(documentBytes(frame), { useBigInt64: true }));
  if (found.success && found.data.cursor.id !== 0n) cursors.add(String(found.data.cursor.id));
}

const hostOf = ({ server }: Member): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;
const rankOf = ({ state }: Member): number => (state === 'primary' ? 0 : 1);

/** The name of a document's first element, which stands behind the length of the document and the type of the element. */
const firstNameIn = (document: Buffer): string => document.toString('latin1', 5, document.indexOf(0, 5));
const documentBytes = (frame: Buffer): Buffer =>
  frame.subarray(frame.readInt32LE(12) === OP_REPLY ? REPLY_DOCUMENT_AT : MSG_DOCUMENT_AT);

/** A write that may be sent again has a number, and its failure has the label that says so. */
function failure({ body }: WireMessage, error: Document): Document {
  const isRetryable = 'txnNumber' in deserialize(body);
  return { ok: 0, ...error, ...(isRetryable && { errorLabels: ['RetryableWriteError'] }) };
}

function answer({ requestId, legacy }: WireMessage, document: Document): Buffer {
  const bytes = serialize(document, { ignoreUndefined: true });
  const head = { requestId: 0, responseTo: requestId, moreToCome: false };
  return Buffer.concat([(legacy ? legacyHeader : msgHeader)(head, bytes.length), bytes]);
}
