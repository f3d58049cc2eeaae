/** An encrypted front of the tests' database, which asks its clients for certificates. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { databasePrefix } from './databases.js';
import { MongoRelay } from './mongo-relay.js';

interface Files {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export interface TlsFront {
  readonly uri: string;
  /** The common names of the certificates of those that have connected. */
  readonly guests: readonly string[];
  /** Cuts all connections; from now on only certificates of that authority count, and the front has one of its. */
  readonly changeTo: (files: Files) => void;
  readonly close: () => Promise<void>;
}

export async function tlsFront(files: Files, database: string): Promise<TlsFront> {
  const target = new URL(process.env['TEST_RECORDED_MONGODB_URI'] ?? '');
  const contextOf = ({ ca, cert, key }: Files): Record<'ca' | 'cert' | 'key', Buffer> => ({
    cert: readFileSync(cert),
    key: readFileSync(key),
    ca: readFileSync(ca),
  });
  const guests: string[] = [];
  const sockets = new Set<TLSSocket>();
  const front = createServer({ ...contextOf(files), requestCert: true, rejectUnauthorized: true }, (socket) => {
    guests.push(String(socket.getPeerCertificate().subject.CN));
    sockets.add(socket);
    const back = MongoRelay.dial(target);
    socket.on('error', () => back.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      back.destroy();
    });
    back.on('error', () => socket.destroy());
    socket.pipe(back).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const uri = new URL(target);
  uri.host = `127.0.0.1:${(front.address() as AddressInfo).port}`;
  uri.pathname = `/${databasePrefix()}${database}`;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    uri: uri.toString(),
    guests,
    changeTo: (others) => {
      front.setSecureContext(contextOf(others));
      cut();
    },
    close: async () => {
      cut();
      await once(front.close(), 'close');
    },
  };
}
