/** The door to object stores, those of the archive and of backups: whole objects and ranges of them over the API of S3, each request signed and within a deadline. */
import { createHash } from 'node:crypto';
import { MAX_TIMER_MS, delay } from '#common/clock/clock.js';
import { AwsV4Signer } from 'aws4fetch';
import { request, type Dispatcher } from 'undici';
import { systemClock } from '../clock/clock.js';
import { outgoingAgent } from '../config/outgoing-proxy.js';
import {
  COLD_STORE_REQUESTS_AT_ONCE,
  COLD_STORE_REQUEST_WAIT_MS,
  COLD_STORE_TIMEOUT_MS,
  COLD_STORE_TRIES,
  MAX_COLD_ANSWER_BYTES,
  MAX_COLD_REQUESTS_WAITING,
} from '../domain/limits.js';
import { AppError, messageOf } from '../errors/app-error.js';
import { Gate } from '../runtime/gate.js';
import { secretNow, type ColdStoreSettings } from './cold-store-config.js';

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Exactly the range, or the whole object; null where there is no such object. */
  get(key: string, range?: ByteRange): Promise<Buffer | null>;
  /** To remove a missing object is no error. */
  remove(key: string): Promise<void>;
}

export interface StorePatience {
  /** How long one request waits for its answer. */
  readonly timeoutMs: number;
  /** How often a request is made while its failures may pass; the pause before each is twice that before the last, from 0.2 s on. */
  readonly tries: number;
}

/** An error of the store, or a missing answer; after a temporary one the next try may succeed. */
export class ColdStoreFailure extends AppError {
  constructor(
    what: string,
    readonly isPassing: boolean,
    cause?: unknown,
  ) {
    super('UNAVAILABLE', `the object store is not available: ${what}`, { cause });
  }
}

interface Sent {
  readonly body?: Uint8Array;
  readonly range?: ByteRange | undefined;
  readonly query?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly date: string | undefined;
}

const OK = 200;
const PARTIAL = 206;
const NOT_FOUND = 404;
const TIMEOUT = 408;
const TOO_MANY = 429;
const FIRST_ERROR = 300;
const FIRST_SERVER_ERROR = 500;
const FIRST_PAUSE_MS = 200;
/** Characters of an error's answer that are shown. */
const SHOWN_CHARACTERS = 300;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export class S3ObjectStore implements ObjectStore {
  private readonly agent: Dispatcher;
  private readonly gate = new Gate({
    resource: 'the object store',
    limit: () => COLD_STORE_REQUESTS_AT_ONCE,
    maxWaiting: MAX_COLD_REQUESTS_WAITING,
    maxWaitMs: COLD_STORE_REQUEST_WAIT_MS,
    monotonic: () => systemClock.monotonic(),
  });
  private readonly closing = new AbortController();
  private readonly patience: StorePatience;
  private readonly accessKey: () => string;
  private readonly secret: () => string;

  constructor(
    private readonly settings: ColdStoreSettings,
    { timeoutMs = COLD_STORE_TIMEOUT_MS, tries = COLD_STORE_TRIES }: Partial<StorePatience> = {},
  ) {
    this.agent = outgoingAgent(settings.url, {
      connections: COLD_STORE_REQUESTS_AT_ONCE,
      connectTimeout: COLD_STORE_TIMEOUT_MS,
    });
    this.patience = { timeoutMs, tries };
    this.accessKey = secretNow(settings.accessKeyId);
    this.secret = secretNow(settings.secretAccessKey);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.tried('PUT', key, { body: bytes });
  }

  async get(key: string, range?: ByteRange): Promise<Buffer | null> {
    const answer = await this.tried('GET', key, { range });
    return answer.status === NOT_FOUND ? null : answer.body;
  }

  async remove(key: string): Promise<void> {
    await this.tried('DELETE', key, {});
  }

  /** The keys that begin with `prefix`, in their order, a page at a time; those that need escapes in XML stay escaped. */
  async *keys(prefix: string): AsyncGenerator<string, void, undefined> {
    for (let next: string | undefined = ''; next !== undefined;) {
      const query = { 'list-type': '2', prefix, ...(next !== '' && { 'continuation-token': next }) };
      const { status, body } = await this.tried('GET', '', { query });
      if (status === NOT_FOUND) throw new ColdStoreFailure(`the bucket ${this.settings.bucket} is missing`, false);
      const listed = body.toString('utf8');
      for (const [, key = ''] of listed.matchAll(/<Key>([^<]*)<\/Key>/g)) yield key;
      next = /<NextContinuationToken>([^<]+)</.exec(listed)?.[1];
    }
  }

  /** The time of the store's clock, to the second; null where its answer has none. Throws where it does not serve. */
  async time(key: string): Promise<number | null> {
    const { date } = await this.tried('GET', key, {});
    return date === undefined ? null : Date.parse(date);
  }

  /** Aborts requests under way. */
  async close(): Promise<void> {
    this.closing.abort(new ColdStoreFailure('this process is stopping', false));
    await this.agent.destroy();
  }

  private async tried(method: string, key: string, sent: Sent): Promise<Answer> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.gate.run('normal', () => this.once(method, key, sent));
      } catch (error) {
        const isPassing = error instanceof ColdStoreFailure && error.isPassing;
        if (!isPassing || tried === this.patience.tries || this.closing.signal.aborted) throw error;
        await delay(FIRST_PAUSE_MS * 2 ** (tried - 1) * (1 + Math.random()), this.closing.signal);
      }
    }
  }

  private async once(method: string, key: string, { body, range, query }: Sent): Promise<Answer> {
    const { url, bucket, region } = this.settings;
    const path = key.split('/').map(encodeURIComponent).join('/');
    const signer = new AwsV4Signer({
      method,
      region,
      service: 's3',
      accessKeyId: this.accessKey(),
      secretAccessKey: this.secret(),
      url: `${url}/${bucket}/${path}${query === undefined ? '' : `?${String(new URLSearchParams(query))}`}`,
      headers: {
        'x-amz-content-sha256': sha256Of(body ?? new Uint8Array()),
        ...(range && { range: `bytes=${range.offset}-${range.offset + range.length - 1}` }),
      },
    });
    const signed = await signer.sign();
    const signal = AbortSignal.any([
      AbortSignal.timeout(Math.min(this.patience.timeoutMs, MAX_TIMER_MS)),
      this.closing.signal,
    ]);
    const answer = await this.sent(String(signed.url), {
      method,
      headers: Object.fromEntries(signed.headers),
      body,
      signal,
    });
    const what = `${method} ${key}`;
    if (answer.status === NOT_FOUND && method !== 'PUT' && !isAboutBucket(answer)) return answer;
    if (answer.status >= FIRST_ERROR) throw refusalOf(what, answer);
    return range === undefined ? answer : { ...answer, body: rangeIn(answer, range, what) };
  }

  private async sent(
    url: string,
    {
      body,
      ...options
    }: { method: string; headers: Record<string, string>; body: Uint8Array | undefined; signal: AbortSignal },
  ): Promise<Answer> {
    try {
      const {
        statusCode,
        headers,
        body: coming,
      } = await request(url, {
        ...options,
        ...(body && { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
        method: options.method as 'GET',
        dispatcher: this.agent,
      });
      const date = headers['date'];
      return { status: statusCode, body: await bounded(coming), date: typeof date === 'string' ? date : undefined };
    } catch (error) {
      if (error instanceof ColdStoreFailure) throw error;
      throw new ColdStoreFailure(messageOf(error), true, error);
    }
  }
}

async function bounded(coming: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of coming) {
    length += piece.length;
    if (length > MAX_COLD_ANSWER_BYTES)
      throw new ColdStoreFailure(`an answer has more than ${MAX_COLD_ANSWER_BYTES} bytes`, false);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}

/** A missing bucket does not show that an object is missing. */
const isAboutBucket = ({ body }: Answer): boolean => body.includes('NoSuchBucket');

function refusalOf(what: string, { status, body }: Answer): ColdStoreFailure {
  const isPassing = status >= FIRST_SERVER_ERROR || status === TOO_MANY || status === TIMEOUT;
  const text = body.toString('utf8').slice(0, SHOWN_CHARACTERS).replaceAll(/\s+/g, ' ');
  return new ColdStoreFailure(`${what} was answered with ${status}: ${text}`, isPassing);
}

/** Some servers do not support ranges: an answer with the whole object is accepted, too. */
function rangeIn({ status, body }: Answer, { offset, length }: ByteRange, what: string): Buffer {
  const bytes = status === OK ? body.subarray(offset, offset + length) : body;
  if ((status === OK || status === PARTIAL) && bytes.length === length) return bytes;
  throw new ColdStoreFailure(`${what} returned only ${bytes.length} of ${length} bytes`, true);
}
