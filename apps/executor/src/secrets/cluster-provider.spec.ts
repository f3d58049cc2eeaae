import { ApiError } from '#common/kubernetes/api-client.js';
import { ClusterProvider } from './cluster-provider.js';

const asked: string[] = [];
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const client = {
  namespace: 'workers',
  call: ({ path }: { path: string }) => {
    asked.push(path);
    if (path.endsWith('/none')) return Promise.reject(new ApiError(404, 'NotFound', 'not found'));
    if (path.endsWith('/forbidden')) return Promise.reject(new ApiError(403, 'Forbidden', 'forbidden'));
    if (path.endsWith('/away')) return Promise.reject(new ApiError(0, '', 'no answer'));
    return Promise.resolve({ data: { password: base64('of-the-cluster') } });
  },
};
const tenants = {
  inNamespace: (namespace: string) =>
    Promise.resolve((namespace === 'shared' ? ['ibm', 'acme'] : ['ibm']).map((id) => ({ id })) as never),
};
const own = new ClusterProvider({ namespace: null }, client, tenants);
const fixed = new ClusterProvider({ namespace: 'secrets' }, client, tenants);
const request = (namespace: string | null, path = 'db') => ({ tenant: 'ibm', namespace, path, version: null });

test('a Secret is read in the namespace of the tenant or of the provider', async () => {
  expect((await own.read(request('ibm'))).values.get('password')).toBe('of-the-cluster');
  await fixed.read(request('ibm'));
  expect(asked.splice(0)).toEqual(['/api/v1/namespaces/ibm/secrets/db', '/api/v1/namespaces/secrets/secrets/db']);
});

test('S1: a namespace that the tenant shares with others contains no secrets of the tenant', async () => {
  await expect(own.read(request('shared'))).rejects.toMatchObject({ reason: 'SecretRefused' });
  await expect(own.read(request('workers'))).rejects.toMatchObject({ reason: 'SecretRefused' });
  await expect(own.refersTo(request('workers'))).rejects.toMatchObject({ reason: 'SecretRefused' });
  await expect(own.read(request(null))).rejects.toMatchObject({ reason: 'SecretRefused' });
  await expect(own.refersTo(request('shared'))).rejects.toMatchObject({ reason: 'SecretRefused' });
  expect(asked).toEqual([]);
});

test('a pod refers to a Secret in its own namespace without a read by the executor', async () => {
  expect(await own.refersTo(request('ibm'))).toBe(true);
  expect(await fixed.refersTo(request('ibm'))).toBe(false);
  expect(await new ClusterProvider({ namespace: 'workers' }, client, tenants).refersTo(request(null))).toBe(true);
  expect(asked).toEqual([]);
});

test.each([
  ['none', 'SecretMissing'],
  ['forbidden', 'SecretRefused'],
  ['away', 'SecretsUnavailable'],
])('a read of the Secret "%s" is refused with the reason %s', async (path, reason) => {
  await expect(own.read(request('ibm', path))).rejects.toMatchObject({ reason });
});
