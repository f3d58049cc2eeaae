/** A way to a server by another address, on which its answers may come late. */
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface Target {
  readonly host: string;
  readonly port: number;
}

export class TcpRelay {
  private readonly sockets = new Set<Socket>();
  /** By how many milliseconds the next part of an answer is late. */
  lateByMs = (): number => 0;

  private constructor(private readonly server: Server) {}

  /** Each connection is forwarded to the target of its moment; without a target it is closed at once. */
  static async start(address: Target, target: () => Target | null): Promise<TcpRelay> {
    const relay = new TcpRelay(
      createServer((client) => {
        relay.join(client, target());
      }),
    );
    await new Promise<void>((resolve, reject) => {
      relay.server.once('error', reject).listen(address.port, address.host, resolve);
    });
    return relay;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(client: Socket, target: Target | null): void {
    if (target === null) {
      client.destroy();
      return;
    }
    const server = createConnection(target.port, target.host);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
    client.pipe(server);
    server.pipe(this.late()).pipe(client);
  }

  private late(): Transform {
    return new Transform({
      transform: (part: Buffer, _encoding, done) => {
        const ms = this.lateByMs();
        if (ms === 0) done(null, part);
        else
          setTimeout(() => {
            done(null, part);
          }, ms);
      },
    });
  }
}
