/** Reads that the database ends by their limit of time: whoever asked is told so at once, and nothing is asked again by itself. */
import { Mongo } from '#common/mongo/mongo.js';
import { ReplicaSetRelay } from '#embedded-servers';
import { freshMongo, silentLog } from '#testing/servers.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';
import { storeErrorGroup } from './stored-error-groups.js';

let api: ApiUnderTest;
let set: ReplicaSetRelay;
/** Reads with a limit of time since it was set to zero, and which of them ends by it. */
let limited = 0;
let ending = -1;

beforeAll(async () => {
  const fresh = await freshMongo();
  set = await ReplicaSetRelay.start(fresh.uri, () => 1);
  set.isOutOfTime = () => limited++ === ending;
  const mongo = await Mongo.connect(set.uri, silentLog);
  const drop = async (): Promise<void> => {
    await mongo.close();
    await set.stop();
    await fresh.drop();
  };
  api = await startApi({ database: { mongo, drop } });
  await api.ask('POST', '/workers', { body: { id: 'w', name: 'W', engine: 'process', command: ['true'] } });
  for (const id of ['nightly-report', 'nightly-backup'])
    await api.ask('POST', '/jobs', { body: { id, tenant: 'ibm', name: id, worker: 'w' } });
  await storeErrorGroup(api, 'frequent', { line: 'order <n> is lost' });
});
afterAll(async () => api.stop());

/** How many reads with a limit the request needs. */
async function limitedReads(path: string): Promise<number> {
  [limited, ending] = [0, -1];
  expect((await api.ask('GET', path)).status).toBe(200);
  return limited;
}

test.each(['/jobs?q=nightly', '/jobs?q=nightly&sort=-name', '/jobs?q=ni', '/errors?q=order'])(
  'whichever read of %s takes too long: 503, with what to do, and no read after it',
  async (path) => {
    const reads = await limitedReads(path);
    expect(reads).toBeGreaterThan(0);
    for (let last = 0; last < reads; last++) {
      [limited, ending] = [0, last];
      const { status, headers, body } = await api.ask('GET', path);
      expect([status, body['code']]).toEqual([503, 'UNAVAILABLE']);
      expect(body['detail']).toMatch(/^the search took longer than 5 s in the database/);
      expect(headers.get('retry-after')).toBe('1');
      // Reads that were sent together may follow.
      expect(limited).toBeLessThanOrEqual(reads);
    }
  },
);

test('the doctor says what it could not examine in time', async () => {
  const reads = await limitedReads('/admin/doctor');
  expect(reads).toBe(2);
  for (let last = 0; last < reads; last++) {
    [limited, ending] = [0, last];
    const { status, body } = await api.ask<{ findings: { about: string }[] }>('GET', '/admin/doctor');
    expect(status).toBe(200);
    expect(JSON.stringify(body).split('exceeded time limit')).toHaveLength(2);
    expect(limited).toBe(reads);
  }
});

test('what has no limit of time is served meanwhile, and counts as no outage', async () => {
  [limited, ending] = [0, 0];
  expect((await api.ask('GET', '/jobs?q=nightly')).status).toBe(503);
  expect((await api.ask('GET', '/jobs/nightly-report')).status).toBe(200);
  expect((await api.ask('GET', '/jobs?q=nightly')).status).toBe(200);
});
