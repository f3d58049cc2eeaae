/** Runs and notices whose secrets cannot be decrypted: they end at once with their reason, and delay nothing else. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { SecretBox } from '#common/crypto/secret-box.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { until } from '#testing/until.js';
import { crewOfThisFile } from './support/crew.js';
import { box, type RunOptions } from './support/world.js';

jest.setTimeout(240_000);
const LIMIT_MS = 90_000;
const GONE = new SecretBox([{ id: 'gone', key: Buffer.alloc(32, 9) }]);

const here = crewOfThisFile();
let server: Server;
let url: string;
const called: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    called.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(request.url?.startsWith('/hook') ? 204 : 200).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const webservice = (path: string): RunOptions => ({
  worker: { engine: 'webservice', url: `${url}${path}` },
  headers: { Authorization: 'Bearer t' },
  sealedBy: GONE,
});
interface StoredNotice {
  readonly _id: string;
  readonly job: string;
  readonly tries: number;
  readonly nextTryAt: number | null;
  readonly outcome: string | null;
  readonly lastError: string | null;
}
const option = { name: 'key', type: 'secret', required: true } as const;

test.each<[what: string, field: string, options: () => RunOptions]>([
  ['secure parameters', 'secureParameters', () => ({ secure: { a: 'b' }, sealedBy: GONE })],
  ['a header', 'httpHeaders.Authorization', () => webservice('/refused')],
])('a run whose %s cannot be read fails at once with the field and the key', async (_what, field, options) => {
  const run = await here.world.begin(['true'], options());
  const ended = await here.world.ended(run.id);
  expect(ended.phase).toBe('Failed');
  expect(ended.message).toContain(`${field} cannot be read: it is sealed with the key "gone"`);
  const [attempt] = await here.world.attempts(run.id);
  expect(attempt?.end).toMatchObject({ result: 'startRefused', reason: 'SecretUnreadable' });
  expect(attempt?.startedAt).toBeNull();
  expect(called).not.toContain('/refused');
});

test('unreadable input of the run itself fails it as well', async () => {
  const run = await here.world.record(['true'], { job: { options: [option] } });
  const secretOptions = GONE.seal(JSON.stringify({ key: 'given' }));
  const runs = here.world.mongo.collection<{ _id: string; overrides: object | null }>('runs');
  await runs.updateOne({ _id: run.id }, { $set: { overrides: { secretOptions } } });
  await here.world.dispatch(run.id);
  const ended = await here.world.ended(run.id);
  expect(ended.message).toContain('options cannot be read: it is sealed with the key "gone"');
});

test('unreadable secrets that an attempt does not use do not prevent its start', async () => {
  const run = await here.world.begin(['true'], { headers: { Authorization: 'Bearer t' }, sealedBy: GONE });
  expect((await here.world.ended(run.id)).phase).toBe('Completed');
});

test('a web service whose header cannot be read any more can still be stopped', async () => {
  const options = webservice('/works');
  const run = await here.world.begin([], {
    ...options,
    sealedBy: box,
    worker: { ...options.worker, cancelUrl: `${url}/cancel` },
  });
  await here.world.reaches(run.id, 'running', ({ phase }) => phase === 'Running');
  const specs = here.world.mongo.collection<{ _id: string; sealed: object }>('specs');
  const httpHeaders = { Authorization: GONE.seal('Bearer t') };
  await specs.updateOne({ _id: `spec-${run.id}` }, { $set: { sealed: { secureParameters: null, httpHeaders } } });
  await here.crew.killExecutor();
  await here.crew.nextExecutor();
  const command = { id: 'stop-it', run: run.id, shard: run.shard, command: 'abort', actor: 'test' } as const;
  await new CommandsStore(here.world.mongo).add({ ...command, reason: null, graceSeconds: null, at: Date.now() });
  expect((await here.world.ended(run.id)).phase).toBe('Aborted');
  expect(called).toContain('/cancel');
});

test('an unreadable address does not prevent notices to other addresses', async () => {
  const now = Date.now();
  const notify = [
    { on: ['failed' as const], webhook: GONE.seal(`${url}/hook/gone`) },
    { on: ['failed' as const], webhook: box.seal(`${url}/hook/here`) },
  ];
  const failed: string[] = [];
  for (const [id, rules] of [
    ['a-gone', notify.slice(0, 1)],
    ['b-both', notify],
  ] as const) {
    await new JobsStore(here.world.mongo).insert(
      {
        id: asJobId(id),
        tenant: asTenantId('ibm'),
        version: 1,
        rev: 1,
        createdAt: now,
        updatedAt: now,
        updatedBy: 'test',
        paused: null,
        deletedAt: null,
        spec: { tenant: 'ibm', name: `Job ${id}`, worker: 'worker', notify: [...rules] },
        sealed: { secureParameters: null, httpHeaders: {} },
      },
      'test',
    );
    failed.push((await here.world.begin(['sh', '-c', 'exit 3'], { jobId: id, job: { notify: [...rules] } })).id);
  }
  await until('the failure to be told', () => called.includes('/hook/here'), LIMIT_MS);
  expect(called).not.toContain('/hook/gone');

  const notices = here.world.mongo.collection<StoredNotice>('notices');
  const givenUp = async (): Promise<StoredNotice[]> => {
    const ofRuns = failed.map(async (run) => notices.find({ _id: { $gte: `${run}/`, $lt: `${run}0` } }).toArray());
    return (await Promise.all(ofRuns)).flat().filter(({ outcome }) => outcome === 'gaveUp');
  };
  await until('what cannot be told to be given up', async () => (await givenUp()).length === 2, LIMIT_MS);
  for (const { job, tries, nextTryAt, lastError } of await givenUp()) {
    expect(['a-gone', 'b-both']).toContain(job);
    expect({ tries, nextTryAt }).toEqual({ tries: 1, nextTryAt: null });
    expect(lastError).toBe(
      'the address of the webhook cannot be read: it is sealed with the key "gone", which SECRET_KEYS does not hold',
    );
  }
});
