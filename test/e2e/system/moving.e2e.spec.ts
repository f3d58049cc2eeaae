/**
 * A team moves from a crontab and a folder of CronJobs with only the command line and Git, replaces one of them by its own web
 * service, written with the SDK, and loses no result of that service when everything is killed at once, twice.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { freePort } from '#embedded-servers';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Api, type AttemptView, type RunView } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { QuickstartProcess } from '../support/quickstart-process.js';

const TEST_LIMIT_MS = 300_000;
const ROOT = resolve(import.meta.dirname, '../../..');
const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const CRONTAB = `SHELL=/bin/sh
# What the team had.
30 3 * * 1-5 echo "the report of $JOB_ID"
`;
const CRON_JOBS = `apiVersion: batch/v1
kind: CronJob
metadata: { name: newsletter, namespace: shop }
spec:
  schedule: 0 7 * * 1
  timeZone: Europe/Prague
  concurrencyPolicy: Forbid
  jobTemplate:
    spec:
      backoffLimit: 2
      template:
        spec:
          restartPolicy: Never
          containers: [{ name: newsletter, image: 'registry.acme.example/newsletter:3' }]
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: cleaning, namespace: shop }
spec:
  schedule: '*/10 * * * *'
  suspend: true
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers: [{ name: cleaning, image: 'registry.acme.example/cleaning:1' }]
`;
/** It ends when there is a file with the name of its run, and writes a line into a list then: finished work is not done again. */
const NEWSLETTER = (sdk: string): string => `
import { appendFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { WebWorker } from ${JSON.stringify(sdk)};

const options = { folder: 'state', secrets: [process.env.SIGNING_SECRET], afterRestart: 'repeat' };
const worker = new WebWorker(options, async (task) => {
  const { runId, job } = task.invocation;
  await task.log(\`sending to \${job.parameters.readers} readers\`);
  await task.saveStorage((present) => ({ ...present, [job.parameters.issue]: job.parameters.readers }));
  appendFileSync('begun', \`\${runId}\\n\`);
  while (!existsSync(\`finish-\${runId}\`)) await delay(50);
  appendFileSync('done', \`\${runId}\\n\`);
  return { message: \`issue \${job.parameters.issue} is out\` };
});
createServer(worker.listener).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
`;

const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
const folder = mkdtempSync(join(tmpdir(), 'carillon-moving-'));
let apiPort: string;
let workerPort: string;
let worker: ChildProcess;

const inFolder = (...path: string[]): string => join(folder, ...path);
const execute = promisify(execFile);

/** A command as a member of the team types it in the folder; if it fails, it rejects with its output. */
async function typed(program: string, args: readonly string[], cwd = folder): Promise<string> {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    HOME: folder,
    CARILLON_CONFIG: inFolder('carillon.yaml'),
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'ann@acme.example',
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'ann@acme.example',
    NEWSLETTER_SIGNING_SECRET: SIGNING_SECRET,
  };
  return (await execute(program, args, { cwd, env })).stdout;
}
const carillon = async (line: string, cwd = folder): Promise<string> => {
  const { apiUrl, token } = quickstart.state();
  const server = ['--server', new URL(apiUrl).origin, '--token', token];
  return typed(process.execPath, [join(ROOT, 'scripts/carillon.mjs'), ...server, ...line.split(' ')], cwd);
};
const git = async (...args: string[]): Promise<string> => typed('git', args, inFolder('team'));

/** What continuous integration does with a clone of the repository; gives the output of its first command. */
async function applied(): Promise<string> {
  rmSync(inFolder('ci'), { recursive: true, force: true });
  await typed('git', ['clone', '-q', 'team', 'ci']);
  const judged = await carillon('apply -f definitions --dry-run', inFolder('ci'));
  await carillon('apply -f definitions', inFolder('ci'));
  return judged;
}

async function startWorker(): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: '', SIGNING_SECRET };
  worker = spawn(process.execPath, ['newsletter.mjs', workerPort], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: worker.stdout! }), 'line');
}

async function killWorker(): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

/** The services, the database, NATS, and the processes that supervise them. */
async function killCarillon(): Promise<void> {
  await quickstart.kill();
  await eventually('nothing is left of it', () => quickstart.killByCommand(/./) === 0);
}
const startCarillon = async (): Promise<void> => quickstart.start('--empty', '--port', apiPort);

const linesOf = (file: string): string[] =>
  existsSync(inFolder(file)) ? readFileSync(inFolder(file), 'utf8').split('\n').filter(Boolean) : [];
const finish = (run: string): void => {
  writeFileSync(inFolder(`finish-${run}`), '');
};

/** A run of the newsletter that is active in its worker. */
async function begun(issue: string): Promise<string> {
  const { id } = JSON.parse(await carillon(`run shop-newsletter -p issue=${issue} -p readers=20 -o json`)) as RunView;
  await eventually('it is under way', () => linesOf('begun').includes(id));
  return id;
}

/** How its only attempt has ended. */
async function ended(run: string): Promise<AttemptView> {
  await eventually(`${run} has ended`, async () => {
    const found = (await api.runs('shop-newsletter')).find(({ id }) => id === run);
    return found !== undefined && ['FINISHED', 'FAILED', 'ABORTED'].includes(found.state);
  });
  const attempts = await api.attempts(run);
  expect(attempts).toHaveLength(1);
  return attempts[0]!;
}

beforeAll(async () => {
  const port = await freePort();
  [apiPort, workerPort] = [String(port), String(await freePort(new Set([port])))];
  await startCarillon();
  for (const id of ['acme', 'shop']) await api.call('POST', '/tenants', { id, name: id });
  await typed('git', ['init', '-q', 'team']);
  writeFileSync(inFolder('team', 'crontab'), CRONTAB);
  writeFileSync(inFolder('team', 'cronjobs.yaml'), CRON_JOBS);
  writeFileSync(inFolder('newsletter.mjs'), NEWSLETTER(join(ROOT, 'dist/libs/worker-sdk/src/web-worker.js')));
}, TEST_LIMIT_MS);

afterAll(async () => {
  worker.kill('SIGKILL');
  await quickstart.dispose();
  rmSync(folder, { recursive: true, force: true });
}, TEST_LIMIT_MS);

test(
  'a crontab and CronJobs become files in Git, and what is applied from these files runs at the same times',
  async () => {
    const team = inFolder('team');
    await carillon('import crontab crontab --tenant acme --timezone Europe/Prague -d definitions', team);
    await carillon('import kubernetes cronjobs.yaml --tenant shop -d definitions', team);
    await git('add', '.');
    await git('commit', '-q', '-m', 'What ran here and there until now');
    expect(await applied()).toContain('shop-newsletter');
    expect(await carillon('diff -f definitions', inFolder('ci'))).toBe('');

    const [report] = readdirSync(join(team, 'definitions', 'jobs')).filter((name) => name.startsWith('acme-'));
    const job = report!.replace(/\.yaml$/, '');
    const slots = JSON.parse(await carillon(`slots ${job} --count 3 -o json`)) as { effective: string }[];
    const inPrague = slots.map(({ effective }) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Prague', timeStyle: 'short' }).format(new Date(effective)),
    );
    expect(inPrague).toEqual(['03:30', '03:30', '03:30']);
    expect(await carillon(`run ${job} --follow`)).toContain(`the report of ${job}`);
    // A suspended job stays suspended.
    expect(await api.call('GET', '/jobs/shop-cleaning')).toMatchObject({ enabled: false });
  },
  TEST_LIMIT_MS,
);

test(
  'a worker written with the SDK replaces an image by one more commit',
  async () => {
    writeFileSync(
      inFolder('team', 'definitions', 'workers', 'shop-newsletter.yaml'),
      `kind: Worker
id: shop-newsletter-service
name: Newsletter
engine: webservice
url: http://127.0.0.1:${workerPort}/
tenants: [shop]
httpHeaders: { webhook-signature: !env NEWSLETTER_SIGNING_SECRET }
`,
    );
    const file = inFolder('team', 'definitions', 'jobs', 'shop-newsletter.yaml');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('worker: shop-newsletter\n', 'worker: shop-newsletter-service\n'));
    await git('commit', '-q', '-a', '-m', 'The newsletter is a service now');
    await applied();
    await startWorker();
    const run = await begun('april');
    finish(run);
    expect(await ended(run)).toMatchObject({ state: 'succeeded', message: 'issue april is out' });
  },
  TEST_LIMIT_MS,
);

test(
  'work that is active when everything is killed succeeds afterwards',
  async () => {
    const run = await begun('may');
    await Promise.all([killCarillon(), killWorker()]);
    await Promise.all([startCarillon(), startWorker()]);
    await eventually('it goes on', () => linesOf('begun').filter((each) => each === run).length === 2);
    finish(run);
    expect(await ended(run)).toMatchObject({ state: 'succeeded', message: 'issue may is out' });
    expect(linesOf('done').filter((each) => each === run)).toHaveLength(1);
  },
  TEST_LIMIT_MS,
);

test(
  'a result that could not be delivered when everything was killed is delivered afterwards, and the work is not done again',
  async () => {
    const run = await begun('june');
    await killCarillon();
    finish(run);
    await eventually('its result is on the disk', () =>
      stateFiles().some((text) => text.includes('issue june is out')),
    );
    await killWorker();
    await Promise.all([startCarillon(), startWorker()]);
    expect(await ended(run)).toMatchObject({ state: 'succeeded', message: 'issue june is out' });
    expect(linesOf('done').filter((each) => each === run)).toHaveLength(1);
    expect(await api.log(run)).toBe('sending to 20 readers\n');
    expect(JSON.parse(await carillon('storage get shop-newsletter -o json'))).toEqual({
      april: 20,
      may: 20,
      june: 20,
    });
  },
  TEST_LIMIT_MS,
);

const stateFiles = (): string[] =>
  readdirSync(inFolder('state')).map((name) => readFileSync(inFolder('state', name), 'utf8'));
