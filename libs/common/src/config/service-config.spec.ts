import { commonEnv, parseConfig } from './service-config.js';

const env = {
  MONGODB_URI: 'mongodb://db',
  NATS_URL: 'nats://ada:secret@a,nats://ada:secret@b:1',
  SECRET_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
};

test('where NATS is, and how its streams are kept, is read from the environment', () => {
  const parsed = parseConfig('api', commonEnv, { ...env, NATS_REPLICAS: '3', NATS_STORAGE: 'file' });
  expect(parsed).toMatchObject({
    ok: true,
    config: {
      NATS_URL: { servers: ['a:4222', 'b:1'], login: { kind: 'password', user: 'ada', password: 'secret' } },
      NATS_REPLICAS: 3,
      NATS_STORAGE: 'file',
    },
  });
  expect(parseConfig('api', commonEnv, env)).toMatchObject({ config: { NATS_REPLICAS: 1, NATS_STORAGE: 'memory' } });
});

test.each([
  [{ NATS_URL: 'nats://ada:secret@a,nats://bob:secret@b' }, /^NATS_URL: must have the same user and password/],
  [{ NATS_URL: 'a:4222' }, /^NATS_URL: must begin with nats:/],
  [{ NATS_REPLICAS: '0' }, /^NATS_REPLICAS: /],
  [{ NATS_REPLICAS: '6' }, /^NATS_REPLICAS: /],
  [{ NATS_STORAGE: 'disk' }, /^NATS_STORAGE: /],
])('%j is refused by its name, without what is secret', (wrong, problem) => {
  const parsed = parseConfig('api', commonEnv, { ...env, ...wrong });
  const problems = parsed.ok ? [] : parsed.problems;
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect(problems.join()).not.toContain('secret');
});
