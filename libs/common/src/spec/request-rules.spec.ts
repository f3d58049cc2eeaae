import { jobSpec } from './job.js';
import { maxWaitOf } from './request-rules.js';

const problems = (rules: object): string[] => {
  const parsed = jobSpec.safeParse({
    tenant: 'acme',
    name: 'A job',
    worker: 'w',
    options: [{ name: 'order', type: 'string' }],
    ...rules,
  });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test.each<[object]>([
  [{ deduplicate: { windowSeconds: 60 }, debounce: { seconds: 5, key: '${option.order}', maxWaitSeconds: 5 } }],
  [{ collect: { seconds: 5, maxItems: 1_000, key: 'all' } }],
])('%j is accepted', (rules) => {
  expect(problems(rules)).toEqual([]);
});

test.each<[object, string]>([
  [{ debounce: { seconds: 5 }, collect: { seconds: 5 } }, 'collect: takes one of debounce and collect'],
  [{ debounce: { seconds: 5, maxWaitSeconds: 4 } }, 'debounce.maxWaitSeconds: must not be less than seconds'],
  [
    { debounce: { seconds: 5, key: '${option.other}' } },
    'debounce.key: refers to "option.other", which is not an option of this job',
  ],
  [{ deduplicate: { windowSeconds: 5, key: '${x' } }, 'deduplicate.key: has a "${" without a closing "}"'],
])('%j is refused: %s', (rules, problem) => {
  expect(problems(rules)).toEqual([problem]);
});

test.each<[object]>([
  [{ debounce: { seconds: 0 } }],
  [{ debounce: { seconds: 86_401 } }],
  [{ collect: { seconds: 5, maxItems: 0 } }],
  [{ collect: { seconds: 5, maxItems: 1_001 } }],
  [{ deduplicate: {} }],
  [{ deduplicate: { windowSeconds: 604_801 } }],
  [{ collect: { seconds: 5, key: '' } }],
])('%j is out of bounds', (rules) => {
  expect(problems(rules)).toHaveLength(1);
});

test('the longest wait is ten times the seconds, and no more than a day', () => {
  expect([maxWaitOf({ seconds: 5 }), maxWaitOf({ seconds: 80_000 })]).toEqual([50, 86_400]);
  expect(maxWaitOf({ seconds: 5, maxWaitSeconds: 6 })).toBe(6);
});
