import { randomBytes } from 'node:crypto';
import { Binary, deserialize, type Document } from 'bson';
import type { Handler, Handlers } from './commands/handler.js';
import { GatewayError } from './gateway-error.js';
import type { Client, Request } from './request.js';
import { beginScram, finishScram, scramSecret, type ScramExchange, type ScramSecret } from './scram.js';

const MECHANISM = 'SCRAM-SHA-256';
/** The default of MongoDB. */
const ITERATIONS = 15_000;
const SALT_BYTES = 28;
const NONCE_BYTES = 24;
/** Commands that clients may send before they are authenticated, as in MongoDB. */
const OPEN = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'buildInfo', 'buildinfo', 'saslStart', 'saslContinue']);

/** Admits one user, who may do everything, and no other. */
export class Authentication {
  private readonly secret: ScramSecret;
  private readonly exchanges = new WeakMap<Client, ScramExchange>();
  private readonly authenticated = new WeakSet<Client>();

  constructor({ user, password }: { readonly user: string; readonly password: string }) {
    this.secret = scramSecret(user, password, randomBytes(SALT_BYTES), ITERATIONS);
  }

  /** The same commands, refused as Unauthorized before authentication; and the commands that authenticate. */
  guard(handlers: Handlers): Handlers {
    const guarded = Object.entries(handlers).map(([command, handler]) => [command, this.guarded(command, handler)]);
    return {
      ...(Object.fromEntries(guarded) as Handlers),
      saslStart: (request) => this.begin(request),
      saslContinue: (request) => this.finish(request),
    };
  }

  private guarded(command: string, handler: Handler): Handler {
    if (OPEN.has(command)) return handler;
    return (request) => {
      if (this.authenticated.has(request.client)) return handler(request);
      throw new GatewayError('Unauthorized', `command ${command} requires authentication`);
    };
  }

  private begin({ body, client }: Request): Document {
    const { mechanism } = deserialize(body);
    if (mechanism !== MECHANISM) throw failed(`the mechanism has to be ${MECHANISM}`);
    const exchange = beginScram(this.secret, payloadOf(body), randomBytes(NONCE_BYTES).toString('base64'));
    if (!exchange) throw failed();
    this.exchanges.set(client, exchange.exchange);
    return reply(exchange.answer, false);
  }

  private finish({ body, client }: Request): Document {
    const exchange = this.exchanges.get(client);
    this.exchanges.delete(client);
    const proof = exchange === undefined ? null : finishScram(this.secret, exchange, payloadOf(body));
    if (proof === null) throw failed();
    this.authenticated.add(client);
    return reply(proof, true);
  }
}

const failed = (why = 'authentication failed'): GatewayError => new GatewayError('AuthenticationFailed', why);

const reply = (payload: string, done: boolean): Document => ({
  conversationId: 1,
  done,
  payload: new Binary(Buffer.from(payload)),
  ok: 1,
});

function payloadOf(body: Buffer): string {
  const { payload } = deserialize(body, { promoteBuffers: true });
  if (payload instanceof Uint8Array) return Buffer.from(payload).toString();
  throw failed('the payload has to be binary');
}
