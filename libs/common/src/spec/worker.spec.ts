import { newWorker } from './worker.js';

const problemsOf = (fields: object): string[] => {
  const parsed = newWorker.safeParse({ id: 'w', name: 'W', image: 'i', ...fields });
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};
const from = (over: object): object => ({ envFrom: [{ secret: 'yl.env', key: 'db2', as: 'DB2', ...over }] });

test('a worker names secrets, keys and accounts as Kubernetes does', () => {
  const named = { imagePullSecrets: ['pull.registry'], serviceAccount: 'robot-1' };
  expect(problemsOf({ ...from({ key: 'DB_2.url' }), ...named })).toEqual([]);
});

test.each<[string, object, string]>([
  ['a secret in capitals', from({ secret: 'Secret' }), 'envFrom.0.secret'],
  ['a secret of another folder', from({ secret: '../other' }), 'envFrom.0.secret'],
  ['a secret with two dots in a row', from({ secret: 'a..b' }), 'envFrom.0.secret'],
  ['a secret that is too long', from({ secret: 'a'.repeat(254) }), 'envFrom.0.secret'],
  ['no key', from({ key: '' }), 'envFrom.0.key'],
  ['a key of another folder', from({ key: '../x' }), 'envFrom.0.key'],
  ['a key that is a folder', from({ key: '..' }), 'envFrom.0.key'],
  ['a pull secret with a space', { imagePullSecrets: ['a b'] }, 'imagePullSecrets.0'],
  ['an account with a slash', { serviceAccount: 'a/b' }, 'serviceAccount'],
  ['an address that is not a URL', { image: undefined, engine: 'webservice', url: '../../etc/passwd' }, 'url'],
])('a worker with %s is refused, and the error names the field', (_, fields, path) => {
  expect(problemsOf(fields)).toEqual([path]);
});
