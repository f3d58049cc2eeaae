import { jobSpec } from './job.js';

const problems = (perKey: object, options: object[] = []): string[] => {
  const job = { tenant: 'acme', name: 'A', worker: 'w', concurrency: { perKey }, options };
  const result = jobSpec.safeParse(job);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const customer = { name: 'customer', type: 'string' };

it.each<[string, object, object[], string[]]>([
  ['an option of the job', { key: '${option.customer}', max: 1 }, [customer], []],
  ['a parameter, with text around it', { key: 'p/${parameters.site}', rate: { runs: 5, perSeconds: 60 } }, [], []],
  [
    'an unknown option',
    { key: '${option.custmer}', max: 1 },
    [customer],
    ['concurrency.perKey.key: refers to "option.custmer", which is not an option of this job'],
  ],
  [
    'a secret',
    { key: '${option.token}', max: 1 },
    [{ name: 'token', type: 'secret' }],
    ['concurrency.perKey.key: refers to the secret option "token": a key is not secret'],
  ],
  [
    'another name',
    { key: '${job.id}', max: 1 },
    [],
    [
      'concurrency.perKey.key: contains "${job.id}": only ${option.<name>} and ${parameters.<name>} are possible in a key',
    ],
  ],
  [
    'no text at all',
    { key: 'customer', max: 1 },
    [],
    ['concurrency.perKey.key: contains no value of a run: use ${option.<name>} or ${parameters.<name>}'],
  ],
  [
    'a parameter, without a number and without a rate',
    { key: '${parameters.a}' },
    [],
    ['concurrency.perKey.max: is required if there is no rate: without both there is no limit'],
  ],
])('the key is %s', (_, perKey, options, want) => {
  expect(problems(perKey, options)).toEqual(want);
});
