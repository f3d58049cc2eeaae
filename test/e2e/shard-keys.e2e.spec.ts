/**
 * If collections are divided among the shards of a MongoDB cluster (docs/shard-keys.md), each run uses only the shards that store its documents:
 * every command that the services send while jobs of each kind run is recorded, and names the shard key of its collection, or is one of those
 * that the page lists.
 */
import { MAX_EMBEDDED_INDEXES } from '#common/domain/limits.js';
import { COLLECTION_NAMES } from '#common/mongo/collections.js';
import { shardKeyOf } from '#common/mongo/shard-keys.js';
import { MongoRelay } from '#testing/mongo-relay.js';
import { queriesIn } from '#testing/query-plans/query-shape.js';
import { scattered } from '#testing/query-plans/shard-carrying.js';
import { freshDatabaseUri } from '#testing/servers.js';
import { Api } from './support/api.js';
import { EchoWorker } from './support/echo-worker.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const LIMIT_MS = 240_000;
const RUNS_OF_EACH = 10;
/** Writes a line, so that there is a log, and saves a value in the job's storage. */
const COMMAND = ['sh', '-c', `echo hello; echo '[saveJobStorage] {"seen": 1}'`];
/** The collections with documents of runs; each has to be used, otherwise the test proves nothing. */
const OF_RUNS = ['runs', 'attempts', 'runIndexes', 'logs', 'jobStorage', 'inbox', 'schedules', 'limits'];

const around: Record<string, string> = {};
const quickstart = QuickstartProcess.inNewFolder(around);
const api = new Api(() => quickstart.state());
const worker = new EchoWorker();
const everywhere = new Map<string, number>();
const asked = new Set<string>();
let relay: MongoRelay;

beforeAll(async () => {
  relay = await MongoRelay.start(freshDatabaseUri(), (command) => {
    for (const shape of scattered(command)) everywhere.set(shape, (everywhere.get(shape) ?? 0) + 1);
    for (const { collection } of queriesIn(command)) asked.add(collection);
    if (typeof command.body['insert'] === 'string') asked.add(command.body['insert']);
  });
  around['MONGODB_URI'] = relay.uri;
  await quickstart.start('--empty');
  await api.call('POST', '/tenants', { id: 'shop', name: 'Shop', maxActiveRuns: 50, groups: { few: 2 } });
  await api.call('POST', '/workers', { id: 'plain', name: 'Plain', engine: 'process', command: COMMAND });
  await api.call('POST', '/workers', { id: 'lasting', name: 'Lasting', engine: 'process', command: ['sleep', '600'] });
  const url = await worker.listen();
  await api.call('POST', '/workers', { id: 'echo', name: 'Echo', engine: 'webservice', url });
}, LIMIT_MS);
afterAll(async () => {
  await quickstart.dispose();
  await worker.close();
  await relay.stop();
}, LIMIT_MS);

async function makeJobs(): Promise<void> {
  const make = (id: string, more: object): Promise<unknown> =>
    api.call('POST', '/jobs', { id: `shop-${id}`, tenant: 'shop', name: id, ...more });
  const often = { cron: '* * * * * *' };
  await make('process', { ...often, worker: 'plain', retention: { successful: 2 } });
  await make('service', { ...often, worker: 'echo' });
  await make('limited', { ...often, worker: 'echo', concurrency: { policy: 'Enqueue', group: 'few' } });
  // So many indexes are stored in documents beside their run.
  await make('parallel', { worker: 'echo', parallelism: { withCount: MAX_EMBEDDED_INDEXES + 1 } });
  await make('lasting', { worker: 'lasting' });
}

const endedOf = async (job: string): Promise<number> =>
  (await api.runs(`shop-${job}`)).filter(({ state }) => state === 'FINISHED' || state === 'ABORTED').length;

test(
  'commands for a run name the shard keys of the collections, and the other commands are documented',
  async () => {
    await makeJobs();
    for (let i = 0; i < RUNS_OF_EACH; i++) await api.call('POST', '/jobs/shop-service/run', {});
    await api.call('POST', '/jobs/shop-parallel/run', {});
    await api.call('POST', '/jobs/shop-lasting/run', {});
    await eventually('it to run', async () => (await api.runs('shop-lasting'))[0]?.phase === 'Running');
    const [lasting] = await api.runs('shop-lasting');
    await api.call('POST', `/runs/${lasting?.id ?? ''}/commands`, { command: 'abort' });
    await eventually('runs of each', async () => {
      const few = await Promise.all(['parallel', 'lasting'].map(endedOf));
      const many = await Promise.all(['service', 'limited'].map(endedOf));
      return few.every((count) => count > 0) && many.every((count) => count >= 2 * RUNS_OF_EACH);
    });
    for (const job of ['process', 'service', 'parallel']) {
      const [run] = await api.runs(`shop-${job}`);
      await api.log(run?.id ?? '');
      for (const part of ['', '/attempts', '/events', '/indexes'])
        await api.call('GET', `/runs/${run?.id ?? ''}${part}`);
      for (const part of ['', '/slots', '/gaps', '/versions', '/storage'])
        await api.call('GET', `/jobs/shop-${job}${part}`).catch(() => undefined);
    }
    await api.call('GET', '/overview');
    const divided = COLLECTION_NAMES.filter((name) => !('whole' in shardKeyOf(name)));
    expect(OF_RUNS.filter((name) => !asked.has(name) || !divided.some((each) => each === name))).toEqual([]);
    expect([...everywhere].map(([shape, times]) => `${times} times ${shape}`)).toEqual([]);
  },
  LIMIT_MS,
);
