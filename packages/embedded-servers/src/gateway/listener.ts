import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_TIMER_MS } from '../machine/timers.js';
import { FrameCutter } from '../engine/frames.js';
import { awaitedMs } from './commands/hello.js';
import type { Dispatcher } from './dispatcher.js';
import { Request, type Client } from './request.js';
import { MESSAGE_HEADER_BYTES, legacyHeader, messageLength, msgHeader, readMessage } from './wire.js';

/** No more is read from a client while this many of its messages wait. */
const MAX_QUEUED_MESSAGES = 16;
const MAX_CLIENTS = 2_000;
const LOCALHOST = '127.0.0.1';

/** Accepts clients and answers their messages in order. */
export class Listener {
  private readonly server: net.Server;
  private readonly sockets = new Set<net.Socket>();
  private dispatcher: Dispatcher | undefined;
  private clients = 0;
  private requestIds = 0;

  constructor() {
    this.server = net.createServer({ noDelay: true }, (socket) => {
      this.serve(socket);
    });
    this.server.maxConnections = MAX_CLIENTS;
  }

  /** Opens the port, so that the address is known; 0 means any free one. */
  async bind(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, LOCALHOST, resolve);
    });
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the listener has no port');
    return `${LOCALHOST}:${address.port}`;
  }

  /** Begins to answer clients, including those that connected before. */
  open(dispatcher: Dispatcher): void {
    this.dispatcher = dispatcher;
    for (const socket of this.sockets) socket.resume();
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private serve(socket: net.Socket): void {
    const client: Client = { id: ++this.clients, remoteAddress: `${socket.remoteAddress}:${socket.remotePort}` };
    const frames = new FrameCutter(MESSAGE_HEADER_BYTES, messageLength);
    let queued = 0;
    let last = Promise.resolve();
    const enqueue = (frame: Buffer): void => {
      if (++queued >= MAX_QUEUED_MESSAGES) socket.pause();
      last = last.then(async () => {
        await this.handle(socket, client, frame);
        if (--queued < MAX_QUEUED_MESSAGES && socket.isPaused()) socket.resume();
      });
      last.catch(() => socket.destroy());
    };
    this.sockets.add(socket);
    socket.on('data', (chunk) => {
      try {
        frames.push(chunk).forEach(enqueue);
      } catch {
        socket.destroy();
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
    if (this.dispatcher === undefined) socket.pause();
  }

  private async handle(socket: net.Socket, client: Client, frame: Buffer): Promise<void> {
    const { dispatcher } = this;
    if (dispatcher === undefined) throw new Error('a message came before the engine was ready');
    const request = new Request(readMessage(frame), client);
    const waitMs = awaitedMs(request);
    let responseTo = request.message.requestId;
    do {
      if (waitMs !== undefined) await delay(Math.min(waitMs, MAX_TIMER_MS), undefined, { ref: false });
      const moreToCome = request.message.exhaust && waitMs !== undefined;
      const reply = await dispatcher.answer(request);
      if (socket.destroyed || request.message.noReply) return;
      responseTo = this.send(socket, reply, { legacy: request.message.legacy, responseTo, moreToCome });
    } while (request.message.exhaust && waitMs !== undefined);
  }

  private send(
    socket: net.Socket,
    reply: Buffer,
    { legacy, ...to }: { legacy: boolean; responseTo: number; moreToCome: boolean },
  ): number {
    this.requestIds = (this.requestIds + 1) & 0x7fffffff;
    const frame = { requestId: this.requestIds, ...to };
    const header = legacy ? legacyHeader(frame, reply.length) : msgHeader(frame, reply.length);
    socket.cork();
    socket.write(header);
    socket.write(reply);
    socket.uncork();
    return frame.requestId;
  }
}
