/**
 * A release, installed where people run services from its folder alone, by the lines of docs/packages.md: with Docker, and in a cluster. The
 * first job is run by its command line. What needs less (npm, no Docker) is tested in test/e2e/system/release.e2e.spec.ts.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { SERVICES } from '#common/domain/service-name.js';
import { helmProgram } from '#testing/helm/helm-program.js';
import { until } from '#testing/until.js';
import { ComposeServers } from './support/compose-servers.js';
import { Deployed } from './support/deployed.js';
import { DockerDaemon } from './support/docker-daemon.js';
import { Testbed, TESTBED_LIMIT_MS, whyNoTestbed } from './support/testbed.js';

const LIMIT_MS = 300_000;
const LOOK_MS = 500;
const run = promisify(execFile);
const released = resolve(process.env['CARILLON_RELEASE'] ?? '');
const installer = join(released, 'install.sh');
const why =
  whyNoTestbed() ??
  (existsSync(installer) ? null : 'CARILLON_RELEASE names no folder that npm run release has written');
const suite = why === null ? describe : describe.skip;
const because = why === null ? '' : ` (skipped: ${why})`;

const only = (pattern: string): string => join(released, globSync(pattern, { cwd: released })[0] ?? pattern);
const work = mkdtempSync(join(tmpdir(), 'carillon-released-'));
const carillon = join(work, 'program/carillon');

beforeAll(async () => {
  if (why === null) await run('sh', [installer, 'program', join(work, 'program')]);
}, LIMIT_MS);
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

suite(`a release in a cluster${because}`, () => {
  let deployed: Deployed;
  /** What has to be ended, the latest first. */
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const testbed = await Testbed.start({ nodes: ['kubelet'] });
    closers.push(() => testbed.stop());
    deployed = await Deployed.start(testbed, only('carillon-image-*.oci.tar'), {
      prepare: ({ folder, env }) => run('sh', [installer, 'cluster', folder], { env, cwd: work }),
      install: async ({ folder, env, config }) => {
        const values = join(folder, 'mine.json');
        // The namespace of the workers is there before.
        writeFileSync(values, JSON.stringify({ config, workers: { createNamespace: false } }));
        const files = ['-f', join(folder, 'deploy/helm/carillon/values-small.yaml'), '-f', values];
        const compares = (await testbed.version()) < 21 ? ['--server-side=false'] : [];
        const chart = [...compares, 'carillon', only('carillon-chart-*.tgz'), '-n', 'carillon'];
        await run(await helmProgram(), ['upgrade', '--install', ...chart, ...files], { env, cwd: work });
      },
    });
    closers.push(() => deployed.stop());
  }, TESTBED_LIMIT_MS + LIMIT_MS);
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  }, TESTBED_LIMIT_MS);

  it(
    'runs the first job in a pod',
    async () => {
      const job = join(work, 'cluster');
      mkdirSync(job);
      const files = `kind: Tenant
id: shop
name: Shop
---
kind: Worker
id: pod
name: Pod
engine: kubernetes
image: busybox:local
command: [echo, hello from a pod]
podTemplate: { spec: { securityContext: { runAsUser: 1000 } } }
---
kind: Job
id: first
tenant: shop
name: First
worker: pod
`;
      writeFileSync(join(job, 'first.yaml'), files);
      const typed = (line: string): Promise<string> => deployed.typeHere(line, { CARILLON: carillon, JOB: job });
      await typed('"$CARILLON" apply -f "$JOB"');
      expect(await typed('"$CARILLON" run first --follow')).toContain('hello from a pod\n');
      expect(await deployed.restarts()).toBe(0);
    },
    LIMIT_MS,
  );
});

suite(`a release on a host with Docker${because}`, () => {
  const servers = new ComposeServers();
  let docker: DockerDaemon;

  beforeAll(async () => {
    docker = await DockerDaemon.start();
  }, LIMIT_MS);
  afterAll(async () => {
    await docker.stop();
    await servers.stop();
  }, LIMIT_MS);

  it(
    'is started by two lines and runs the first job; installed again, it keeps keys and secrets',
    async () => {
      const folder = join(work, 'composed');
      const place = join(folder, 'deploy/compose');
      const env = { ...process.env, ...docker.env };
      const typed = async (line: string, variables: Readonly<Record<string, string>> = {}): Promise<string> => {
        const [program, ...args] = docker.within('bash', '-euo', 'pipefail', '-c', line);
        return (await run(program, args, { env: { ...env, ...variables }, cwd: work })).stdout;
      };
      const secrets = (): string[] =>
        [join(place, '.env'), ...globSync(join(place, 'access/*')).sort()].map((file) => readFileSync(file, 'utf8'));
      const install = (): Promise<string> => typed(`sh ${installer} compose ${folder}`);
      const said = await install();
      const [, image = ''] = /^IMAGE=(\S+)$/m.exec(readFileSync(join(place, '.env'), 'utf8')) ?? [];
      const [, line = ''] = /^ +(docker compose .*) up -d$/m.exec(said) ?? [];
      expect(line).not.toBe('');
      const compose = `${line} -f ${await servers.override(image)}`;
      try {
        await typed(`${compose} up -d`);
        const healthy = (service: string): Promise<boolean> =>
          typed(`${compose} exec -T ${service} node dist/tools/healthcheck/src/main.js`).then(
            () => true,
            () => false,
          );
        for (const service of SERVICES)
          await until(`${service} to be ready`, () => healthy(service), LIMIT_MS, LOOK_MS);
        await typed(
          `docker run -d --name a-worker --network carillon_edge -v ${place}/try/worker.mjs:/worker.mjs:ro ${image} /worker.mjs`,
        );
        const [, token = ''] = /^BOOTSTRAP_TOKEN=(\S+)$/m.exec(readFileSync(join(place, '.env'), 'utf8')) ?? [];
        const access = { CARILLON_SERVER: 'http://localhost:8080', CARILLON_TOKEN: token };
        await typed(`sed 's|WORKER_URL|http://a-worker:8081/|' ${place}/try/job.yaml | ${carillon} apply -f -`, access);
        expect(await typed(`${carillon} run try-hello --follow`, access)).toContain('hello from run');
        const before = secrets();
        await install();
        expect(secrets()).toEqual(before);
      } finally {
        await typed(`docker rm -f a-worker; ${compose} down --volumes`);
      }
    },
    LIMIT_MS,
  );
});
