/** @promise S12 */
import { startApi, type ApiUnderTest } from './api-under-test.js';

/** In bytes: smaller files are not compressed (scripts/build-ui.mjs). */
const SMALLEST_COMPRESSED = 1_024;

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi({ prefix: '/carillon' });
});
afterAll(async () => api.stop());

test.each([
  ['an answer of the API', 'GET', '/carillon/api/v1/me', 200],
  ['a refusal', 'GET', '/carillon/api/v1/jobs/nothing', 404],
  ['a request with an invalid query', 'GET', '/carillon/api/v1/me?x=1', 400],
  ['a page', 'GET', '/carillon/', 200],
  ['an icon', 'GET', '/carillon/favicon.svg', 200],
  ['the OpenAPI document', 'GET', '/carillon/openapi.json', 200],
  ['a schema', 'GET', '/carillon/schemas/job.json', 200],
  ['the documentation', 'GET', '/carillon/docs/', 200],
  ['a redirection', 'GET', '/carillon/docs', 302],
  ['health', 'GET', '/healthz', 200],
  ['nothing', 'GET', '/nowhere', 404],
  ['an invalid address', 'GET', '/%ff', 400],
])('%s keeps browsers to TLS and to its declared type', async (_what, method, path, status) => {
  const { headers, ...reply } = await api.askAt(method, path);
  expect(reply.status).toBe(status);
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test('a page may still load its own files', async () => {
  const { headers } = await api.askAt('GET', '/carillon/');
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
});

test('the files of a page are found beside it, are cached by browsers, and are sent compressed', async () => {
  const { text: page } = await api.askAt('GET', '/carillon/');
  const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path);
  expect(scripts).not.toEqual([]);
  for (const path of scripts) {
    const response = await fetch(new URL(`/carillon/${path}`, api.url), { headers: { 'accept-encoding': 'br' } });
    const { length } = await response.text();
    const encoding = length < SMALLEST_COMPRESSED ? null : 'br';
    expect([path, response.status, response.headers.get('content-encoding')]).toEqual([path, 200, encoding]);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-type')).toMatch(/^(application\/javascript|text\/css)/);
  }
  expect((await api.askAt('GET', '/carillon/')).headers.get('cache-control')).toBe('no-cache');
});
