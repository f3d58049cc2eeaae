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

test.each([
  ['http://10.1.2.3/', '10.0.0.0/8, .svc', null],
  ['http://11.1.2.3/', '10.0.0.0/8, .svc', 'http://p:3128/'],
  ['http://10.1.2.3:8080/', '10.1.2.3', null],
  ['http://[fd00::7]:8080/', 'fd00::/8', null],
  ['http://[fd00::7]/', '10.0.0.0/8', 'http://p:3128/'],
  ['http://web.shop.svc.:8080/', '.svc', null],
  ['http://10.1.2.3.example/', '10.0.0.0/8', 'http://p:3128/'],
  // As curl and Go read a name without a dot: golang.org/x/net/http/httpproxy, curl 1208.
  ['http://test.example.com/', 'a.test, Example.com', null],
  ['http://example.com/', 'example.com', null],
  ['http://notexample.com/', 'example.com', 'http://p:3128/'],
])('%s with NO_PROXY %s', (url, without, expected) => {
  for (const name of ['http_proxy', 'no_proxy']) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://p:3128', NO_PROXY: without });
  expect(proxyOf(new URL(url))?.href ?? null).toBe(expected);
});
