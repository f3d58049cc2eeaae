/** `npm run rekey`: see docs/operations.md, "Rotate secret keys". */
import { parseArgs } from 'node:util';
import { commonEnv } from '#common/config/service-config.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import { messageOf } from '#common/errors/app-error.js';
import { createLogger } from '#common/logging/logger.js';
import { Mongo } from '#common/mongo/mongo.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { SealedValuesStore } from '#common/mongo/sealed-values.store.js';
import { CallbacksUnderWay } from './callbacks-under-way.js';
import { check, rekey } from './rekey.js';
import { verdictOf } from './verdict.js';

const USAGE = `usage: npm run rekey [-- --check]
  Seals every stored secret anew by the first key of SECRET_KEYS, and says which of the others may be removed.
  MONGODB_URI and SECRET_KEYS are those of the services. May be stopped and repeated at any time, beside running services.
  --check   only counts
Exit code: 0 when every key but the first may be removed and none is missing, 1 when not, 64 or 78 for a wrong call.`;
const EXIT_REST = 1;
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;
const CONNECT_LIMIT_MS = 30_000;
/** Longer than any request that has read a secret before it was sealed anew, and writes it back. */
const SETTLE_MS = 20_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function fail(code: number, ...lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(code);
}

function options(): { check: boolean; help: boolean } {
  try {
    const known = { check: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const;
    return parseArgs({ options: known }).values;
  } catch (error) {
    return fail(EXIT_USAGE, messageOf(error), USAGE);
  }
}

const { check: isCheck, help } = options();
if (help) {
  say(USAGE);
  process.exit(0);
}
const env = commonEnv
  .pick({ MONGODB_URI: true, SECRET_KEYS: true, MONGODB_CA: true, MONGODB_CERT: true, MONGODB_KEY: true })
  .safeParse(process.env);
if (!env.success)
  fail(EXIT_CONFIG, ...env.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`), USAGE);
const secrets = new SecretBox(env.data.SECRET_KEYS);
const log = createLogger('rekey', 'warn');
const mongo = await Mongo.connect(env.data.MONGODB_URI, log, {
  signal: AbortSignal.timeout(CONNECT_LIMIT_MS),
  tls: { ca: env.data.MONGODB_CA, cert: env.data.MONGODB_CERT, key: env.data.MONGODB_KEY },
}).catch((error: unknown) => fail(EXIT_REST, `MongoDB cannot be reached: ${messageOf(error)}`));
try {
  const callbacks = new CallbacksUnderWay(new RunReads(mongo), mongo.shards);
  const parts = { store: new SealedValuesStore(mongo), secrets, database: mongo, callbacks, say };
  const { lines, isClean } = verdictOf(await (isCheck ? check(parts) : rekey(parts, SETTLE_MS)), secrets);
  for (const line of lines) say(line);
  process.exitCode = isClean ? 0 : EXIT_REST;
} catch (error) {
  process.stderr.write(`stopped before the end, and may simply be started again: ${messageOf(error)}\n`);
  process.exitCode = EXIT_REST;
} finally {
  await mongo.close();
}
