/**
 * What docs/operations.md says of a cluster, typed from the page: a backup is restored, secret keys are replaced, a node is drained, and
 * everything is uninstalled with Kustomize. Without an image: skipped.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { delay } from '#common/clock/clock.js';
import { SERVICES } from '#common/domain/service-name.js';
import { until } from '#testing/until.js';
import { Deployed, imageOrReason } from './support/deployed.js';
import { Testbed, TESTBED_LIMIT_MS } from './support/testbed.js';

const { archive, why } = imageOrReason();
/** Those of the test cluster, and the one that a drain needs: it keeps the disruption budgets. */
const KCM_CONTROLLERS =
  'namespace,serviceaccount,serviceaccount-token,job,cronjob,garbagecollector,podgc,nodelifecycle,endpoint,endpointslice,replicaset,deployment,resourcequota,root-ca-cert-publisher,disruption';
const testbed = why === null ? await Testbed.start({ env: { KCM_CONTROLLERS } }) : null;
const runsPods = testbed?.nodes === 'kubelet';

const LIMIT_MS = 300_000;
const RUN_LIMIT_MS = 90_000;
const POLL_MS = 500;
/** A database that a service has used within this time is not restored into. */
const AT_REST_MS = 61_000;
const NODE = '127.0.0.1';
const SECRET = 'the-password-of-the-job';

/** The blocks of commands in a section of the page, without comments. */
function blocksOf(heading: string): string[] {
  const page = readFileSync(resolve('docs/operations.md'), 'utf8');
  const [, section = ''] = page.split(new RegExp(`^#{2,3} ${heading}\n`, 'm'));
  const [own = ''] = section.split(/^#{2,3} /m);
  return [...own.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(([, block = '']) =>
    block.replaceAll(/ +# .*$/gm, '').trim(),
  );
}

/** The one line of a section that begins so. */
function lineOf(heading: string, beginning: string): string {
  const lines = blocksOf(heading).flatMap((block) => block.split('\n').map((line) => line.trim()));
  const matching = lines.filter((line) => line.startsWith(beginning));
  if (matching.length !== 1) throw new Error(`${matching.length} lines of ${heading} begin with ${beginning}`);
  return matching[0] ?? '';
}

let deployed: Deployed;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  if (!testbed || !runsPods) return;
  deployed = await Deployed.start(testbed, archive);
  closers.push(() => deployed.stop());
  await deployed.api.call('POST', '/tenants', { id: 'shop', name: 'Shop' });
  await deployed.api.call('POST', '/workers', {
    id: 'pod',
    name: 'Pod',
    engine: 'kubernetes',
    image: 'busybox:local',
    command: ['sh', '-c', 'echo begun; sleep $SECONDS_OF_WORK'],
    podTemplate: { spec: { securityContext: { runAsUser: 1000 } } },
  });
  await aJob('kept', '1', { secureParameters: { password: SECRET } });
}, TESTBED_LIMIT_MS + LIMIT_MS);

afterAll(async () => {
  for (const close of closers) await close();
  await testbed?.stop();
}, TESTBED_LIMIT_MS);

const aJob = (id: string, seconds: string, more: object = {}): Promise<unknown> =>
  deployed.api.call('POST', '/jobs', {
    id,
    tenant: 'shop',
    name: id,
    worker: 'pod',
    env: { SECONDS_OF_WORK: seconds },
    ...more,
  });

const started = z.object({ run: z.object({ id: z.string() }) });
const start = async (job: string): Promise<string> =>
  started.parse(await deployed.api.call('POST', `/jobs/${job}/run`, {})).run.id;
const stateOf = async (run: string): Promise<string> =>
  z.object({ state: z.string() }).parse(await deployed.api.call('GET', `/runs/${run}`)).state;
const reach = (run: string, ...states: string[]): Promise<unknown> =>
  until(
    `${run} to be ${states.join(' or ')}`,
    async () => states.includes(await stateOf(run).catch(() => '')),
    RUN_LIMIT_MS,
    POLL_MS,
  );
const podsOfServices = (): Promise<string> =>
  deployed.inCarillon('get', 'pods', '-l', 'app.kubernetes.io/name', '-o', 'name').then((names) => names.trim());
const held = z.object({ holds: z.array(z.looseObject({ scopes: z.array(z.string()) })) });

const title = 'the page of operations, typed in a cluster';
(runsPods ? describe : describe.skip)(
  runsPods ? title : `${title} (skipped: ${why ?? 'no node for real pods could be started'})`,
  () => {
    it(
      'a backup is restored after all services were stopped; nothing starts before the release',
      async () => {
        await reach(await start('kept'), 'FINISHED');
        await deployed.typeHere(
          lineOf('Backup and restore', 'deploy/kubernetes/run-once.sh dist/tools/backup/src/main.js save'),
        );
        await aJob('later', '1');
        const STOPPED = new Date().toISOString();
        await deployed.typeHere(
          lineOf('Stopping all services', 'kubectl -n carillon scale deployment --all --replicas=0'),
        );
        await until('all pods to be gone', async () => (await podsOfServices()) === '', LIMIT_MS, POLL_MS);
        await delay(AT_REST_MS);
        const restore = lineOf(
          'Backup and restore',
          'deploy/kubernetes/run-once.sh dist/tools/backup/src/main.js restore',
        );
        await deployed.typeHere(restore.replace('restore -', 'restore - --replace'));
        await deployed.typeHere(
          lineOf('Stopping all services', 'kubectl -n carillon scale deployment --all --replicas=1'),
        );
        await deployed.rolledOut();

        const scopes = held.parse(await deployed.api.call('GET', '/admin/hold')).holds.flatMap(({ scopes }) => scopes);
        expect(scopes.sort()).toEqual(['admissions', 'starts']);
        expect((await deployed.api.request('GET', '/jobs/later')).status).toBe(404);
        const run = await start('kept');
        await delay(5_000);
        expect(await stateOf(run)).toBe('QUEUED');
        await deployed.typeHere(lineOf('Backup and restore', 'api -X POST "$API/admin/hold/release"'), { STOPPED });
        await reach(run, 'FINISHED');
      },
      3 * LIMIT_MS,
    );

    it(
      'secret keys are replaced: what was encrypted with the old key is read with the new one alone',
      async () => {
        const [, inCluster = ''] = blocksOf('Secret keys');
        expect(inCluster).toContain('REPLACE_SECRET_KEYS=yes');
        await deployed.typeHere(inCluster);
        await deployed.rolledOut();
        const keys = await deployed.inCarillon('get', 'secret', 'carillon-api', '-o', 'jsonpath={.data.SECRET_KEYS}');
        expect(Buffer.from(keys, 'base64').toString()).toMatch(/^k2:[A-Za-z0-9+/]{43}=$/);
        const { warnings } = z
          .looseObject({ warnings: z.array(z.unknown()).default([]) })
          .parse(await deployed.api.call('GET', '/jobs/kept'));
        expect(warnings).toEqual([]);
        await reach(await start('kept'), 'FINISHED');
      },
      3 * LIMIT_MS,
    );

    it(
      'a node is drained once its runs have ended, and the services come back with it',
      async () => {
        const [drain = ''] = blocksOf('Draining nodes');
        const [cordon = '', list = '', evict = ''] = drain.replaceAll('node-1', NODE).split('\n');
        await aJob('long', '15');
        const run = await start('long');
        await reach(run, 'RUNNING');
        await deployed.typeHere(cordon);
        expect(await deployed.typeHere(list)).toMatch(/^workers /m);
        await reach(run, 'FINISHED');
        await until(
          'none to be listed',
          async () => !/^workers /m.test(await deployed.typeHere(list)),
          LIMIT_MS,
          POLL_MS,
        );
        await deployed.typeHere(evict);
        await deployed.typeHere(`kubectl uncordon ${NODE}`);
        await deployed.rolledOut();
        await reach(await start('kept'), 'FINISHED');
      },
      3 * LIMIT_MS,
    );

    it(
      'everything is uninstalled with Kustomize: runs end first, and data, keys and namespaces stay',
      async () => {
        await aJob('endless', '3000');
        const run = await start('endless');
        await reach(run, 'RUNNING');
        const [before = '', removal = ''] = blocksOf('Uninstall');
        const lines = before.split('\n').filter((line) => !line.startsWith('helm '));
        for (const line of lines.filter((each) => !each.startsWith('kubectl ')))
          await deployed.typeHere(line, { TENANT: 'shop' });
        await reach(run, 'ABORTED');
        const [look = ''] = lines.filter((line) => line.startsWith('kubectl '));
        await until('no pod of a run', async () => (await deployed.typeHere(look)).trim() === '', LIMIT_MS, POLL_MS);
        await deployed.typeHere(removal);
        const left = await deployed.inCarillon(
          'get',
          'all,cm,pdb,hpa,netpol,ing',
          '-l',
          'app.kubernetes.io/part-of=carillon',
          '-o',
          'name',
        );
        await until('all pods to be gone', async () => (await podsOfServices()) === '', LIMIT_MS, POLL_MS);
        expect(left.split('\n').filter((name) => name !== '' && !name.startsWith('pod/'))).toEqual([]);
        const secrets = await deployed.inCarillon('get', 'secrets', '-o', 'name');
        for (const service of SERVICES) expect(secrets).toContain(`secret/carillon-${service}\n`);
      },
      2 * LIMIT_MS,
    );
  },
);
