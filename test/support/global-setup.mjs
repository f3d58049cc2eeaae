// Starts NATS and MongoDB once for all tests that need real servers, unless MONGODB_URI / NATS_URL name some.
// jest runs this only when a test of a project that asks for it is selected.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export default async function startServers() {
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the sources do not compile');
  const { startMongo, startNats } = await import(join(root, 'dist/packages/embedded-servers/src/index.js'));
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-test-'));
  const options = { dataDir, log: (line) => process.stderr.write(`${line}\n`) };
  const started = await Promise.allSettled([startNats(options), startMongo(options)]);
  // The teardown runs in this same process; what did start is stopped there, or here if one of them failed.
  globalThis.carillonTest = {
    dataDir,
    servers: started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    mark: randomUUID(),
  };
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    const { stopServers } = await import('./global-teardown.mjs');
    await stopServers(globalThis.carillonTest);
    throw failed.reason;
  }
  const [nats, mongo] = globalThis.carillonTest.servers;
  process.env.TEST_NATS_URL = nats.url;
  process.env.TEST_MONGODB_URI = mongo.url;
  const mark = globalThis.carillonTest.mark;
  const { databasePrefix, dropDatabases } = await import(join(root, 'dist/test/support/databases.js'));
  const prefix = databasePrefix(mark);
  globalThis.carillonTest.dropDatabases = () => dropDatabases(mongo.url, prefix);
  // The databases of Carillon's own tests are reached by way of a recorder; the teardown explains what it has seen.
  const { QueryPlans } = await import(join(root, 'dist/test/support/query-plans/query-plans.js'));
  globalThis.carillonTest.queryPlans = await QueryPlans.record(mongo.url, `${prefix}plans`);
  const { unknownSealedFields } = await import(join(root, 'dist/test/support/sealed-scan.js'));
  globalThis.carillonTest.unknownSealedFields = () => unknownSealedFields(mongo.url, prefix);
  process.env.TEST_RECORDED_MONGODB_URI = globalThis.carillonTest.queryPlans.uri;
  // Inherited by every process that a test starts: what still carries it at the end has leaked.
  process.env.CARILLON_TEST_MARK = mark;
}
