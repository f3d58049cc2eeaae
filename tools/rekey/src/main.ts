/** `npm run rekey`: see docs/operations.md, "Secret keys". */
import { DATABASE_ENV, DatabaseTool } from '#common/config/database-tool.js';
import { commonEnv } from '#common/config/service-config.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import { messageOf } from '#common/errors/app-error.js';
import { createLogger } from '#common/logging/logger.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { SealedValuesStore } from '#common/mongo/sealed-values.store.js';
import { CallbacksUnderWay } from './callbacks-under-way.js';
import { check, rekey } from './rekey.js';
import { verdictOf } from './verdict.js';

const USAGE = `usage: npm run rekey [-- --check]
  Encrypts every stored secret again with the first key of SECRET_KEYS, and prints which of the other keys may be removed.
  MONGODB_URI and SECRET_KEYS are those of the services. It may be stopped and repeated at any time while services run.
  --check   only counts the secrets by key
Exit code: 0 every key but the first may be removed and none is missing, 1 otherwise, 64 wrong call, 78 wrong environment.`;
const EXIT_REST = 1;
/** Longer than any request that has read a secret before it was encrypted again, and writes it back. */
const SETTLE_MS = 20_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const tool = new DatabaseTool(USAGE);
const { check: isCheck } = tool.options({ check: { type: 'boolean', default: false } });
const env = tool.environment(DATABASE_ENV.extend({ SECRET_KEYS: commonEnv.shape.SECRET_KEYS }));
const secrets = new SecretBox(env.SECRET_KEYS);
const mongo = await tool.connect(env, createLogger('rekey', 'warn'));
try {
  const callbacks = new CallbacksUnderWay(new RunReads(mongo), mongo.shards);
  const parts = { store: new SealedValuesStore(mongo), secrets, database: mongo, callbacks, say };
  const { lines, isClean } = verdictOf(await (isCheck ? check(parts) : rekey(parts, SETTLE_MS)), secrets);
  for (const line of lines) say(line);
  process.exitCode = isClean ? 0 : EXIT_REST;
} catch (error) {
  process.stderr.write(`rekey stopped before its end and can be started again: ${messageOf(error)}\n`);
  process.exitCode = EXIT_REST;
} finally {
  await mongo.close();
}
