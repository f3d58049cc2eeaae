import { setTimeout as delay } from 'node:timers/promises';
import { serialize, type Document } from 'bson';
import type { Engine } from '../engine/engine.js';
import { refuseTransaction } from './commands/diagnostics.js';
import type { Handlers } from './commands/handler.js';
import { isEngineLost, isTransient, toGatewayError } from './failure.js';
import { GatewayError } from './gateway-error.js';
import type { Request } from './request.js';

/** How long a command that the engine rolled back because of concurrent ones is repeated. */
const UNDONE_LIMIT_MS = 10_000;
/** How long a command that was lost with the engine is repeated. */
const ENGINE_LOST_LIMIT_MS = 30_000;
const BACKOFF_STEP_MS = 5;
/** So long that of a hundred writers of one key few try at the same moment, also where each try is slow. */
const MAX_BACKOFF_MS = 2_000;

/**
 * Finds the handler of a command and converts every result or error to an answer. Commands may be repeated here: reads
 * and definitions are idempotent, and a write that took effect is recognised by its id.
 */
export class Dispatcher {
  constructor(
    private readonly handlers: Handlers,
    private readonly engine: Engine,
    private readonly log: (line: string) => void,
  ) {}

  async answer(request: Request): Promise<Buffer> {
    try {
      const reply = await this.perform(request);
      return Buffer.isBuffer(reply) ? reply : bytesOf(reply);
    } catch (cause) {
      const error = await toGatewayError(this.engine, request, cause).catch(
        (again: unknown) => new GatewayError('InternalError', String(again), { cause }),
      );
      if (error.codeName === 'InternalError') this.log(`${request.command} failed: ${error.message}`);
      return bytesOf(error.toReply());
    }
  }

  private async perform(request: Request): Promise<Buffer | Document> {
    const handler = Object.hasOwn(this.handlers, request.command) ? this.handlers[request.command] : undefined;
    if (handler === undefined) throw new GatewayError('CommandNotFound', `no such command: '${request.command}'`);
    if (request.number('autocommit') === 0) refuseTransaction();
    const began = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        return await handler(request);
      } catch (error) {
        if (performance.now() - began > limitFor(error)) throw error;
        await delay(Math.min(backoff(attempt), MAX_BACKOFF_MS));
      }
    }
  }
}

function limitFor(error: unknown): number {
  if (isEngineLost(error)) return ENGINE_LOST_LIMIT_MS;
  return isTransient(error) ? UNDONE_LIMIT_MS : -1;
}

/** A random wait within a growing span: commands that rolled each other back would otherwise collide again. */
const backoff = (attempt: number): number =>
  Math.random() * Math.min(MAX_BACKOFF_MS, BACKOFF_STEP_MS * 2 ** Math.min(attempt, 10));

const bytesOf = (document: Document): Buffer => Buffer.from(serialize(document, { ignoreUndefined: true }));
