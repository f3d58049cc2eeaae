import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coldStoreEnv, coldStoreLacks, coldStoreOf, secretNow } from './cold-store-config.js';

const given = {
  COLD_STORE_URL: 'https://s3.test/',
  COLD_STORE_BUCKET: 'history',
  COLD_STORE_KEY: 'AK',
  COLD_STORE_SECRET: '/b64/secret',
};

test('there is no store unless one is configured; then each missing setting is named', () => {
  const none = coldStoreEnv.parse({});
  expect([coldStoreOf(none), coldStoreLacks(none)]).toEqual([null, []]);
  expect(coldStoreLacks(coldStoreEnv.parse({ COLD_STORE_URL: 'http://s3.test' }))).toEqual([
    'COLD_STORE_BUCKET',
    'COLD_STORE_KEY',
    'COLD_STORE_SECRET',
  ]);
});

test('a secret is used unchanged, also if it begins with a slash, or is that of the file that is named, as it is now', () => {
  expect(coldStoreOf(coldStoreEnv.parse(given))).toEqual({
    url: 'https://s3.test',
    bucket: 'history',
    region: 'us-east-1',
    prefix: 'carillon',
    accessKeyId: 'AK',
    secretAccessKey: '/b64/secret',
  });
  const folder = mkdtempSync(join(tmpdir(), 'carillon-config-'));
  const file = join(folder, 'secret');
  writeFileSync(file, 'from a file\n');
  const secret = secretNow(
    coldStoreOf(coldStoreEnv.parse({ ...given, COLD_STORE_SECRET: file }))?.secretAccessKey ?? '',
  );
  expect([secret(), secretNow('/b64/secret')()]).toEqual(['from a file', '/b64/secret']);
  writeFileSync(file, 'renewed\n');
  expect(secret()).toBe('renewed');
  writeFileSync(file, '');
  expect(secret()).toBe('renewed');
  rmSync(folder, { recursive: true });
});

test.each([
  ['COLD_STORE_URL', 's3.test'],
  ['COLD_STORE_BUCKET', 'No_Bucket'],
  ['COLD_STORE_PREFIX', '/carillon'],
  ['COLD_STORE_PREFIX', 'a//b'],
])('%s=%s is refused', (name, value) => {
  const parsed = coldStoreEnv.safeParse({ ...given, [name]: value });
  expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
});
