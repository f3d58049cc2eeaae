/** What a plain run costs: documents written and messages sent, counted on the wire between the services and their stores. */
import { jest } from '@jest/globals';
import { delay } from '#common/clock/delay.js';
import { startService, type ServiceProcess } from './support/service-process.js';
import { WriteCounter } from './support/write-counter.js';
import { World } from './support/world.js';

jest.setTimeout(240_000);

/** Beside runs: every replica's own heartbeat. */
const NOT_OF_RUNS = new Set(['members']);
/** The scheduler inserts the run and moves its mark: the first two of the six documents. */
const BY_SCHEDULER = 2;
const MAX_DOCUMENTS = 6;
const MAX_MESSAGES = 4;
/** Sweeps come every second: whatever they would write about a finished run is written by then. */
const SETTLE_MS = 2_500;

let world: World;
let counter: WriteCounter;
let services: ServiceProcess[];
const subjects: string[] = [];
let stopListening: () => void;

beforeAll(async () => {
  world = await World.create();
  counter = await WriteCounter.start(world.env['MONGODB_URI'] ?? '');
  const env = { ...world.env, MONGODB_URI: counter.uri };
  services = await Promise.all([startService('executor', env), startService('log-collector', env)]);
  const subscription = world.nats.connection.subscribe('>', {
    callback: (_, { subject, reply = '' }) => {
      // What JetStream hands on to a consumer was counted when it was published.
      if (!/^(\$|_INBOX)/.test(subject) && !reply.startsWith('$JS.ACK')) subjects.push(subject);
    },
  });
  stopListening = () => {
    subscription.unsubscribe();
  };
});
afterAll(async () => {
  stopListening();
  await Promise.all(services.map((service) => service.stop()));
  await counter.stop();
  await world.close();
});

test('a plain run without output costs at most six documents and four messages', async () => {
  const warm = await world.begin(['true']);
  await world.ended(warm.id);
  await delay(SETTLE_MS);
  counter.counts.clear();
  subjects.length = 0;

  const run = await world.begin(['true']);
  expect(await world.ended(run.id)).toMatchObject({ phase: 'Completed' });
  await delay(SETTLE_MS);
  const written = Object.fromEntries([...counter.counts].filter(([collection]) => !NOT_OF_RUNS.has(collection)));
  const documents = Object.values(written).reduce((sum, count) => sum + count, BY_SCHEDULER);
  expect(written).toEqual({ runs: 3, attempts: 1 });
  expect(documents).toBeLessThanOrEqual(MAX_DOCUMENTS);
  expect(subjects.map((subject) => subject.split('.')[0]).sort()).toEqual([
    'collector',
    'dispatch',
    'events',
    'events',
  ]);
  expect(subjects.length).toBeLessThanOrEqual(MAX_MESSAGES);
});
