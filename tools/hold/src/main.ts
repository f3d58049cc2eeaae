/** `npm run hold`: holds all tenants in the database itself, before any service runs after a restore. See docs/operations.md. */
import { DATABASE_ENV, DatabaseTool } from '#common/config/database-tool.js';
import { EVERYBODY, HOLD_SCOPES, type Hold } from '#common/domain/hold.js';
import { createLogger } from '#common/logging/logger.js';
import { HeldWorkStore } from '#common/mongo/held-work.store.js';
import { HoldsStore } from '#common/mongo/holds.store.js';

const USAGE = `usage: npm run hold -- [--reason <text>] [--show]
  Sets a hold of admissions and starts for all tenants, and prints what waits. MONGODB_URI is that of the services, which need not run.
  --reason  the reason that is shown (default: The database was restored.)
  --show    only prints the holds and what waits
An admin releases the hold: POST /admin/hold/release. Exit code: 0 success, 64 wrong call, 78 wrong environment, 1 the database cannot be reached.`;
const DEFAULT_REASON = 'The database was restored.';

const tool = new DatabaseTool(USAGE);
const { reason, show } = tool.options({
  reason: { type: 'string', default: DEFAULT_REASON },
  show: { type: 'boolean', default: false },
});
const mongo = await tool.connect(tool.environment(DATABASE_ENV), createLogger('hold', 'warn'));
try {
  const holds = new HoldsStore(mongo);
  if (!show) {
    const before = await holds.load(EVERYBODY);
    const since = await mongo.serverTime();
    const hold: Hold = {
      tenant: EVERYBODY,
      scopes: HOLD_SCOPES,
      reason,
      by: 'npm run hold',
      since,
      skipUntil: before?.skipUntil ?? null,
      rev: (before?.rev ?? 0) + 1,
    };
    if (!(await holds.put(hold, before))) throw new Error('the hold was changed at the same time: run this again');
  }
  process.stdout.write(`${JSON.stringify(await new HeldWorkStore(mongo).status(), null, 2)}\n`);
} finally {
  await mongo.close();
}
