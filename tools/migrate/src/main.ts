/** `npm run migrate`: brings the database to what this version needs, before its services start. See docs/operations.md, "Upgrades". */
import { DATABASE_ENV, DatabaseTool } from '#common/config/database-tool.js';
import { commonEnv } from '#common/config/service-config.js';
import { messageOf } from '#common/errors/app-error.js';
import { createLogger } from '#common/logging/logger.js';

const USAGE = `usage: npm run migrate [-- --check]
  Makes the indexes that this version needs and the database lacks, and gives jobs the terms by which lists find them, beside
  running services. MONGODB_URI is that of the services.
  Of a database that is new it says how many shards the installation has: SHARDS, a power of two from 64 to 1,024, else 64.
  One process at a time does so, under a lease; it may be stopped and repeated at any moment.
  --check  only says what is lacking
Exit code: 0 when nothing is lacking (any more), 1 when something is or the database cannot be reached, 64 or 78 for a wrong call.`;
const EXIT_LACKING = 1;

const tool = new DatabaseTool(USAGE);
const { check } = tool.options({ check: { type: 'boolean', default: false } });
const env = tool.environment(DATABASE_ENV.extend({ SHARDS: commonEnv.shape.SHARDS }));
const log = createLogger('migrate', 'info');
const mongo = await tool.connect(env, log, { lacking: 'leave' });
try {
  if (!check) await mongo.migrate(log, { shards: env.SHARDS });
  const lacking = await mongo.lacking();
  for (const each of lacking)
    process.stdout.write(`lacking: ${each}
`);
  process.exitCode = lacking.length === 0 ? 0 : EXIT_LACKING;
} catch (error) {
  process.stderr.write(`stopped before the end, and may simply be started again: ${messageOf(error)}\n`);
  process.exitCode = EXIT_LACKING;
} finally {
  await mongo.close();
}
