import { MAX_ITEMS_BYTES } from '#common/domain/limits.js';
import type { RunRequest } from '#common/spec/job.js';
import type { RequestRules } from '#common/spec/request-rules.js';
import { joinedRequest, type RequestInputs } from './joined-request.js';

const option = (name: string, value: string, secret = false): RequestInputs['options'][number] => ({
  name,
  value,
  text: value,
  secret,
});
const inputs = (asked: RunRequest = {}, more: Partial<RequestInputs> = {}): RequestInputs => ({
  request: asked,
  options: [option('order', '7')],
  parameters: asked.parameters,
  digest: (text) => `hash of ${text}`,
  ...more,
});
const collect: RequestRules = { collect: { seconds: 5 } };

test('a request for a job without rules is not joined with others', () => {
  expect(joinedRequest({}, inputs())).toEqual({ joined: {}, problems: [] });
});

test('each rule gives its key and its values, with defaults for those that are not set', () => {
  const rules: RequestRules = {
    deduplicate: { windowSeconds: 60, key: '${parameters.id}' },
    debounce: { seconds: 5, key: '${option.order}' },
  };
  expect(joinedRequest(rules, inputs({ parameters: { id: 3 } }))).toEqual({
    joined: {
      deduplicate: { key: '3', windowSeconds: 60 },
      gather: { by: 'debounce', key: '7', seconds: 5, maxWaitSeconds: 50 },
    },
    problems: [],
  });
  expect(joinedRequest(collect, inputs({ parameters: [1] })).joined).toEqual({
    gather: { by: 'collect', key: '', seconds: 5, maxItems: 100 },
    items: [{ parameters: [1], options: { order: '7' } }],
  });
});

test('without a key, the key of deduplicate is made from all inputs, in any order of fields', () => {
  const keyOf = (asked: RunRequest): string | undefined =>
    joinedRequest({ deduplicate: { windowSeconds: 60 } }, inputs(asked)).joined.deduplicate?.key;
  expect(keyOf({ parameters: { a: 1, b: { c: [1, 2], d: 2 } } })).toBe(
    keyOf({ parameters: { b: { d: 2, c: [1, 2] }, a: 1 } }),
  );
  const others = [{ parameters: { a: 2 } }, { options: { a: 1 } }, { secureParameters: { a: 1 } }, { priority: 1 }, {}];
  const keys = [{ parameters: { a: 1 } }, ...others].map((asked) => keyOf(asked));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keyOf({})).toMatch(/^hash of /);
});

test('the missing values of all keys are reported', () => {
  const rules: RequestRules = {
    deduplicate: { windowSeconds: 60, key: '${parameters.id}' },
    collect: { seconds: 5, key: '${option.none}' },
  };
  expect(joinedRequest(rules, inputs()).problems).toEqual([
    { path: 'parameters.id', message: 'is required by the key of deduplicate' },
    { path: 'options.none', message: 'is required by the key of collect' },
  ]);
});

test('debounce and collect decide the start time themselves; with deduplicate alone a request may give it', () => {
  const asked = { startAfter: '2026-12-01T00:00:00.000Z' };
  expect(joinedRequest({ debounce: { seconds: 5 } }, inputs(asked)).problems).toMatchObject([{ path: 'startAfter' }]);
  expect(joinedRequest(collect, inputs(asked)).problems).toMatchObject([{ path: 'startAfter' }]);
  expect(joinedRequest({ deduplicate: { windowSeconds: 5 } }, inputs(asked)).problems).toEqual([]);
});

test('items contain no secrets: secret options are left out, and a request may not give them', () => {
  const options = [option('order', '7'), option('token', 'hidden', true)];
  const asked = { secureParameters: { a: 1 }, options: { token: 'hidden' } };
  const { joined, problems } = joinedRequest(collect, inputs(asked, { options }));
  expect(problems.map(({ path }) => path)).toEqual(['secureParameters', 'options.token']);
  expect(JSON.stringify(joined)).not.toContain('hidden');
  expect(joinedRequest(collect, inputs({}, { options })).problems).toEqual([]);
});

test('an item that is too large for a run is refused', () => {
  const parameters = 'x'.repeat(MAX_ITEMS_BYTES);
  expect(joinedRequest(collect, inputs({ parameters })).problems).toMatchObject([{ path: 'parameters' }]);
});
