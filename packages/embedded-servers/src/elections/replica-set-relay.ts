/**
 * Two addresses in front of one database server, which clients see as a replica set that holds elections: the primary steps down or
 * crashes, for a while there is no primary, then the other address is one. What clients are told is taken from the specifications of
 * the drivers (server discovery and monitoring, retryable writes), and, of writes that are rolled back, from MongoDB's pages about them.
 */
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { deserialize, ObjectId, type Document } from 'bson';
import { FrameCutter } from '../engine/frames.js';
import { MESSAGE_HEADER_BYTES, messageLength, readMessage, type WireMessage } from '../gateway/wire.js';
import {
  answer,
  CURSOR_NOT_FOUND,
  documentBytes,
  failure,
  firstNameIn,
  frameOf,
  HELLO,
  INTERRUPTED,
  NO_SECONDARY_OK,
  NOT_WRITABLE_PRIMARY,
  OF_ANY_MEMBER,
  OUT_OF_TIME,
  READS,
  WRITES,
} from './member-answers.js';
import { FormerState } from './former-state.js';
import { AS_STORED, isChange, isLinearizable, UnconfirmedWrites, waitsForMajority } from './unconfirmed-writes.js';

/** While a primary crashes, some of its requests are carried out and some are not, and their clients learn neither. */
const LEAVING_MS = 100;
/** How long a primary that no member follows takes writes before its connections are cut. */
const ALONE_MS = 1_500;
const ANSWER_POLL_MS = 10;
/** A write that a former primary takes loses its connection by then: until its client asks again, that one reads from it. */
const CUT_OFF_WITHIN_MS = 2_000;
const TROUBLES = new Map<Document, 'lostCursors' | 'outOfTime'>([
  [CURSOR_NOT_FOUND, 'lostCursors'],
  [OUT_OF_TIME, 'outOfTime'],
]);
/** The first bytes of the id that names an election; a later one is greater. */
const ELECTION = '7fffffff';
type MemberState = 'primary' | 'alone' | 'leaving' | 'paused' | 'former' | 'secondary' | 'down';
/**
 * `stepDown`: it becomes a secondary at once, its connections stay, and it refuses what needs a primary; `crash`: some requests are
 * interrupted, then the connections are cut, and no new ones are accepted for a while; `rollback`: no other member follows it, so that
 * writes whose clients wait for a majority stay without an answer or lose their connection, but are read by others; then it crashes, and all
 * of these writes are gone; `partition`: two are primaries. The former one has lost the others without noticing: it answers reads from what a
 * majority had then, and no write, to clients that have not seen the next one.
 */
export type ElectionKind = 'stepDown' | 'crash' | 'rollback' | 'partition';

interface Member {
  readonly server: Server;
  readonly sockets: Set<Socket>;
  /** The open cursors, which a crash ends. */
  readonly cursors: Set<string>;
  /** Requests without an answer yet. */
  readonly open: Set<OpenRequest>;
  state: MemberState;
  /** The number of the last election that it won. */
  election: number;
}

interface OpenRequest {
  readonly message: WireMessage;
  readonly isHello: boolean;
  /** Takes the answer in place of the client; null where there is none. */
  readonly take?: (answer: Buffer | null) => void;
}

interface Towards {
  readonly client: Socket;
  readonly pass: (frame: Buffer, request: OpenRequest) => void;
}

export class ReplicaSetRelay {
  private members: readonly Member[] = [];
  private elections = 1;
  /** What became of requests for want of a primary. */
  readonly troubles = {
    refused: 0,
    interrupted: 0,
    cut: 0,
    lostCursors: 0,
    outOfTime: 0,
    /** Documents whose change was undone, and writes that were answered before they were undone. */
    rolledBack: 0,
    rolledBackAnswered: 0,
    /** Reads that a former primary answered. */
    stale: 0,
  };
  /** Whether a command that has a limit of time (`maxTimeMS`) ends by it. */
  isOutOfTime = (): boolean => false;

  /** The databases that clients have used. */
  private readonly databases = new Set<string>();

  private constructor(
    private readonly target: URL,
    private readonly chance: () => number,
    private readonly unconfirmed: UnconfirmedWrites,
    private readonly former: FormerState,
  ) {}

  /** In front of the server of `uri`; `chance` decides what becomes of requests while a primary leaves. */
  static async start(uri: string, chance: () => number): Promise<ReplicaSetRelay> {
    const beside = [await UnconfirmedWrites.on(uri), await FormerState.on(uri)] as const;
    const relay = new ReplicaSetRelay(new URL(uri), chance, ...beside);
    relay.members = (['primary', 'secondary'] as const).map((state, place) => {
      const member: Member = {
        state,
        election: 1 - place,
        sockets: new Set<Socket>(),
        cursors: new Set<string>(),
        open: new Set<OpenRequest>(),
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

  /** True while a former primary answers reads beside the next one. */
  get hasTwoPrimaries(): boolean {
    return this.members.some(({ state }) => state === 'former');
  }

  /** Ends all open cursors, as a server does with those that nobody has read for long. */
  expireCursors(): void {
    for (const { cursors } of this.members) cursors.clear();
  }

  /** Ends the term of the primary. Resolves when the other member has been elected, `withoutMs` later; two are primaries for so long. */
  async elect(kind: ElectionKind, withoutMs: number): Promise<void> {
    const [former, next] = this.members.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (former === undefined || next === undefined) throw new Error('the relay was not started');
    if (kind === 'partition') {
      await this.part(former, next, withoutMs);
      return;
    }
    if (kind === 'stepDown') former.state = 'secondary';
    else {
      former.state = kind === 'crash' ? 'leaving' : 'alone';
      await delay(kind === 'crash' ? LEAVING_MS : ALONE_MS);
      former.state = 'down';
      this.troubles.rolledBack += await this.unconfirmed.undo();
      former.cursors.clear();
      for (const socket of former.sockets) socket.destroy();
    }
    await delay(withoutMs);
    this.win(next);
    former.state = 'secondary';
  }

  private win(next: Member): void {
    next.election = ++this.elections;
    next.state = 'primary';
  }

  private async part(former: Member, next: Member, forMs: number): Promise<void> {
    const databases = [...this.databases];
    for (const database of databases) await this.former.prepare(database);
    // Nothing changes while the state is copied.
    former.state = 'paused';
    const changes = (): boolean => [...former.open].some(({ message }) => !READS.has(firstNameIn(message.body)));
    while (changes()) await delay(ANSWER_POLL_MS);
    for (const database of databases) await this.former.take(database);
    former.state = 'former';
    this.win(next);
    await delay(forMs);
    former.state = 'down';
    former.cursors.clear();
    for (const socket of former.sockets) socket.destroy();
    former.state = 'secondary';
    for (const database of databases) await this.former.forget(database);
  }

  async stop(): Promise<void> {
    for (const { server, sockets } of this.members) {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    }
    await this.unconfirmed.close();
    await this.former.close();
  }

  private join(member: Member, client: Socket): void {
    if (member.state === 'down') {
      client.destroy();
      return;
    }
    const upstream = createConnection(Number(this.target.port), this.target.hostname);
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
    const open = new Map<number, OpenRequest>();
    const end = (request: OpenRequest): void => {
      member.open.delete(request);
      request.take?.(null);
    };
    const pass = (frame: Buffer, request: OpenRequest): void => {
      open.set(request.message.requestId, request);
      member.open.add(request);
      if (upstream.destroyed) end(request);
      else upstream.write(frame);
    };
    const requests = new FrameCutter(MESSAGE_HEADER_BYTES, messageLength);
    client.on('data', (chunk: Buffer) => {
      for (const frame of requests.push(chunk)) {
        const message = readMessage(frame);
        const command = firstNameIn(message.body);
        const isHello = HELLO.has(command);
        const refusal = isHello ? null : this.refusalOf(member, command, message);
        this.note(message);
        if (refusal !== null) {
          this.troubles[TROUBLES.get(refusal) ?? 'refused']++;
          client.write(answer(message, failure(message, refusal)));
        } else if (this.isCutOff(member, command, message)) void this.takeCutOff(member, message, { client, pass });
        else if (isHello || member.state !== 'leaving' || this.chance() < 0.5) pass(frame, { isHello, message });
        else this.cut(client);
      }
    });
    const replies = new FrameCutter(MESSAGE_HEADER_BYTES, messageLength);
    upstream.on('data', (chunk: Buffer) => {
      for (const frame of replies.push(chunk)) {
        const request = open.get(frame.readInt32LE(8));
        open.delete(frame.readInt32LE(8));
        if (request) member.open.delete(request);
        keepCursor(member, frame);
        if (request?.take) request.take(frame);
        else if (request?.isHello === true)
          client.write(answer(request.message, this.helloOf(member, deserialize(documentBytes(frame)))));
        else if (request === undefined || member.state !== 'leaving') client.write(frame);
        else if (this.chance() < 0.5) {
          this.troubles.interrupted++;
          client.write(answer(request.message, failure(request.message, INTERRUPTED)));
        } else this.cut(client);
      }
    });
    upstream.on('close', () => {
      for (const request of open.values()) end(request);
    });
  }

  /** True for a request that a primary without the others cannot do as any other primary. */
  private isCutOff({ state }: Member, command: string, message: WireMessage): boolean {
    if (state === 'alone') return isChange(command) || waitsForMajority(message);
    return state === 'former' ? WRITES.has(command) || READS.has(command) : state === 'paused' && WRITES.has(command);
  }

  private async takeCutOff(member: Member, message: WireMessage, towards: Towards): Promise<void> {
    if (member.state === 'alone') {
      await this.takeAlone(member, message, towards);
      return;
    }
    while (member.state === 'paused') await delay(ANSWER_POLL_MS);
    const command = deserialize(message.body, AS_STORED);
    if (isLinearizable(command)) {
      await delay(Number(command['maxTimeMS'] ?? 0));
      towards.client.write(answer(message, failure(message, OUT_OF_TIME)));
      return;
    }
    if (READS.has(firstNameIn(message.body))) {
      this.troubles.stale++;
      const older = { ...command, $db: FormerState.nameOf(String(command['$db'])) };
      towards.pass(frameOf(message, older), { isHello: false, message });
      return;
    }
    // Writes wait for a majority in vain: some lose their connection soon, the rest in the end.
    if (this.chance() >= 0.5) return;
    await delay(this.chance() * CUT_OFF_WITHIN_MS);
    this.cut(towards.client);
  }

  /** What waits for a majority is not answered: some of it loses its connection at once, the rest when the primary crashes. */
  private async takeAlone(member: Member, message: WireMessage, { client, pass }: Towards): Promise<void> {
    if (!isChange(firstNameIn(message.body))) return;
    // Earlier writes are confirmed: what is kept to be restored must have them.
    const earlier = [...member.open].filter((each) => !each.take && isChange(firstNameIn(each.message.body)));
    const isAlone = (): boolean => member.state === 'alone';
    while (isAlone() && earlier.some((request) => member.open.has(request))) await delay(ANSWER_POLL_MS);
    if (!isAlone()) return;
    const reply = await this.unconfirmed.take(
      message,
      (frame) =>
        new Promise((take) => {
          pass(frame, { isHello: false, message, take });
        }),
    );
    if (waitsForMajority(message)) {
      if (this.chance() < 0.5) this.cut(client);
    } else if (reply !== null && isAlone()) {
      this.troubles.rolledBackAnswered++;
      client.write(reply);
    }
  }

  private note({ body }: WireMessage): void {
    if (!READS.has(firstNameIn(body))) return;
    const name = String(deserialize(body)['$db']);
    if (name !== 'admin' && FormerState.nameOf(name) !== name) this.databases.add(name);
  }

  private cut(client: Socket): void {
    if (client.destroyed) return;
    this.troubles.cut++;
    client.destroy();
  }

  private refusalOf({ state, cursors }: Member, command: string, { body }: WireMessage): Document | null {
    if (command === 'getMore' && !cursors.has(String(deserialize(body, { useBigInt64: true })['getMore'])))
      return CURSOR_NOT_FOUND;
    if (body.includes('maxTimeMS') && 'maxTimeMS' in deserialize(body) && this.isOutOfTime()) return OUT_OF_TIME;
    if (OF_ANY_MEMBER.has(command)) return null;
    if (LEADING.has(state) || state === 'leaving') return null;
    return WRITES.has(command) ? NOT_WRITABLE_PRIMARY : NO_SECONDARY_OK;
  }

  private helloOf(member: Member, { topologyVersion: _, ...reply }: Document): Document {
    const isPrimary = LEADING.has(member.state);
    const primary = isPrimary ? member : this.members.find(({ state }) => LEADING.has(state));
    return {
      ...reply,
      hosts: this.members.map(hostOf),
      me: hostOf(member),
      primary: primary && hostOf(primary),
      ...('ismaster' in reply ? { ismaster: isPrimary } : { isWritablePrimary: isPrimary }),
      secondary: !isPrimary,
      setName: 'rs0',
      setVersion: 1,
      electionId: new ObjectId(`${ELECTION}${String(isPrimary ? member.election : this.elections).padStart(16, '0')}`),
    };
  }
}

function keepCursor({ cursors }: Member, frame: Buffer): void {
  if (firstNameIn(documentBytes(frame)) !== 'cursor') return;
  const { cursor } = deserialize(documentBytes(frame), { useBigInt64: true }) as { readonly cursor: Document };
  const id: unknown = cursor['id'];
  if (typeof id === 'bigint' && id !== 0n) cursors.add(String(id));
}

const hostOf = ({ server }: Member): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;
/** Who says of itself that it is the primary. */
const LEADING: ReadonlySet<MemberState> = new Set(['primary', 'alone', 'paused', 'former']);
const rankOf = ({ state }: Member): number => (state === 'primary' ? 0 : 1);
