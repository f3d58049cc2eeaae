import { commonEnv, parseConfig } from './service-config.js';

const env = {
  MONGODB_URI: 'mongodb://db',
  NATS_URL: 'nats://ada:secret@a,nats://ada:secret@b:1',
  SECRET_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
};

test('the address of NATS and the settings of its streams are read from the environment', () => {
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

test('line ends at the end of values, as Secrets from files have them, are no part of the values', () => {
  const lines = Object.fromEntries(
    Object.entries(env).map(([name, value], at) => [name, `${value}${at === 0 ? '\r\n' : '\n'}`]),
  );
  const parsed = parseConfig('api', commonEnv, { ...lines, LOG_LEVEL: 'warn\n', SPOOL_DIR: ' a\nb \n' });
  expect(parsed).toMatchObject({
    ok: true,
    config: { MONGODB_URI: env.MONGODB_URI, LOG_LEVEL: 'warn', SPOOL_DIR: ' a\nb ' },
  });
});

test.each([
  [{ NATS_URL: 'nats://ada:secret@a,nats://bob:secret@b' }, /^NATS_URL: must have the same user and password/],
  [{ NATS_URL: 'a:4222' }, /^NATS_URL: must begin with nats:/],
  [{ NATS_NKEY: 'SUsecret' }, /^NATS_NKEY: must be the seed of a user/],
  [{ NATS_NKEY: '/no/such/file' }, /^NATS_NKEY: cannot be read: .*ENOENT/],
  [{ NATS_CA: '/no/such/file' }, /^NATS_CA: .*ENOENT/],
  [{ NATS_CA: '/dev/null' }, /^NATS_CA: has no effect while NATS_URL begins with nats:/],
  [{ NATS_URL: 'tls://a', NATS_CERT: '/dev/null' }, /^NATS_CERT: must be given together with NATS_KEY/],
  [{ MONGODB_KEY: '/dev/null' }, /^MONGODB_CERT: must be given together with MONGODB_KEY/],
  [{ MONGODB_URI: 'mongodb://db/?tls=false', MONGODB_CA: '/dev/null' }, /^MONGODB_CA: has no effect/],
  [
    { MONGODB_URI: 'mongodb://ada:secret%zz@a,b/x' },
    /^MONGODB_URI: the user or the password has characters that must be percent-encoded/,
  ],
  [{ NATS_URL: 'nats://ada:secret%zz@a' }, /^NATS_URL: must not have a user, password or token that is not p/],
  [{ PUBLIC_URL: 'https://ada:secret%zz@a' }, /^PUBLIC_URL: must not have a user or a password that is not p/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=secret%zz' }, /^OTEL_EXPORTER_OTLP_HEADERS: must not have a value that is not p/],
  [{ NATS_REPLICAS: '0' }, /^NATS_REPLICAS: /],
  [{ NATS_REPLICAS: '6' }, /^NATS_REPLICAS: /],
  [{ NATS_STORAGE: 'disk' }, /^NATS_STORAGE: /],
])('%j is refused; the message names the setting and holds no secret', (wrong, problem) => {
  const parsed = parseConfig('api', commonEnv, { ...env, ...wrong });
  const problems = parsed.ok ? [] : parsed.problems;
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect(problems.join()).not.toContain('secret');
});
