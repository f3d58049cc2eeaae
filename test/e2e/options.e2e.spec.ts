/**
 * Options from the request to the worker: each type as its text, secrets only in their places.
 * @promise S4
 */
import { MongoClient, type Db } from 'mongodb';
import { z } from 'zod';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const LIMIT_MS = 240_000;
const DEFAULT_SECRET = 'the-default-of-the-key';
const GIVEN_SECRET = 'the-key-of-this-run';
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
let mongo: MongoClient;
let db: Db;

const OPTIONS = [
  { name: 'quiet', type: 'bool', format: 'Custom', trueVal: '--quiet', falseVal: '--loud' },
  { name: 'title', type: 'string', trimSpaces: true, default: 'untitled' },
  { name: 'mode', type: 'select', values: ['fast', 'slow'], required: true, default: 'slow' },
  { name: 'parts', type: 'multi', values: ['a', 'b', 'c'], delimiter: '+' },
  { name: 'day', type: 'date', format: 'D MMM YYYY' },
  { name: 'rows', type: 'number', min: 1, integer: true, default: 7 },
  { name: 'key', type: 'secret', default: DEFAULT_SECRET },
];
const started = z.object({ run: z.object({ id: z.string() }) });

beforeAll(async () => {
  await quickstart.start('--empty');
  mongo = await MongoClient.connect(quickstart.state().mongoUri);
  db = mongo.db();
  await api.call('POST', '/tenants', { id: 'opts', name: 'Options' });
  // The shell sees the values as arguments, never as program text; the length proves a secret without showing it.
  const script = 'for each in "$@"; do echo "[$each]"; done; echo "key: $KEY, ${#KEY} long"';
  const names = ['quiet', 'title', 'mode', 'parts', 'day', 'rows', 'nothing'];
  await api.call('POST', '/workers', {
    id: 'teller',
    name: 'Teller',
    engine: 'process',
    command: ['sh', '-c', script, 'sh', ...names.map((name) => `\${option.${name}}`)],
    env: { KEY: '${option.key}' },
  });
  await api.call('POST', '/jobs', {
    id: 'by-hand',
    tenant: 'opts',
    name: 'By hand',
    worker: 'teller',
    options: OPTIONS,
  });
}, LIMIT_MS);
afterAll(async () => {
  await mongo.close();
  await quickstart.dispose();
}, LIMIT_MS);

async function finished(job: string, id: string): Promise<string[]> {
  await eventually(`${id} has finished`, async () =>
    (await api.runs(job)).find((run) => run.id === id && run.state === 'FINISHED'),
  );
  return (await api.log(id)).split('\n');
}

test(
  'a manual run gets the values of its request, and the shell executes none of them',
  async () => {
    const options = {
      quiet: true,
      title: ' $(id); `id` ${job.id} ',
      mode: 'fast',
      parts: ['a', 'c'],
      day: '2021-02-09T12:06:09+08:00',
      rows: 12,
      key: GIVEN_SECRET,
    };
    const { run } = started.parse(await api.call('POST', '/jobs/by-hand/run', { options }));
    expect(await finished('by-hand', run.id)).toEqual([
      '[--quiet]',
      '[$(id); `id` ${job.id}]',
      '[fast]',
      '[a+c]',
      '[9 Feb 2021]',
      '[12]',
      '[]',
      `key: ***, ${GIVEN_SECRET.length} long`,
      '',
    ]);
    const again = started.parse(await api.call('POST', `/runs/${run.id}/rerun`, {}));
    expect(await finished('by-hand', again.run.id)).toContain(`key: ***, ${GIVEN_SECRET.length} long`);
  },
  LIMIT_MS,
);

test(
  'a value in the text of a shell stays a value, and a text that would execute it is refused when it is saved',
  async () => {
    const worker = { name: 'Speller', engine: 'process' };
    const unsafe = { id: 'unsafe', ...worker, command: ['sh', '-c', 'echo ${option.title}'] };
    await expect(api.call('POST', '/workers', unsafe)).rejects.toThrow(/command\.2/);
    const command = [
      'sh',
      '-c',
      'printf "%s|" ${option.title:shell} $(id -u) "$(cat /proc/*/environ | grep -c SECRET_KEYS)"',
    ];
    await api.call('POST', '/workers', { id: 'speller', ...worker, command });
    await api.call('POST', '/jobs', {
      id: 'spelled',
      tenant: 'opts',
      name: 'Spelled',
      worker: 'speller',
      options: OPTIONS,
    });
    const title = '"; id; $(id) `id` \'\\';
    const { run } = started.parse(await api.call('POST', '/jobs/spelled/run', { options: { title } }));
    const [line = ''] = (await finished('spelled', run.id)).filter((each) => each.includes('|'));
    const [said, user, readable] = line.split('|');
    expect([said, readable]).toEqual([title, '0']);
    const own = process.getuid?.() ?? 0;
    expect(Number(user)).toBeGreaterThanOrEqual(own === 0 ? 60_578 : own);
  },
  LIMIT_MS,
);

test(
  'a run of a slot gets the defaults',
  async () => {
    const schedule = { at: new Date(Date.now() + 2_000).toISOString() };
    await api.call('POST', '/jobs', {
      id: 'by-slot',
      tenant: 'opts',
      name: 'By slot',
      worker: 'teller',
      options: OPTIONS,
      schedule,
    });
    const run = await eventually('the slot has its run', async () => (await api.runs('by-slot'))[0]);
    expect(await finished('by-slot', run.id)).toEqual([
      '[--loud]',
      '[untitled]',
      '[slow]',
      '[]',
      '[]',
      '[7]',
      '[]',
      `key: ***, ${DEFAULT_SECRET.length} long`,
      '',
    ]);
  },
  LIMIT_MS,
);

test('no secret is readable in the database', async () => {
  for (const { name } of await db.listCollections().toArray()) {
    const text = JSON.stringify(await db.collection(name).find().toArray());
    expect([name, text.includes(DEFAULT_SECRET) || text.includes(GIVEN_SECRET)]).toEqual([name, false]);
  }
});
