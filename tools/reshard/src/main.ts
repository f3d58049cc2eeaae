/** `npm run reshard`: see docs/scaling.md, "Shards". */
import { DATABASE_ENV, DatabaseTool } from '#common/config/database-tool.js';
import { MAX_SHARDS, MIN_SHARDS } from '#common/domain/limits.js';
import { isShardCount } from '#common/domain/shards.js';
import { messageOf } from '#common/errors/app-error.js';
import { createLogger } from '#common/logging/logger.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { ReshardStore } from '#common/mongo/reshard.store.js';
import { misplaced, reshard, type ReshardParts } from './reshard.js';

const USAGE = `usage: npm run reshard -- --to N [--ended]
       npm run reshard -- --check
  Changes the number of shards of an installation to N, a power of two from ${MIN_SHARDS} to ${MAX_SHARDS}. All services must be stopped before, and do
  not start until it has ended. It may be killed and repeated at any time, and then continues. MONGODB_URI is that of the services.
  --ended  confirms that replicas which did not report their end, because they were killed, have certainly ended
  --check  counts documents with a wrong shard, which the services do not find; services may run
Exit code: 0 success, or nothing is wrong; 1 otherwise; 64 wrong call; 78 wrong environment.`;
const EXIT_UNDONE = 1;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const tool = new DatabaseTool(USAGE);

type Options = { readonly check: true } | { readonly check: false; readonly to: number; readonly ended: boolean };

function options(): Options {
  const flag = { type: 'boolean', default: false } as const;
  const { to, ended, check } = tool.options({ to: { type: 'string' }, ended: flag, check: flag });
  if (check) return { check };
  if (to !== undefined && isShardCount(Number(to))) return { check, to: Number(to), ended };
  return tool.refuse(`--to must be a power of two from ${MIN_SHARDS} to ${MAX_SHARDS}`);
}

async function perform(parts: ReshardParts, asked: Options): Promise<number> {
  if (!asked.check) {
    await reshard(parts, asked);
    return 0;
  }
  const counts = await misplaced(parts);
  for (const [name, count] of counts) say(`${name}: ${count} documents have a wrong shard`);
  if (counts.size === 0) say('every document has the right shard');
  return counts.size === 0 ? 0 : EXIT_UNDONE;
}

const asked = options();
const mongo = await tool.connect(tool.environment(DATABASE_ENV), createLogger('reshard', 'warn'), { lacking: 'leave' });
try {
  const parts = {
    instances: new InstanceStore(mongo),
    documents: new ReshardStore(mongo),
    members: new MembersStore(mongo),
    database: mongo,
    say,
  };
  process.exitCode = await perform(parts, asked);
} catch (error) {
  process.stderr.write(`the number of shards was not changed: ${messageOf(error)}\n`);
  process.exitCode = EXIT_UNDONE;
} finally {
  await mongo.close();
}
