import { secretProviders } from './secret-providers.js';

const vault = {
  kind: 'vault',
  address: 'https://vault.test:8200/',
  auth: { method: 'kubernetes', role: 'carillon' },
  paths: ['secret/data/{tenant}/**'],
};
const problemsOf = (providers: object): string[] => {
  const parsed = secretProviders.safeParse(JSON.stringify(providers));
  return parsed.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
};

test('settings that are left out have the defaults of Vault and Kubernetes', () => {
  const parsed = secretProviders.parse(JSON.stringify({ vault }));
  expect(parsed.get('vault')).toMatchObject({
    address: 'https://vault.test:8200',
    timeoutSeconds: 5,
    tenants: null,
    auth: { mount: 'kubernetes', file: '/var/run/secrets/kubernetes.io/serviceaccount/token' },
  });
});

test.each([
  ['a path for all tenants', { p: { ...vault, paths: ['secret/data/shared'] } }, 'p.paths.0 lets every tenant'],
  ['a tenant within a name', { p: { ...vault, paths: ['secret/data/{tenant}-x'] } }, 'p.paths.0 must be names'],
  ['a way up', { p: { ...vault, paths: ['secret/../{tenant}'] } }, 'p.paths.0 must be names'],
  ['no mount', { p: { ...vault, paths: ['{tenant}/x'] } }, 'p.paths must each begin with the name of a secrets mount'],
  ['the system of Vault', { p: { ...vault, paths: ['sys/{tenant}'] } }, 'p.paths must each begin with the name'],
  [
    'a relative folder',
    { p: { kind: 'files', folder: 'x', paths: ['{tenant}/**'] } },
    'p.folder must be an absolute path',
  ],
  [
    'names of all tenants in one namespace',
    { p: { kind: 'kubernetes', namespace: 'x', paths: ['*'] } },
    'p.paths.0 lets',
  ],
  ['an invalid name of a provider', { 'Not a name': vault }, 'Not a name'],
])('S1: %s is refused', (_, providers, expected) => {
  expect(problemsOf(providers).join('; ')).toContain(expected);
});

test('paths for named tenants, and a namespace for each tenant, are accepted', () => {
  expect(problemsOf({ p: { ...vault, paths: ['secret/data/shared'], tenants: ['ibm'] } })).toEqual([]);
  expect(problemsOf({ p: { kind: 'kubernetes', paths: ['*'] } })).toEqual([]);
});
