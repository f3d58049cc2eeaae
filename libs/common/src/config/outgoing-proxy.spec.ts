import { proxyOf } from './outgoing-proxy.js';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test.each([
  ['the switch of the runtime is off', { HTTPS_PROXY: 'http://p:3128' }, null],
  ['no proxy is named for the scheme', { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://p:3128' }, null],
  [
    'the host is among those without',
    { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://p:3128', NO_PROXY: 'a.test,.svc' },
    null,
  ],
  ['nothing of this is so', { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://p:3128' }, 'http://p:3128/'],
])('whether a proxy is used where %s', (_name, environment, expected) => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
  expect(proxyOf(new URL('https://web.shop.svc/'))?.href ?? null).toBe(expected);
});
