/** `npm run tenant`: see docs/operations.md, "Export and erase a tenant". */
import { coldStoreEnv, coldStoreOf } from '#common/cold/cold-store-config.js';
import { S3ObjectStore } from '#common/cold/object-store.js';
import { DATABASE_ENV, DatabaseTool } from '#common/config/database-tool.js';
import { commonEnv } from '#common/config/service-config.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import { asTenantId, type TenantId } from '#common/domain/ids.js';
import { messageOf } from '#common/errors/app-error.js';
import { productVersion } from '#common/lifecycle/version.js';
import { createLogger } from '#common/logging/logger.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { TenantDataStore } from '#common/mongo/tenant-data.store.js';
import { refuseWhereServicesRun } from '../../backup/src/restore.js';
import { erase } from './erase.js';
import { partsOf } from './erase-again.js';
import { exportTenant } from './export.js';
import { recordErasure } from './record.js';
import { refusePresent } from './refuse-present.js';

const USAGE = `usage: npm run tenant -- export <tenant> --to <folder>   writes what belongs to the tenant to a new folder; services may run
       npm run tenant -- erase <tenant> --yes             erases what a removed tenant has left; services may run
  --by <name>  who requested the erasure, for the audit (default: npm run tenant)
  --restored   erases the tenant although it is not removed: after the restore of an older backup, before any service runs
MONGODB_URI, SECRET_KEYS and COLD_STORE_… are those of the services. Both read all documents of the database. An erasure may be stopped and
repeated at any time. The result is printed as JSON. Exit code: 0 success, 64 wrong call, 78 wrong environment, 1 another failure, which the
last line explains.`;
const EXIT_FAILED = 1;
/** Longer than any request that has read a document before it was erased, and writes it back. */
const SETTLE_MS = 20_000;

const tool = new DatabaseTool(USAGE);

type Asked =
  | { readonly verb: 'export'; readonly tenant: TenantId; readonly folder: string }
  | { readonly verb: 'erase'; readonly tenant: TenantId; readonly by: string; readonly restored: boolean };

function call(): Asked {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = tool.call({
    to: { type: 'string' },
    by: { type: 'string', default: 'npm run tenant' },
    yes: flag,
    restored: flag,
  });
  const [verb, id, ...more] = positionals;
  if (id === undefined || id === '' || more.length > 0) return tool.refuse();
  const tenant = asTenantId(id);
  if (verb === 'export')
    return values.to === undefined ? tool.refuse('--to is missing') : { verb, tenant, folder: values.to };
  if (verb !== 'erase') return tool.refuse();
  if (!values.yes) return tool.refuse('nothing was erased: confirm with --yes');
  return { verb, tenant, by: values.by, restored: values.restored };
}

const say = (result: unknown): void => {
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
};

async function write(mongo: Mongo, { tenant, folder }: Extract<Asked, { verb: 'export' }>): Promise<void> {
  const settings = coldStoreOf(env);
  const objects = settings && new S3ObjectStore(settings);
  try {
    const parts = {
      data: new TenantDataStore(mongo),
      objects,
      version: productVersion(),
      now: () => mongo.serverTime(),
    };
    say(await exportTenant(parts, tenant, folder));
  } finally {
    await objects?.close();
  }
}

async function eraseOne(mongo: Mongo, { tenant, by, restored }: Extract<Asked, { verb: 'erase' }>): Promise<void> {
  if (restored) await refuseWhereServicesRun(mongo);
  else await refusePresent(mongo, tenant);
  const instances = new InstanceStore(mongo);
  const parts = partsOf(mongo, new SecretBox(env.SECRET_KEYS), SETTLE_MS);
  const erasure = { at: await mongo.serverTime(), by };
  await recordErasure(parts.audit, tenant, erasure);
  await instances.noteErased({ tenant, at: erasure.at });
  const { documents, packs } = await erase(parts, new Set([tenant]), erasure);
  // A backup that was begun meanwhile may have some of it.
  await instances.noteErased({ tenant, at: await mongo.serverTime() });
  await parts.audit.settle();
  say({ tenant, at: new Date(erasure.at).toISOString(), by, documents, packs });
}

const asked = call();
const env = tool.environment(
  DATABASE_ENV.extend({ SECRET_KEYS: commonEnv.shape.SECRET_KEYS }).extend(coldStoreEnv.shape),
);
const mongo = await tool.connect(env, createLogger('tenant', 'warn'));
try {
  await (asked.verb === 'export' ? write(mongo, asked) : eraseOne(mongo, asked));
} catch (error) {
  process.stderr.write(`the ${asked.verb === 'export' ? 'export' : 'erasure'} is not complete: ${messageOf(error)}\n`);
  process.exitCode = EXIT_FAILED;
} finally {
  await mongo.close();
}
