/** `npm run migrate`: brings the database to what this version needs, before its services start. See docs/operations.md, "Upgrades". */
import { parseArgs } from 'node:util';
import { commonEnv } from '#common/config/service-config.js';
import { messageOf } from '#common/errors/app-error.js';
import { createLogger } from '#common/logging/logger.js';
import { Mongo } from '#common/mongo/mongo.js';

const USAGE = `usage: npm run migrate [-- --check]
  Makes the indexes that this version needs and the database lacks, and gives jobs the terms by which lists find them, beside
  running services. MONGODB_URI is that of the services.
  Of a database that is new it says how many shards the installation has: SHARDS, a power of two from 64 to 1,024, else 64.
  One process at a time does so, under a lease; it may be stopped and repeated at any moment.
  --check  only says what is lacking
Exit code: 0 when nothing is lacking (any more), 1 when something is or the database cannot be reached, 64 or 78 for a wrong call.`;
const EXIT_LACKING = 1;
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;
const CONNECT_LIMIT_MS = 30_000;

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

const { check, help } = options();
if (help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
const env = commonEnv
  .pick({ MONGODB_URI: true, MONGODB_CA: true, MONGODB_CERT: true, MONGODB_KEY: true, SHARDS: true })
  .safeParse(process.env);
if (!env.success)
  fail(EXIT_CONFIG, ...env.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`), USAGE);
const log = createLogger('migrate', 'info');
const limit = new AbortController();
const tooLong = setTimeout(() => {
  limit.abort();
}, CONNECT_LIMIT_MS);
const mongo = await Mongo.connect(env.data.MONGODB_URI, log, {
  signal: limit.signal,
  tls: { ca: env.data.MONGODB_CA, cert: env.data.MONGODB_CERT, key: env.data.MONGODB_KEY },
  lacking: 'leave',
}).catch((error: unknown) => fail(EXIT_LACKING, `MongoDB cannot be reached: ${messageOf(error)}`));
clearTimeout(tooLong);
try {
  if (!check) await mongo.migrate(log, { shards: env.data.SHARDS });
  const missing = await mongo.lacking();
  for (const each of missing) process.stdout.write(`lacking: ${each}\n`);
  process.exitCode = missing.length === 0 ? 0 : EXIT_LACKING;
} catch (error) {
  process.stderr.write(`stopped before the end, and may simply be started again: ${messageOf(error)}\n`);
  process.exitCode = EXIT_LACKING;
} finally {
  await mongo.close();
}
