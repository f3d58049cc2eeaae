/** Stands in for what the test cluster lacks: a way from pods to servers of this machine, and a Service's one address for its pods. */
import { createConnection, createServer, type Server, type Socket } from 'node:net';

export interface Target {
  readonly host: string;
  readonly port: number;
}

export class TcpRelay {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  /** Each connection goes to the target of its moment; where there is none it is closed at once. */
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
      one.pipe(other);
    }
  }
}
