/** `npm run hold`: holds all tenants by a word in the database itself, before any service runs: after a restore. See docs/operations.md. */
import { parseArgs } from 'node:util';
import { commonEnv } from '#common/config/service-config.js';
import { EVERYBODY, HOLD_SCOPES } from '#common/domain/hold.js';
import { messageOf } from '#common/errors/app-error.js';
import { createLogger } from '#common/logging/logger.js';
import { HeldWorkStore } from '#common/mongo/held-work.store.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import { Mongo } from '#common/mongo/mongo.js';

const USAGE = `usage: npm run hold -- [--reason <text>] [--show]
  Holds admissions and starts of all tenants, and says what waits. MONGODB_URI is that of the services, which need not run.
  --reason  why, for those who see it (default: The database was restored.)
  --show    only says what is held and what waits
An admin releases it: POST /admin/hold/release. Exit code: 0, or 64, 78 or 1 for a wrong call, a wrong environment, no database.`;
const EXIT_FAILED = 1;
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;
const CONNECT_LIMIT_MS = 30_000;
const DEFAULT_REASON = 'The database was restored.';

function fail(code: number, ...lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(code);
}

function options(): { reason: string; show: boolean; help: boolean } {
  try {
    return parseArgs({
      options: {
        reason: { type: 'string', default: DEFAULT_REASON },
        show: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail(EXIT_USAGE, messageOf(error), USAGE);
  }
}

const { reason, show, help } = options();
if (help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
const env = commonEnv
  .pick({ MONGODB_URI: true, MONGODB_CA: true, MONGODB_CERT: true, MONGODB_KEY: true })
  .safeParse(process.env);
if (!env.success)
  fail(EXIT_CONFIG, ...env.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`), USAGE);
const mongo = await Mongo.connect(env.data.MONGODB_URI, createLogger('hold', 'warn'), {
  signal: AbortSignal.timeout(CONNECT_LIMIT_MS),
  tls: { ca: env.data.MONGODB_CA, cert: env.data.MONGODB_CERT, key: env.data.MONGODB_KEY },
}).catch((error: unknown) => fail(EXIT_FAILED, `MongoDB cannot be reached: ${messageOf(error)}`));
try {
  const holds = new HoldsStore(mongo);
  if (!show) {
    const before = await holds.load(EVERYBODY);
    await holds.put({
      tenant: EVERYBODY,
      scopes: HOLD_SCOPES,
      reason,
      by: 'npm run hold',
      since: await mongo.serverTime(),
      skipUntil: before?.skipUntil ?? null,
      rev: (before?.rev ?? 0) + 1,
    });
  }
  process.stdout.write(`${JSON.stringify(await new HeldWorkStore(mongo).status(), null, 2)}\n`);
} finally {
  await mongo.close();
}
