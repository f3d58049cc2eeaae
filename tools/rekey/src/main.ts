/** `npm run rekey`: see docs/operations.md, "Rotate secret keys". */
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
  Seals every stored secret anew by the first key of SECRET_KEYS, and says which of the others may be removed.
  MONGODB_URI and SECRET_KEYS are those of the services. May be stopped and repeated at any time, beside running services.
  --check   only counts
Exit code: 0 when every key but the first may be removed and none is missing, 1 when not, 64 or 78 for a wrong call.`;
const EXIT_REST = 1;
/** Longer than any request that has read a secret before it was sealed anew, and writes it back. */
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
  process.stderr.write(`stopped before the end, and may simply be started again: ${messageOf(error)}\n`);
  process.exitCode = EXIT_REST;
} finally {
  await mongo.close();
}
