/** The open streams: bounded for each caller and tenant, and ended when the right to read them ends. */
import { Readable } from 'node:stream';
import type { Logger } from '#common/logging/logger.js';
import { AppError } from '#common/errors/app-error.js';
import type { Clock } from '#common/clock/clock.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { Authenticator, Credential } from '../access/authenticator.js';
import { EVERY_TENANT, judgeAccess, type Caller } from '../access/core/access.js';

/** Streams that one caller may have open at one replica, so that no caller takes the places of all others. */
export const MAX_STREAMS_PER_CALLER = 50;
/** Streams of one tenant, of all its readers, at one replica; streams over all tenants are counted together. */
export const MAX_STREAMS_PER_TENANT = 500;
/** The right to read is checked this often: a stream ends within 5 s after its token was revoked or has expired. */
const RECHECK_MS = 2_000;
/** Rights that cannot be checked, because the database does not answer, stay valid for this long. */
const MAX_UNCHECKED_MS = 30_000;
/** A caller for whose stream there is no room is told to retry after this time. */
const RETRY_AFTER_SECONDS = 5;

export interface StreamLimits {
  readonly perCaller: number;
  readonly perTenant: number;
}

/** The reader, its credential, and the tenant whose data it reads; `EVERY_TENANT` for the data of all tenants. */
export interface StreamReader {
  readonly caller: Caller;
  readonly credential: Credential;
  readonly tenants: readonly string[];
}

interface OpenStream extends StreamReader {
  readonly stream: Readable;
  /** When the right to read was last known, on the monotonic clock. */
  checkedAt: number;
}

export class LiveStreams {
  private readonly open = new Set<OpenStream>();
  private loops: readonly SweepLoop[] = [];

  constructor(
    private readonly authenticator: Pick<Authenticator, 'callerOf'>,
    private readonly clock: Pick<Clock, 'monotonic' | 'now'>,
    private readonly log: Logger,
    private readonly limits: StreamLimits = { perCaller: MAX_STREAMS_PER_CALLER, perTenant: MAX_STREAMS_PER_TENANT },
  ) {}

  start(): void {
    // This has its own loop, because a check of rights may wait for the database.
    const expiries = (): Promise<void> => {
      this.endExpired();
      return Promise.resolve();
    };
    this.loops = [
      new SweepLoop('expired streams', expiries, RECHECK_MS, { log: this.log }),
      new SweepLoop('rights of streams', () => this.recheck(), RECHECK_MS, { log: this.log }),
    ];
    for (const loop of this.loops) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /**
   * Sends the texts of `begin` for as long as the reader may read them. `leave` is called once, when the stream has ended. Throws
   * TOO_MANY_REQUESTS, before anything has begun, if the caller or a tenant has too many streams already.
   */
  send(reader: StreamReader, begin: () => { texts: AsyncIterable<string>; leave?: () => void }): Readable {
    this.requirePlace(reader);
    const { texts, leave } = begin();
    const stream = closingAtOnce(Readable.from(texts), leave);
    const entry: OpenStream = { ...reader, stream, checkedAt: this.clock.monotonic() };
    this.open.add(entry);
    stream.once('close', () => {
      this.open.delete(entry);
    });
    return stream;
  }

  /** Ends the streams whose tokens have expired, which is known without a read. */
  endExpired(): void {
    const now = this.clock.now();
    for (const { caller, stream } of this.open) if ((caller.expiresAt ?? Infinity) <= now) stream.destroy();
  }

  /** Ends the streams whose readers may not read them any more. */
  async recheck(): Promise<void> {
    const byCredential = Map.groupBy(this.open, ({ credential }) => `${credential.kind} ${credential.text}`);
    await Promise.all([...byCredential.values()].map((streams) => this.recheckAll(streams)));
  }

  /** Checks all streams of one credential. */
  private async recheckAll(streams: readonly OpenStream[]): Promise<void> {
    const [first] = streams;
    if (!first) return;
    const caller = await this.callerOf(first.credential);
    const now = this.clock.monotonic();
    for (const each of streams) {
      if (caller === 'unknown') {
        if (now - each.checkedAt > MAX_UNCHECKED_MS) each.stream.destroy();
      } else if (caller !== null && each.tenants.every((tenant) => mayRead(caller, tenant))) each.checkedAt = now;
      else each.stream.destroy();
    }
  }

  /** Null if the credential proves no identity; `unknown` while it cannot be checked. */
  private async callerOf(credential: Credential): Promise<Caller | null | 'unknown'> {
    try {
      return await this.authenticator.callerOf(credential);
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return null;
      return 'unknown';
    }
  }

  private requirePlace({ caller, tenants }: StreamReader): void {
    const { perCaller, perTenant } = this.limits;
    if (this.count((each) => each.caller.subject === caller.subject) >= perCaller) {
      throw tooMany(`you have ${perCaller} streams open at this replica already`);
    }
    for (const tenant of tenants) {
      if (this.count((each) => each.tenants.includes(tenant)) < perTenant) continue;
      const whose = tenant === EVERY_TENANT ? 'over all tenants' : `of the tenant ${tenant}`;
      throw tooMany(`${perTenant} streams ${whose} are open at this replica already`);
    }
  }

  private count(which: (stream: OpenStream) => boolean): number {
    let count = 0;
    for (const each of this.open) if (which(each)) count += 1;
    return count;
  }
}

/**
 * A destroyed stream closes only when its generator has finished the step that it waits in, which may be seconds until the next
 * text. `leave` ends what that step waits for.
 */
function closingAtOnce(stream: Readable, leave: () => void = () => undefined): Readable {
  const close = stream._destroy.bind(stream);
  stream._destroy = (error, done): void => {
    leave();
    close(error, done);
  };
  return stream;
}

const mayRead = (caller: Caller, tenant: string): boolean => judgeAccess(caller, tenant, 'viewer') === 'granted';
const tooMany = (detail: string): AppError =>
  new AppError('TOO_MANY_REQUESTS', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
