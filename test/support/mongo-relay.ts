/** A relay between services and MongoDB that reports every command that they send. */
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { deserialize, type Document } from 'bson';

const HEADER_BYTES = 16;
const OP_MSG = 2013;
const FLAG_BYTES = 4;

export interface SentCommand {
  readonly body: Document;
  /** Documents that are sent beside the body, by the field that they belong to. */
  readonly sequences: ReadonlyMap<string, readonly Uint8Array[]>;
}

export class MongoRelay {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  /** Whether the connection is closed when the server has answered this command, before the answer arrives. */
  losesAnswer = (_: SentCommand): boolean => false;

  private constructor(
    private readonly target: URL,
    private readonly onCommand: (command: SentCommand) => void,
  ) {
    this.server = createServer((client) => {
      this.connect(client);
    });
  }

  /** Listens for connections to the server of `uri`. */
  static async start(uri: string, onCommand: (command: SentCommand) => void): Promise<MongoRelay> {
    const relay = new MongoRelay(new URL(uri), onCommand);
    await new Promise<void>((resolve) => relay.server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  /** A connection to the server of a URI. */
  static dial(target: URL): Socket {
    return createConnection(Number(target.port), target.hostname);
  }

  /** The address of the same database by way of the relay. */
  get uri(): string {
    const uri = new URL(this.target);
    uri.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    uri.searchParams.delete('replicaSet');
    uri.searchParams.set('directConnection', 'true');
    return uri.toString();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private connect(client: Socket): void {
    const upstream = MongoRelay.dial(this.target);
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    let rest = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      upstream.write(chunk);
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= HEADER_BYTES && rest.length >= rest.readInt32LE(0)) {
        const size = rest.readInt32LE(0);
        if (rest.readInt32LE(12) === OP_MSG)
          this.pass(parseMessage(rest.subarray(HEADER_BYTES, size)), client, upstream);
        rest = rest.subarray(size);
      }
    });
  }

  private pass(command: SentCommand, client: Socket, upstream: Socket): void {
    this.onCommand(command);
    if (!this.losesAnswer(command)) return;
    upstream.unpipe(client);
    upstream.once('data', () => client.destroy()).resume();
  }
}

/** Sections of an OP_MSG: one body, and sequences of documents beside it. */
function parseMessage(message: Buffer): SentCommand {
  let body: Document = {};
  const sequences = new Map<string, Uint8Array[]>();
  for (let at = FLAG_BYTES; at < message.length;) {
    const isSequence = message[at] === 1;
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (isSequence) {
      const nameEnd = section.indexOf(0, 4);
      sequences.set(section.toString('utf8', 4, nameEnd), documentsIn(section.subarray(nameEnd + 1)));
    } else body = deserialize(section);
    at += 1 + size;
  }
  return { body, sequences };
}

function documentsIn(bytes: Buffer): Uint8Array[] {
  const documents: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at))
    documents.push(bytes.subarray(at, at + bytes.readInt32LE(at)));
  return documents;
}
