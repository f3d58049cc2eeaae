/** `npm run migrate`: brings the database to what this version needs, before its services start. See docs/operations.md, "Upgrades". */
import { DATABASE_ENV, DatabaseTool } from '#common/config/database-tool.js';
import { commonEnv } from '#common/config/service-config.js';
import { messageOf } from '#common/errors/app-error.js';
import { createLogger } from '#common/logging/logger.js';

const USAGE = `usage: npm run migrate [-- --check]
  Creates the indexes of this version that are missing in the database. The services may run meanwhile. MONGODB_URI is that
  of the services.
  In a new database it stores the number of shards of the installation: SHARDS, a power of two from 64 to 1,024; default: 64.
  A lease ensures that one process migrates at a time; it may be stopped and repeated at any moment.
  --check  only prints what is missing, and about how long it takes to build
Exit code: 0 nothing is missing (any more), 1 something is missing or the database cannot be reached, 64 wrong call, 78 wrong environment.`;
const EXIT_LACKING = 1;
/** Documents a second, for one index of a usual server; what it really builds depends on its disks and its load. */
const BUILT_PER_SECOND = 50_000;

const estimate = (documents: number): string =>
  `, ${documents.toLocaleString('en')} documents: about ${Math.ceil(documents / BUILT_PER_SECOND)} s`;

const tool = new DatabaseTool(USAGE);
const { check } = tool.options({ check: { type: 'boolean', default: false } });
const env = tool.environment(DATABASE_ENV.extend({ SHARDS: commonEnv.shape.SHARDS }));
const log = createLogger('migrate', 'info');
const mongo = await tool.connect(env, log, { lacking: 'leave' });
try {
  if (!check) await mongo.migrate(log, { shards: env.SHARDS });
  const lacking = await mongo.missingIndexes();
  const sizes = new Map(
    await Promise.all(
      (await mongo.incomplete()).map(async (name) => [name as string, await mongo.sizeOf(name)] as const),
    ),
  );
  for (const each of lacking) {
    const size = sizes.get(each.split(' ')[0] ?? '');
    process.stdout.write(`missing: ${each}${size === undefined ? '' : estimate(size)}\n`);
  }
  process.exitCode = lacking.length === 0 ? 0 : EXIT_LACKING;
} catch (error) {
  process.stderr.write(`the migration stopped before its end and can be started again: ${messageOf(error)}\n`);
  process.exitCode = EXIT_LACKING;
} finally {
  await mongo.close();
}
