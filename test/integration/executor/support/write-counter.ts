/** Stands between services and MongoDB, and counts the documents that they write, by collection. */
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { deserialize } from 'bson';

const HEADER_BYTES = 16;
const OP_MSG = 2013;
const WRITES: Readonly<Record<string, string>> = { insert: 'documents', update: 'updates', delete: 'deletes' };

export class WriteCounter {
  /** Documents written per collection since the last `reset`. */
  readonly counts = new Map<string, number>();
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(private readonly target: URL) {
    this.server = createServer((client) => {
      this.connect(client);
    });
  }

  /** Listens for what would go to the server of `uri`. */
  static async start(uri: string): Promise<WriteCounter> {
    const counter = new WriteCounter(new URL(uri));
    await new Promise<void>((resolve) => counter.server.listen(0, '127.0.0.1', resolve));
    return counter;
  }

  /** The address of the same database by way of the counter. */
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
    const upstream = createConnection(Number(this.target.port), this.target.hostname);
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
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
        if (rest.readInt32LE(12) === OP_MSG) this.count(rest.subarray(HEADER_BYTES, size));
        rest = rest.subarray(size);
      }
    });
  }

  /** Sections of an OP_MSG: one body, and sequences of documents beside it. */
  private count(message: Buffer): void {
    let body: Record<string, unknown> = {};
    const sequences = new Map<string, number>();
    for (let at = 4; at < message.length;) {
      const isSequence = message[at] === 1;
      const size = message.readInt32LE(at + 1);
      const section = message.subarray(at + 1, at + 1 + size);
      if (isSequence) {
        const nameEnd = section.indexOf(0, 4);
        sequences.set(section.toString('utf8', 4, nameEnd), documentsIn(section.subarray(nameEnd + 1)));
      } else body = deserialize(section, { promoteValues: true });
      at += 1 + size;
    }
    for (const [command, list] of Object.entries(WRITES)) {
      const collection = body[command];
      if (typeof collection !== 'string') continue;
      const inBody = body[list];
      const documents = (Array.isArray(inBody) ? inBody.length : 0) + (sequences.get(list) ?? 0);
      this.counts.set(collection, (this.counts.get(collection) ?? 0) + documents);
    }
  }
}

function documentsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at)) count += 1;
  return count;
}
