import { SecretBox } from '../crypto/secret-box.js';
import { asAttemptId, asSpecHash, asTenantId } from '../domain/ids.js';
import type { RunSpec } from '../spec/definitions.js';
import { hasSecrets, RunSecrets } from './run-secrets.js';
import { secretPrints } from './secret-prints.js';

const box = new SecretBox([{ id: 'k', key: Buffer.alloc(32, 1) }]);
const other = new SecretBox([{ id: 'gone', key: Buffer.alloc(32, 2) }]);
const attempt = asAttemptId('run/0/main/0/1');

const aSpec = (change: Partial<RunSpec> = {}): RunSpec => ({
  hash: asSpecHash('s'),
  jobId: 'j',
  jobVersion: 1,
  workerId: 'w',
  workerVersion: 1,
  engine: 'webservice',
  job: { tenant: 'ibm', name: 'job', worker: 'w' },
  worker: { name: 'worker', engine: 'webservice', url: 'http://w.test' },
  sealed: { secureParameters: null, httpHeaders: {} },
  ...change,
});
const run = { tenant: asTenantId('ibm'), overrides: null };
const held = {
  of: () =>
    Promise.resolve([
      { prints: box.seal(secretPrints(['from-the-vault']) ?? ''), mapped: [] },
      { prints: null, mapped: [{ secret: 's', key: 'k' }] },
    ]),
};
const hidden = async (text: string, spec: RunSpec, vcap: string | null = null): Promise<string> => {
  const secrets = new RunSecrets(box, { valuesOf: () => Promise.resolve(['value-of-a-file']) }, held, vcap);
  return (await secrets.maskOf(run, spec, [attempt])).hideIn(text);
};
const withHeader = (value: string): RunSpec =>
  aSpec({ sealed: { secureParameters: null, httpHeaders: { Authorization: box.seal(value) } } });
const basic = `Basic ${Buffer.from('anna:pass-word-1').toString('base64')}`;

test.each<[what: string, text: string, spec: RunSpec, shown: string]>([
  ['a header', 'got key-of-the-job!', withHeader('key-of-the-job'), 'got ***!'],
  ['credentials without their scheme', 'token abc.def-ghi', withHeader('Bearer abc.def-ghi'), 'token ***'],
  ['the password of a basic header', 'no pass-word-1 of anna', withHeader(basic), 'no *** of anna'],
  ['a value from a secret that is named', 'a value-of-a-file b', aSpec(), 'a *** b'],
  ["the attempt's token", `t ${box.callbackToken(attempt)}`, aSpec(), 't ***'],
  [
    'an address of a notification',
    'hook T0/B0/key-of-the-channel',
    aSpec({
      job: {
        ...aSpec().job,
        notify: [{ on: ['failed'], webhook: box.seal('https://hooks.test/T0/B0/key-of-the-channel') }],
      },
    }),
    'hook ***',
  ],
  [
    'the query of an address',
    'asked with s3cret-of-the-query',
    aSpec({ job: { ...aSpec().job, url: box.seal('http://j.test/?key=s3cret-of-the-query') } }),
    'asked with ***',
  ],
])('the mask hides %s', async (_, text, spec, shown) => {
  expect(await hidden(text, spec)).toBe(shown);
});

test('the mask hides credentials of VCAP_SERVICES, and none of its other words', async () => {
  const vcap = JSON.stringify({
    db: [{ name: 'reports', credentials: { uri: 'db://u:passw0rd@h', deep: ['more-of-it'] } }],
  });
  expect(await hidden('reports at db://u:passw0rd@h, more-of-it', aSpec(), vcap)).toBe('reports at ***, ***');
});

const secretsFrom = [{ as: 'PASSWORD', from: 'vault', path: 'secret/data/ibm/db', key: 'password' }];

test('S3: the mask hides values from outside, of which only fingerprints are stored', async () => {
  const spec = aSpec({ job: { ...aSpec().job, secretsFrom } });
  expect(await hidden('a from-the-vault b', spec)).toBe('a *** b');
  expect(await hidden('a from-the-vault b', aSpec())).toBe('a from-the-vault b');
  expect(hasSecrets(run, spec)).toBe(true);
});

test('the mask hides the whole text if the key of a secret is missing', async () => {
  const spec = aSpec({ sealed: { secureParameters: other.seal('{"a":"b"}'), httpHeaders: {} } });
  expect(await hidden('anything', spec)).toBe('***');
});

test('the mask knows which runs have secrets', () => {
  expect(hasSecrets(run, aSpec())).toBe(false);
  expect(hasSecrets({ overrides: { secureParameters: 'v1' } }, aSpec())).toBe(true);
  expect(hasSecrets({ overrides: { secretOptions: 'v1' } }, aSpec())).toBe(true);
  expect(hasSecrets(run, withHeader('x'))).toBe(true);
  const envFrom = [{ secret: 's', key: 'k', as: 'K' }];
  expect(hasSecrets(run, aSpec({ worker: { ...aSpec().worker, envFrom } }))).toBe(true);
});
