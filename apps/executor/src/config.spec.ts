import { executorEnv, processProblem } from './config.js';

const uids = { first: 60_578, last: 61_183 };

test('S4: in production, commands run under users of their own or are refused', () => {
  const production = { NODE_ENV: 'production', PROCESS_UIDS: uids };
  expect(processProblem(production, true)).toBeNull();
  expect(processProblem(production, false)).toContain('needs the rights of root');
  expect(processProblem({ ...production, PROCESS_UIDS: null }, true)).toContain('PROCESS_UIDS');
  expect(processProblem({ PROCESS_UIDS: null }, false)).toBeNull();
});

test('S4: an executor that cannot separate commands does not start in production', () => {
  const env = {
    MONGODB_URI: 'mongodb://db/carillon',
    NATS_URL: 'nats://nats',
    NODE_ENV: 'production',
    SECRET_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    PROCESS_UIDS: 'own',
  };
  const problemsOf = (ENGINES: string): string[] =>
    executorEnv.safeParse({ ...env, ENGINES }).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(problemsOf('process,webservice')).toEqual(['ENGINES']);
  expect(problemsOf('webservice')).toEqual([]);
});

test.each(['0-10', '60578', '61183-60578', 'nobody'])('%s is not a valid range of users', (text) => {
  expect(executorEnv.shape.PROCESS_UIDS.safeParse(text).success).toBe(false);
});
