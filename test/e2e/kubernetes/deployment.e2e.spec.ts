/**
 * The image that `npm run image` builds, deployed as docs/installation.md says, on a real cluster: it runs jobs with its network policies
 * enforced, refuses connections that nobody should make, and is replaced under load without losing or duplicating anything.
 */
import { z } from 'zod';
import { delay } from '#common/clock/clock.js';
import { SERVICES } from '#common/domain/service-name.js';
import { until } from '#testing/until.js';
import { latenessOf, type RunView } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { asksMetrics, runbookCommands } from '../support/runbook.js';
import { Recipient } from './support/identity-recipient.js';
import { API_ADDRESS, API_SERVICE, Deployed, imageOrReason } from './support/deployed.js';
import { PolicyEnforcement } from './support/policy-enforcement.js';
import { NODE_ADDRESS, Testbed, TESTBED_LIMIT_MS } from './support/testbed.js';

const { archive, why } = imageOrReason();
const testbed = why === null ? await Testbed.start() : null;
const runsPods = testbed?.nodes === 'kubelet';
const because = why ?? 'no node for real pods could be started';

const LIMIT_MS = 300_000;
const RUN_LIMIT_MS = 90_000;
const POLL_MS = 300;
const WORKER_PORT = 18_081;
const REQUEST_PAUSE_MS = 1_000;
/** docs/operations.md (Upgrades) calls a slot late if its attempt begins more than this time after it: the new pods of all services begin at once. */
const LATE_MS = 15_000;
const MAX_TRIES = 60;
const RECIPIENT_PORT = 18_082;
const SOME_USER = { spec: { securityContext: { runAsUser: 1000 } } };
/** The code of an error, or `open`. */
const DIAL = `const [host, port] = process.argv.slice(1);
const socket = require('net').connect({ host, port, timeout: 5000 });
socket.on('connect', () => { console.log('open'); process.exit(); });
socket.on('timeout', () => { console.log('silence'); process.exit(); });
socket.on('error', ({ code }) => { console.log(code); process.exit(); });`;
const LISTEN = `for (const port of [27017, 4222]) require('net').createServer((socket) => socket.end()).listen(port)`;
const REFUSED = 'EHOSTUNREACH';

const CHANGES = /^replicas | (rollout (restart|undo)|set env|delete|apply) /;

/** The cluster of a running test. */
function bed(): Testbed {
  if (!testbed) throw new Error(because);
  return testbed;
}

let deployed: Deployed;
let enforcement: PolicyEnforcement;
/** Beside the cluster, in the network that the overlay names; it calls back at the Service of the api. */
const worker = new EchoWorker({ [API_SERVICE]: API_ADDRESS });
/** What has to be ended, the latest first. */
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  if (!testbed || !runsPods) return;
  deployed = await Deployed.start(testbed, archive);
  closers.push(() => deployed.stop());
  const { port } = new URL(await worker.listen());
  closers.push(() => worker.close());
  enforcement = new PolicyEnforcement(testbed);
  closers.push(() => enforcement.stop());
  await deployed.reachable(WORKER_PORT, () => ({ host: '127.0.0.1', port: Number(port) }));
  await deployed.api.call('POST', '/tenants', { id: 'shop', name: 'Shop' });
  const url = `http://${NODE_ADDRESS}:${WORKER_PORT}/`;
  await deployed.api.call('POST', '/workers', { id: 'echo', name: 'Echo', engine: 'webservice', url });
  const command = ['sh', '-c', 'for i in 1 2 3; do echo line $i; done'];
  await deployed.api.call('POST', '/workers', {
    id: 'pod',
    name: 'Pod',
    engine: 'kubernetes',
    image: 'busybox:local',
    command,
    podTemplate: SOME_USER,
  });
  for (const id of ['echo', 'pod'])
    await deployed.api.call('POST', '/jobs', { id, tenant: 'shop', name: id, worker: id });
}, TESTBED_LIMIT_MS + LIMIT_MS);

afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await testbed?.stop();
}, TESTBED_LIMIT_MS);

const started = z.object({ run: z.object({ id: z.string() }) });
const stateOf = async (run: string): Promise<string> =>
  z.object({ state: z.string() }).parse(await deployed.api.call('GET', `/runs/${run}`)).state;
const isOver = (state: string): boolean => !['QUEUED', 'RUNNING'].includes(state);

async function ended(run: string): Promise<string> {
  const over = async (): Promise<string | null> => {
    const state = await stateOf(run).catch(() => 'RUNNING');
    return isOver(state) ? state : null;
  };
  return until(`the end of ${run}`, over, RUN_LIMIT_MS, POLL_MS);
}

/** All runs of a job, once all have ended; a busy api may be asked again. */
async function allEnded(job: string): Promise<RunView[]> {
  const over = async (): Promise<RunView[] | null> => {
    const runs = await deployed.api.runs(job).catch(() => []);
    return runs.length > 0 && runs.every(({ state }) => isOver(state)) ? runs : null;
  };
  return until(`the end of all runs of ${job}`, over, LIMIT_MS, POLL_MS);
}

async function runToEnd(job: string): Promise<{ run: string; state: string; log: string }> {
  const run = started.parse(await deployed.api.call('POST', `/jobs/${job}/run`, {})).run.id;
  return { run, state: await ended(run), log: await deployed.api.log(run) };
}

async function paused(job: string): Promise<boolean> {
  return deployed.api.call('POST', `/jobs/${job}/pause`).then(
    () => true,
    () => false,
  );
}

/** Sends the request until it is answered, as clients do, always with the same key. */
async function startedUnder(key: string): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      const { status, text } = await deployed.api.request('POST', '/jobs/echo/run', {}, { 'idempotency-key': key });
      if (status < 300) return started.parse(JSON.parse(text)).run.id;
      if (status < 500) throw new TypeError(`${key} was answered ${status}: ${text}`);
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith(key)) throw error;
    }
    await delay(REQUEST_PAUSE_MS);
  }
  throw new Error(`${key} was never taken`);
}

/** The result of a connection from a pod to an address. */
async function dial(pod: string, host: string, port: number): Promise<string> {
  const [namespace = '', ...name] = pod.split('/');
  const command = ['node', '-e', DIAL, host, String(port)];
  return (await bed().kubectl('-n', namespace, 'exec', name.join('/'), '--', ...command)).trim();
}

/** A pod that listens where MongoDB and NATS would; gives its address. */
async function aPod(place: string, labels: Readonly<Record<string, string>>): Promise<string> {
  const [namespace = '', name = ''] = place.split('/');
  const container = { name: 'main', image: 'node:local', imagePullPolicy: 'Never', command: ['node', '-e', LISTEN] };
  const spec = { containers: [container], terminationGracePeriodSeconds: 0, automountServiceAccountToken: false };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name, labels }, spec };
  await bed().apply(JSON.stringify(pod));
  const path = 'jsonpath={.status.phase} {.status.podIP}';
  const running = async (): Promise<string | null> => {
    const [phase, ip] = (await bed().kubectl('-n', namespace, 'get', 'pod', name, '-o', path)).split(' ');
    return phase === 'Running' && ip ? ip : null;
  };
  return until(`${place} to run`, running, RUN_LIMIT_MS, POLL_MS);
}

const title = 'the image, deployed by the overlay small';
(runsPods ? describe : describe.skip)(runsPods ? title : `${title} (skipped: ${because})`, () => {
  it('has every service ready without a restart, each with its version and its own user', async () => {
    const versions = z.object({ replicas: z.array(z.looseObject({ service: z.string(), version: z.string() })) });
    const { replicas } = versions.parse(await deployed.api.call('GET', '/system'));
    expect(replicas.map(({ service }) => service).sort()).toEqual([...SERVICES].sort());
    expect(new Set(replicas.map(({ version }) => version)).size).toBe(1);
    expect(await deployed.restarts()).toBe(0);
    for (const service of SERVICES)
      expect((await deployed.inCarillon('exec', `deploy/${service}`, '--', 'id', '-u')).trim()).toBe('1000');
  });

  it(
    'runs pods and calls web services while its network policies are enforced, and they refuse connections that nobody should make',
    async () => {
      await bed().apply(JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring' } }));
      const ips = {
        mongodb: await aPod('carillon/mongodb', { 'carillon.dev/serves': 'mongodb' }),
        nats: await aPod('carillon/nats', { 'carillon.dev/serves': 'nats' }),
        worker: await aPod('workers/a-worker', { 'carillon.dev/run': 'a-run' }),
        prometheus: await aPod('monitoring/prometheus', {}),
        neighbour: await aPod('default/neighbour', {}),
      };
      const of = async (service: (typeof SERVICES)[number]): Promise<string> =>
        (await deployed.addressesOf(service))[0] ?? '';
      const addresses = {
        ...ips,
        api: await of('api'),
        scheduler: await of('scheduler'),
        executor: await of('executor'),
      };
      // Without enforcement every connection is possible: the refusals below come from the policies.
      expect(await dial('workers/a-worker', addresses.scheduler, 9_100)).toBe('open');
      expect(await dial('workers/a-worker', addresses.mongodb, 27_017)).toBe('open');
      enforcement.start();
      for (const ip of Object.values(addresses)) await enforcement.covers(ip);

      const outcomes: Record<string, string> = {};
      const wanted: Record<string, string> = {};
      const expectDial = async (from: string, to: keyof typeof addresses, port: number, is: string): Promise<void> => {
        const what = `${from} to ${to} at ${port}`;
        outcomes[what] = await dial(from, addresses[to], port);
        wanted[what] = is;
      };
      for (const from of ['workers/a-worker', 'default/neighbour']) {
        await expectDial(from, 'api', 8_080, 'open');
        await expectDial(from, 'api', 9_100, REFUSED);
        await expectDial(from, 'scheduler', 9_100, REFUSED);
        await expectDial(from, 'executor', 9_100, REFUSED);
        await expectDial(from, 'mongodb', 27_017, REFUSED);
        await expectDial(from, 'nats', 4_222, REFUSED);
      }
      await expectDial('default/neighbour', 'worker', 27_017, REFUSED);
      await expectDial('monitoring/prometheus', 'executor', 9_100, 'open');
      await expectDial('monitoring/prometheus', 'api', 9_100, 'open');
      await expectDial('carillon/deploy/scheduler', 'mongodb', 27_017, 'open');
      await expectDial('carillon/deploy/scheduler', 'nats', 4_222, 'open');
      await expectDial('carillon/deploy/scheduler', 'api', 8_080, REFUSED);
      await expectDial('carillon/deploy/scheduler', 'worker', 4_222, REFUSED);
      await expectDial('carillon/mongodb', 'neighbour', 27_017, REFUSED);
      expect(outcomes).toEqual(wanted);

      const ofPod = await runToEnd('pod');
      expect(ofPod).toMatchObject({ state: 'FINISHED', log: expect.stringContaining('line 3') as string });
      const ofService = await runToEnd('echo');
      expect(ofService).toMatchObject({ state: 'FINISHED', log: expect.stringContaining(ofService.run) as string });
    },
    2 * LIMIT_MS,
  );

  it(
    'gives a pod its identity: a token in a file that strangers verify, and from within the pod a new one, both in nothing but its Secret',
    async () => {
      const recipient = await Recipient.start(API_ADDRESS);
      closers.push(() => recipient.stop());
      await deployed.reachable(RECIPIENT_PORT, () => recipient.target);
      await deployed.api.call('PATCH', '/tenants/shop', { identityAudiences: ['vault', 'sts.amazonaws.com'] });
      const image = { image: 'node:local', podTemplate: SOME_USER };
      const command = recipient.commandOf(`http://${NODE_ADDRESS}:${RECIPIENT_PORT}/`);
      await deployed.api.call('POST', '/workers', { id: 'who', name: 'Who', ...image, engine: 'kubernetes', command });
      const identity = { audience: ['vault', 'sts.amazonaws.com'] };
      const job = { id: 'who', tenant: 'shop', name: 'Who', worker: 'who', identity, timeoutSeconds: 300 };
      const { identitySubject: sub } = z
        .looseObject({ identitySubject: z.string() })
        .parse(await deployed.api.call('POST', '/jobs', job));
      const { run } = started.parse(await deployed.api.call('POST', '/jobs/who/run', {}));
      const { mode, ofFile, renewed } = await recipient.tokens(RUN_LIMIT_MS);
      // While the pod lives: its manifest and the events about it are there.
      const objects = await bed().kubectl('get', 'pods,events,configmaps', '-A', '-o', 'yaml');
      const secrets = await bed().kubectl('-n', 'workers', 'get', 'secrets', '-o', 'yaml');
      recipient.letGo();
      expect(await ended(run.id)).toBe('FINISHED');

      const claims = { sub, tenant: 'shop', job: 'who', run: run.id, attempt: `${run.id}/0/main/0/1` };
      const verified = await recipient.verified('https://jobs.example.com', ofFile);
      expect(verified).toMatchObject({ ...claims, aud: identity.audience, trigger: 'manual' });
      expect(await recipient.verified('https://jobs.example.com', renewed)).toMatchObject({
        ...claims,
        aud: ['vault'],
      });
      expect(mode).toBe('100644');
      const log = await deployed.api.log(run.id);
      expect(log).toContain('I am ***');
      const ofServices = ['-l', 'app.kubernetes.io/part-of=carillon', '--tail=-1', '--prefix'];
      const logs = await deployed.inCarillon('logs', ...ofServices);
      expect(logs).toContain('"msg":"ready"');
      const signatures = [ofFile, renewed].map((token) => token.split('.')[2] ?? '');
      for (const text of [objects, log, logs]) for (const each of signatures) expect(text.includes(each)).toBe(false);
      expect(secrets).toContain(Buffer.from(ofFile).toString('base64').slice(0, 200));
    },
    LIMIT_MS,
  );

  it(
    'is replaced service by service under load, and loses and duplicates nothing, and no slot is late',
    async () => {
      const schedule = { cron: '* * * * * *', misfire: { policy: 'all', maxMissed: 1_000 } };
      // Every run is judged at the end: on a slow machine there are more than are kept by default.
      const retention = { successful: 10_000, failed: 10_000 };
      const clock = { id: 'clock', tenant: 'shop', name: 'clock', worker: 'echo', ...schedule, retention };
      await deployed.api.call('POST', '/jobs', clock);
      const before = new Set((await deployed.api.runs('echo')).map(({ id }) => id));
      const stop = new AbortController();
      const asked: Promise<string>[] = [];
      const asking = (async (): Promise<void> => {
        while (!stop.signal.aborted) {
          asked.push(startedUnder(`request-${asked.length}`));
          await delay(REQUEST_PAUSE_MS, stop.signal).catch(() => undefined);
        }
      })();
      await deployed.inCarillon('rollout', 'restart', ...SERVICES.map((service) => `deployment/${service}`));
      const pod = await runToEnd('pod');
      await deployed.rolledOut();
      stop.abort();
      await asking;
      const runs = await Promise.all(asked);
      await until('the pause', () => paused('clock'), RUN_LIMIT_MS, REQUEST_PAUSE_MS);

      expect(new Set(runs).size).toBe(runs.length);
      const ofRequests = (await allEnded('echo')).filter(({ id }) => !before.has(id));
      expect(ofRequests.map(({ id }) => id).sort()).toEqual(runs.toSorted());
      expect(ofRequests.map(({ state }) => state)).toEqual(runs.map(() => 'FINISHED'));
      expect(pod).toMatchObject({ state: 'FINISHED', log: expect.stringContaining('line 3') as string });
      const ofClock = await allEnded('clock');
      const slots = ofClock.map(({ scheduledFor }) => Date.parse(scheduledFor ?? '')).sort((a, b) => a - b);
      const first = slots[0] ?? 0;
      expect(slots).toEqual(slots.map((_, i) => first + 1_000 * i));
      expect(ofClock.map(({ state }) => state)).toEqual(ofClock.map(() => 'FINISHED'));
      expect([...worker.done.values()].every((times) => times === 1)).toBe(true);
      const late = ofClock.map(latenessOf).sort((a, b) => a - b);
      expect(late.filter((ms) => !(ms <= LATE_MS))).toEqual([]);
      expect(await deployed.restarts()).toBe(0);
      const [median = 0, most = 0] = [late[Math.floor(late.length / 2)], late.at(-1)];
      const begun = `begun ${median} ms after their time, at most ${most}`;
      process.stderr.write(`replaced under ${runs.length} requests and ${slots.length} slots, ${begun}\n`);
    },
    4 * LIMIT_MS,
  );

  it(
    'executes the commands of the runbook: first those that only read, then those that change something',
    async () => {
      const commands = runbookCommands('kubectl').filter((each) => !asksMetrics(each));
      expect(commands.length).toBeGreaterThan(20);
      // A line that a service wrote at its start is found among thousands of later ones.
      const ready = `kubectl -n carillon logs -l app.kubernetes.io/part-of=carillon --tail=-1 | grep -c '"msg":"ready"'`;
      expect(Number(await deployed.type(ready))).toBeGreaterThanOrEqual(SERVICES.length);
      // kubectl reads what a container wrote before its restart.
      await deployed.endContainer('scheduler');
      const looks = commands.filter(({ command }) => !CHANGES.test(command));
      for (const { alert, command } of [...looks, ...commands.filter((each) => !looks.includes(each))])
        await deployed.type(command).catch((error: unknown) => {
          throw new Error(`${alert}: ${command}`, { cause: error });
        });
      await deployed.rolledOut();
      // The backup that CarillonBackupOld has made.
      const made = ['wait', '--for=condition=complete', 'job/backup-now', `--timeout=${LIMIT_MS / 2_000}s`];
      await deployed.inCarillon(...made);
    },
    2 * LIMIT_MS,
  );
});
