/** deploy/kubernetes/run-once.sh runs a program in a pod that a namespace of the level "restricted" takes, and names no secret. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { renderedChart } from '#testing/helm/render.js';
import { checkedObjects } from '#testing/kubernetes-api/api-schemas.js';
import { podSecurityProblems } from '#testing/kubernetes-api/pod-security.js';
import { builtManifests } from '#testing/kustomize/manifests.js';

/** As much of kubectl as the script uses: fields of one Deployment, and `run`, whose arguments and input it keeps. */
const KUBECTL = `
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const [, , ...args] = process.argv;
const verb = args.find((each) => each === 'get' || each === 'run');
if (verb === 'run') {
  writeFileSync(join(process.env.STORE, 'run.json'), JSON.stringify(args));
  writeFileSync(join(process.env.STORE, 'input'), readFileSync(0));
}
else {
  const pod = JSON.parse(readFileSync(join(process.env.STORE, 'deployment.json'), 'utf8')).spec.template.spec;
  const [, init, field] = /^jsonpath=\\{\\.spec\\.template\\.spec(\\.initContainers\\[\\?\\(@\\.name=="migrate"\\)\\])?\\.(\\w+)\\}$/.exec(args.at(-1));
  const value = (init ? pod.initContainers.find(({ name }) => name === 'migrate') : pod)[field];
  if (value !== undefined) process.stdout.write(typeof value === 'string' ? value : JSON.stringify(value));
}
`;
const overriding = z.looseObject({
  apiVersion: z.literal('v1'),
  spec: z.looseObject({
    automountServiceAccountToken: z.literal(false),
    containers: z.tuple([z.looseObject({ name: z.string(), image: z.string(), args: z.array(z.string()) })]),
  }),
});

const folder = mkdtempSync(join(tmpdir(), 'carillon-once-'));
beforeAll(() => {
  writeFileSync(join(folder, 'kubectl.mjs'), KUBECTL);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function ran(
  manifests: readonly Record<string, unknown>[],
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ line: string[]; pod: z.output<typeof overriding> }> {
  const api = manifests.find(
    ({ kind, metadata }) => kind === 'Deployment' && (metadata as { name: string }).name === 'api',
  );
  writeFileSync(join(folder, 'deployment.json'), JSON.stringify(api));
  const kubectl = `${process.execPath} ${join(folder, 'kubectl.mjs')}`;
  const own = { PATH: process.env['PATH'], STORE: folder, KUBECTL: kubectl };
  const running = promisify(execFile)('deploy/kubernetes/run-once.sh', args, { env: { ...own, ...env } });
  running.child.stdin?.end('what is given to it\n');
  await running;
  expect(readFileSync(join(folder, 'input'), 'utf8')).toBe('\nwhat is given to it\n');
  const line = z.array(z.string()).parse(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')));
  const overrides = line.find((each) => each.startsWith('--overrides='))?.slice('--overrides='.length) ?? '';
  const pod = overriding.parse(JSON.parse(overrides));
  expect(podSecurityProblems(pod, 'restricted')).toEqual([]);
  await checkedObjects([{ ...pod, kind: 'Pod' }]);
  return { line, pod };
}

test('the pod has the Secret of the api and its rights, and its program the arguments as they are', async () => {
  const args = ['dist/tools/hold/src/main.js', '--reason', 'Restored "03:00" \\ by hand.'];
  const { line, pod } = await ran(await builtManifests('deploy/kubernetes/overlays/small'), args);
  const [container] = pod.spec.containers;
  expect(line).toEqual(expect.arrayContaining(['-n', 'carillon', '--rm', '--restart=Never', container.name]));
  expect(line).toContain('--labels=app.kubernetes.io/part-of=carillon');
  expect(container).toMatchObject({
    command: ['sh', '-c', 'read -r _ && exec node --enable-source-maps "$@"', 'sh'],
    args,
    envFrom: [{}, { secretRef: { name: 'carillon-api' } }],
    volumeMounts: [{ name: 'tmp' }],
  });
  expect(pod.spec['volumes']).toMatchObject([{ name: 'tmp' }]);
});

test('it ends with its program, also where nobody closes its input', async () => {
  writeFileSync(join(folder, 'ends.sh'), '#!/bin/sh\nfor each; do [ "$each" != run ] || exit 7; done\n', {
    mode: 0o755,
  });
  const env = { PATH: process.env['PATH'], KUBECTL: join(folder, 'ends.sh') };
  await expect(promisify(execFile)('deploy/kubernetes/run-once.sh', ['x'], { env })).rejects.toMatchObject({ code: 7 });
});

test('it has what the chart gives to pods: pull secrets, variables and volumes; another image and namespace are used', async () => {
  const set = {
    allServices: {
      imagePullSecrets: [{ name: 'registry' }],
      extraEnv: [{ name: 'MONGODB_CA', value: '/etc/ca/ca.pem' }],
      extraVolumes: [{ name: 'ca', configMap: { name: 'company-ca' } }],
      extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/ca' }],
      extraInitContainers: [{ name: 'agent', image: 'agent' }],
    },
  };
  const manifests = await renderedChart({ chart: 'deploy/helm/carillon', namespace: 'jobs', set });
  const env = { NAMESPACE: 'jobs', IMAGE: 'registry.example.com/carillon:next' };
  const { line, pod } = await ran(manifests, ['dist/tools/migrate/src/main.js'], env);
  expect(line).toEqual(expect.arrayContaining(['-n', 'jobs', '--image=registry.example.com/carillon:next']));
  expect(pod.spec).toMatchObject({ imagePullSecrets: [{ name: 'registry' }], volumes: [{}, { name: 'ca' }] });
  expect(pod.spec.containers[0]).toMatchObject({
    image: 'registry.example.com/carillon:next',
    env: [{ name: 'MONGODB_CA' }],
    volumeMounts: [{}, { mountPath: '/etc/ca' }],
  });
});
