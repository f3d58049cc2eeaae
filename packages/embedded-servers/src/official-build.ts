import { existsSync } from 'node:fs';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { HttpsProxyAgent } from 'https-proxy-agent';

/** The download server of mongodb-memory-server unless configured otherwise. */
const DOWNLOAD_HOST = 'https://fastdl.mongodb.org';
/** In the home folder: where mongodb-memory-server keeps what it has downloaded. */
const DOWNLOADED = '.cache/mongodb-binaries';
const PROBE_TIMEOUT_MS = 3_000;
const DOWNLOAD_LIMIT_MS = 300_000;

let failure: string | undefined;

/**
 * The path of MongoDB's own mongod: the one that mongodb-memory-server downloaded before, or now. Undefined, with one
 * line in the log, where it is not available; the process remembers this and does not try again.
 */
export async function officialMongod(env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<string | undefined> {
  if (failure !== undefined) return undefined;
  try {
    return await locateOrDownload(env, log);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    log(`mongo: the official build is not available (${failure})`);
    return undefined;
  }
}

/** False where it is certain that there is no official build: none was configured or downloaded before, and none can be downloaded. */
export async function mayHaveOfficialMongod(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (Object.keys(env).some((name) => name.startsWith('MONGOMS_')) || existsSync(join(homedir(), DOWNLOADED)))
    return true;
  return ensureReachable(DOWNLOAD_HOST, env).then(
    () => true,
    () => false,
  );
}

async function locateOrDownload(env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<string> {
  const { DryMongoBinary, MongoBinary } = await import('mongodb-memory-server-core');
  const options = await DryMongoBinary.generateOptions();
  const located = await DryMongoBinary.locateBinary(options);
  if (located !== undefined && existsSync(located)) return located;
  await ensureReachable(env['MONGOMS_DOWNLOAD_URL'] ?? env['MONGOMS_DOWNLOAD_MIRROR'] ?? DOWNLOAD_HOST, env);
  log(`mongo: downloading MongoDB ${options.version}`);
  return withLimit(MongoBinary.getPath());
}

/** By the proxy that the download would use, which itself would repeat its tries for a long time. */
async function ensureReachable(url: string, env: NodeJS.ProcessEnv): Promise<void> {
  const proxy = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? env['http_proxy'] ?? env['HTTP_PROXY'];
  const get = url.startsWith('https:') ? getHttps : getHttp;
  const options = {
    method: 'HEAD',
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    ...(proxy && { agent: new HttpsProxyAgent(proxy) }),
  };
  await new Promise<void>((done, failed) => {
    get(url, options, (answer) => {
      answer.resume();
      done();
    }).once('error', (cause) => {
      failed(new Error(`${new URL(url).host} cannot be reached`, { cause }));
    });
  });
}

async function withLimit(download: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`the download takes longer than ${DOWNLOAD_LIMIT_MS / 1000} s`));
    }, DOWNLOAD_LIMIT_MS);
  });
  try {
    return await Promise.race([download, late]);
  } finally {
    clearTimeout(timer);
  }
}
