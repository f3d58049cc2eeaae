/**
 * What a plain run costs, counted from outside: every guarded write raises a document's `rev` by one, and every other write
 * is a document of its own; every message passes a listener on all of NATS.
 */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { MongoClient, type Db } from 'mongodb';
import { connectionOptions } from '#testing/servers.js';
import { Api } from './support/api.js';
import { EchoWorker } from './support/echo-worker.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const SETUP_LIMIT_MS = 240_000;
const RUNS_COUNTED = 8;
/** Insert, claim, running, attempt, final; the sixth is the watermark of the schedule, counted apart. */
const MAX_RUN_DOCUMENTS = 5;
const MAX_MESSAGES = 4;
/** The additional messages of a worker's own calls: they are answered by request, and each is a sign of life. */
const MAX_CALLBACK_MESSAGES = 4;

const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
const worker = new EchoWorker();
const messages: { readonly subject: string; readonly text: string }[] = [];
let mongo: MongoClient;
let db: Db;
let nats: NatsConnection;

interface Stored {
  readonly _id: string;
  readonly rev: number;
}

beforeAll(async () => {
  await quickstart.start('--empty');
  const { mongoUri, natsUrl } = quickstart.state();
  mongo = await MongoClient.connect(mongoUri);
  db = mongo.db();
  nats = await connect(connectionOptions(natsUrl));
  nats.subscribe('>', {
    callback: (_error, { subject, reply, data }) => {
      // A delivery from a stream passes here once more under its own subject; it is recognised by its reply subject.
      const isDelivery = reply?.startsWith('$JS.ACK.') === true;
      if (!isDelivery && !/^(_INBOX|\$JS)\./.test(subject))
        messages.push({ subject, text: new TextDecoder().decode(data) });
    },
  });
  await api.call('POST', '/tenants', { id: 'budget', name: 'Budget' });
  const url = await worker.listen();
  await api.call('POST', '/workers', { id: 'plain', name: 'Plain', engine: 'process', command: ['echo', 'hello'] });
  await api.call('POST', '/workers', { id: 'echo', name: 'Echo', engine: 'webservice', url });
}, SETUP_LIMIT_MS);

afterAll(async () => {
  await nats.close();
  await mongo.close();
  await worker.close();
  await quickstart.dispose();
}, SETUP_LIMIT_MS);

/** Lets a job fire every second, then stops it; gives its runs and by how much the schedule's `rev` rose for them. */
async function runsOf(id: string, workerId: string): Promise<{ runs: string[]; marks: number }> {
  await api.call('POST', '/jobs', { id, tenant: 'budget', name: id, worker: workerId, cron: '* * * * * *' });
  const before = await revOfSchedule(id);
  const finished = async (): Promise<string[]> => {
    const runs = await api.runs(id);
    return runs.filter(({ state }) => state === 'FINISHED').map((run) => run.id);
  };
  await eventually(
    `${RUNS_COUNTED} runs of ${id} have finished`,
    async () => (await finished()).length >= RUNS_COUNTED,
  );
  const marks = (await revOfSchedule(id)) - before;
  await api.call('PATCH', `/jobs/${id}`, { enabled: false });
  await eventually('the last run has finished', async () => (await finished()).length === (await api.runs(id)).length);
  return { runs: await finished(), marks };
}

const revOfSchedule = async (job: string): Promise<number> =>
  (await db.collection<Stored>('schedules').findOne({ _id: job }))!.rev;

async function documentsOf(run: string): Promise<{ run: number; output: number }> {
  const { rev } = (await db.collection<Stored>('runs').findOne({ _id: run }))!;
  const [attempts, events, logs] = await Promise.all(
    ['attempts', 'runEvents', 'logs'].map((name) => db.collection(name).countDocuments({ run })),
  );
  return { run: rev + attempts! + events!, output: logs! };
}

const messagesOf = (run: string): string[] =>
  messages.filter(({ text }) => text.includes(`"${run}`)).map(({ subject }) => subject);
const isCallback = (subject: string): boolean =>
  /^(executor\.v1\.(status|seen)|collector\.v1\.(log|storage)|logs\.v1)\./.test(subject);

test(
  'a plain process run costs at most six documents beside its output, and four messages',
  async () => {
    const { runs, marks } = await runsOf('plain-process', 'plain');
    for (const run of runs) {
      const documents = await documentsOf(run);
      expect(documents.run).toBeLessThanOrEqual(MAX_RUN_DOCUMENTS);
      expect(documents.output).toBe(1);
      expect(messagesOf(run).filter((subject) => !isCallback(subject)).length).toBeLessThanOrEqual(MAX_MESSAGES);
    }
    expect(marks).toBeLessThanOrEqual(runs.length + 1);
  },
  SETUP_LIMIT_MS,
);

test(
  "a plain web-service run costs the same, and its worker's callbacks at most four messages more",
  async () => {
    const { runs, marks } = await runsOf('plain-service', 'echo');
    for (const run of runs) {
      const documents = await documentsOf(run);
      expect(documents.run).toBeLessThanOrEqual(MAX_RUN_DOCUMENTS);
      expect(documents.output).toBe(1);
      const subjects = messagesOf(run);
      expect(subjects.filter((subject) => !isCallback(subject)).length).toBeLessThanOrEqual(MAX_MESSAGES);
      expect(subjects.filter(isCallback).length).toBeLessThanOrEqual(MAX_CALLBACK_MESSAGES);
    }
    expect(marks).toBeLessThanOrEqual(runs.length + 1);
  },
  SETUP_LIMIT_MS,
);
