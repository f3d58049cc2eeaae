import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterEnv, clusterSettings } from './cluster-env.js';
import { clusterSource } from './cluster-source.js';

const folder = mkdtempSync(join(tmpdir(), 'carillon-cluster-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileWith(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function credentialsOf(env: Record<string, string>): Promise<() => Promise<unknown>> {
  const source = await clusterSource(clusterSettings(clusterEnv.parse(env)));
  return async () => {
    const { headers, ca } = await source.credentials();
    return { headers, ca: ca === undefined ? null : String(ca) };
  };
}

test('a token that is a text stays as it is', async () => {
  const credentials = await credentialsOf({ KUB_HOST: 'cluster.test', KUB_TOKEN: 'fixed' });
  expect(await credentials()).toEqual({ headers: { Authorization: 'Bearer fixed' }, ca: null });
});

test('files with a token and with authorities are read again; one that is being written does not count', async () => {
  const token = fileWith('token', 'first\n');
  const ca = fileWith('ca', 'authority 1');
  const credentials = await credentialsOf({ KUB_HOST: 'cluster.test', KUB_TOKEN: token, KUB_CA: ca });
  expect(await credentials()).toEqual({ headers: { Authorization: 'Bearer first' }, ca: 'authority 1' });
  fileWith('token', '');
  expect(await credentials()).toEqual({ headers: { Authorization: 'Bearer first' }, ca: 'authority 1' });
  fileWith('token', 'second');
  fileWith('ca', 'authority 2');
  expect(await credentials()).toEqual({ headers: { Authorization: 'Bearer second' }, ca: 'authority 2' });
});

const kubeconfig = (token: string): string => `
apiVersion: v1
kind: Config
current-context: test
clusters: [{ name: test, cluster: { server: 'https://cluster.test' } }]
users: [{ name: test, user: { token: ${token} } }]
contexts: [{ name: test, context: { cluster: test, user: test, namespace: workers } }]
`;

test('a kubeconfig that is replaced is read again; one that is cut short does not count', async () => {
  const file = fileWith('kubeconfig', kubeconfig('first'));
  const credentials = await credentialsOf({ KUBECONFIG: file });
  expect(await credentials()).toEqual({ headers: { Authorization: 'Bearer first' }, ca: null });
  fileWith('kubeconfig', kubeconfig('second').slice(0, 60));
  expect(await credentials()).toEqual({ headers: { Authorization: 'Bearer first' }, ca: null });
  fileWith('kubeconfig', kubeconfig('second'));
  expect(await credentials()).toEqual({ headers: { Authorization: 'Bearer second' }, ca: null });
});

test('without a server that can be reached nothing starts', async () => {
  await expect(credentialsOf({ KUB_HOST: 'cluster.test', KUB_TOKEN: join(folder, 'none') })).rejects.toThrow('ENOENT');
});

test.each([
  ['cluster.test', 'https://cluster.test:443'],
  ['[::1]', 'https://[::1]:443'],
  ['https://host.test/k8s/clusters/c-1', 'https://host.test/k8s/clusters/c-1'],
])('the host %s is that of the address %s', async (host, address) => {
  expect((await clusterSource(clusterSettings(clusterEnv.parse({ KUB_HOST: host })))).server).toBe(address);
});

test.each(['', 'a b', '::1', 'k8s:6443', 'k8s/path', 'https://k8s:99999', 'https://', 'ftp://k8s'])(
  'the host %j, of which no address can be made, is refused',
  (host) => {
    expect(() => clusterEnv.parse({ KUB_HOST: host })).toThrow('must be the name of a host, or an https:// address');
  },
);
