/** A local server with the API of S3, for tests: it can be told to refuse, to be slow, or to return half of an object. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { ColdStoreSettings } from '#common/cold/cold-store-config.js';

/** A fault in its answer: an answer of its own, half of the right one, another one, or none in time. */
export type Fault = 'unavailable' | 'forbidden' | 'half' | 'changed' | 'silent' | null;

export interface ColdStoreUnderTest {
  readonly settings: ColdStoreSettings;
  /** Asked for each request, by its method and key. */
  fault: (method: string, key: string) => Fault;
  /** Keys of requests, as `PUT a/b`. */
  readonly asked: string[];
  readonly stop: () => Promise<void>;
}

const BUCKET = 'history';
const KEY = 'S3RVER';

export async function startColdStore(): Promise<ColdStoreUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'carillon-cold-'));
  const behind = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await behind.run();
  const store: { -readonly [K in keyof ColdStoreUnderTest]: ColdStoreUnderTest[K] } = {
    settings: {
      url: '',
      bucket: BUCKET,
      region: 'us-east-1',
      prefix: 'carillon',
      accessKeyId: KEY,
      secretAccessKey: KEY,
    },
    fault: () => null,
    asked: [],
    stop: () => Promise.resolve(),
  };
  const front = createServer((asked, answer) => {
    const method = asked.method ?? '';
    const key = decodeURIComponent((asked.url ?? '').slice(BUCKET.length + 2));
    store.asked.push(`${method} ${key}`);
    answerWith(store.fault(method, key), asked, answer, port);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  store.settings = { ...store.settings, url: `http://127.0.0.1:${address.port}` };
  store.stop = async () => {
    front.closeAllConnections();
    await new Promise((resolve) => front.close(resolve));
    await behind.close();
    await rm(directory, { recursive: true, force: true });
  };
  return store;
}

function answerWith(fault: Fault, asked: IncomingMessage, answer: ServerResponse, port: number): void {
  if (fault === 'silent') return;
  if (fault === 'unavailable' || fault === 'forbidden') {
    asked.resume();
    answer.writeHead(fault === 'forbidden' ? 403 : 503).end('<Error><Code>SlowDown</Code></Error>');
    return;
  }
  // The signature is for the requested host.
  const onward = request(
    { host: '127.0.0.1', port, method: asked.method, path: asked.url, headers: asked.headers },
    (given) => {
      const pieces: Buffer[] = [];
      given.on('data', (piece: Buffer) => pieces.push(piece));
      given.on('end', () => {
        const whole = Buffer.concat(pieces);
        const {
          'content-length': _length,
          'transfer-encoding': _encoding,
          connection: _connection,
          ...headers
        } = given.headers;
        answer.writeHead(given.statusCode ?? 500, headers);
        if (fault === 'changed') whole.fill('x', 0, Math.min(4, whole.length));
        answer.end(fault === 'half' ? whole.subarray(0, whole.length >> 1) : whole);
      });
    },
  );
  asked.pipe(onward);
}
