import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { accessProblems, mayRead, type ProviderRules } from './secret-access.js';
import { secretReferences } from './secret-reference.js';

const rules = (...paths: string[]): ProviderRules => ({ kind: 'vault', paths, tenants: null });

test.each([
  ['secret/data/{tenant}/*', 'ibm', 'secret/data/ibm/db', true],
  ['secret/data/{tenant}/*', 'ibm', 'secret/data/acme/db', false],
  ['secret/data/{tenant}/*', 'ibm', 'secret/data/ibm/db/more', false],
  ['secret/data/{tenant}/*', 'ibm', 'secret/data/ibm', false],
  ['secret/data/{tenant}/**', 'ibm', 'secret/data/ibm/db/more', true],
  ['secret/data/{tenant}/**', 'ibm', 'secret/data/ibm', false],
  ['secret/data/{tenant}/**', 'ibm', 'secret/data/ibm-corp/db', false],
  ['*/{tenant}/x', 'ibm', 'any/ibm/x', true],
  ['secret/data/shared', 'ibm', 'secret/data/shared', true],
])('S1: %s for %s: %s is %s', (pattern, tenant, path, expected) => {
  expect(mayRead(rules(pattern), tenant, path)).toBe(expected);
});

test('S1: a provider can be used only by the tenants that it lists', () => {
  const one = { ...rules('secret/data/shared'), tenants: ['ibm'] };
  expect([mayRead(one, 'ibm', 'secret/data/shared'), mayRead(one, 'acme', 'secret/data/shared')]).toEqual([
    true,
    false,
  ]);
});

test('S1: any path that a tenant gives is below the tenant’s own name', () => {
  const name = fc.constantFrom('ibm', 'acme', '..', '.', '', '%2e%2e', 'ibm%2f..', 'a b', '{tenant}', '*', '**', 'db');
  const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(path, (text) => {
      const parsed = secretReferences.safeParse([{ as: 'X', from: 'vault', path: text, key: 'k' }]);
      const may = parsed.success && mayRead(rules('kv/{tenant}/**', '{tenant}/**'), 'ibm', text);
      expect(!may || /^(kv\/)?ibm\/[\w/]+$/.test(text)).toBe(true);
    }),
    { numRuns: worlds(2_000) },
  );
});

test('S11: the answer for a missing object and for one of another tenant is the same', () => {
  const providers = new Map([['vault', rules('secret/data/{tenant}/*')]]);
  const problemOf = (from: string, path: string): string =>
    accessProblems([{ as: 'X', from, path, key: 'k' }], 'ibm', providers)
      .map(({ message }) => message.replaceAll(from, '…').replaceAll(path, '…'))
      .join();
  expect(problemOf('vault', 'secret/data/acme/db')).toBe(problemOf('none', 'secret/data/ibm/db'));
  expect(problemOf('vault', 'secret/data/ibm/db')).toBe('');
});

test('each kind has its own fields', () => {
  const of = (kind: ProviderRules['kind'], more: object): string[] =>
    accessProblems(
      [{ as: 'X', from: 'p', path: 'x', ...more }],
      'ibm',
      new Map([['p', { kind, paths: ['**'], tenants: null }]]),
    ).map(({ path, message }) => `${path} ${message}`);
  expect(of('vault', {})).toEqual(['secretsFrom.0.key is required: it says which value of the secret is meant']);
  expect(of('files', { key: 'k' })).toEqual([
    'secretsFrom.0.key is possible only with Vault and Kubernetes: a file has one value only',
  ]);
  expect(of('kubernetes', { key: 'k', version: 1, path: 'a/b' })).toEqual([
    'secretsFrom.0.version is possible only with Vault',
    'secretsFrom.0.path must be the name of a Kubernetes Secret',
  ]);
});

test('a variable may be named once only', () => {
  const twice = [1, 2].map(() => ({ as: 'X', from: 'files', path: 'a' }));
  expect(secretReferences.safeParse(twice).error?.issues).toMatchObject([{ path: [1, 'as'] }]);
});
