import {
  forbiddenFields,
  problemsOfFit,
  problemsOfSlots,
  withoutDefaults,
  type JobContent,
  type JobEdit,
} from './job-edit.js';
import { masked, NO_SECRETS, unmask } from './job-secrets.js';

const content = (spec: Partial<JobContent['spec']> = {}, secrets: Partial<JobContent['secrets']> = {}): JobContent => ({
  spec: { tenant: 'ibm', name: 'n', worker: 'w', ...spec },
  secrets: { ...NO_SECRETS, ...secrets },
});
const edit = (change: Partial<JobEdit>): JobEdit => ({
  current: null,
  next: content(),
  worker: { engine: 'webservice', url: 'http://w.test' },
  workerHasHeaders: false,
  ...change,
});
const editor = { seesSecrets: false, admin: false };
const forbidden = (change: Partial<JobEdit>, rights = editor): string[] =>
  forbiddenFields(edit(change), rights).map(({ path }) => path);

const secret = { secureParameters: { p: 1 } };

test('who may not see secrets may neither set, change nor remove them', () => {
  expect(forbidden({ next: content({}, secret) })).toEqual(['secureParameters']);
  expect(forbidden({ current: content({}, secret), next: content({}, { secureParameters: { p: 2 } }) })).toEqual([
    'secureParameters',
  ]);
  expect(forbidden({ current: content({}, secret), next: content() })).toEqual(['secureParameters']);
  expect(forbidden({ current: content(), next: content({}, { httpHeaders: { A: 'b' } }) })).toEqual(['httpHeaders']);
});

test.each(['worker', 'url', 'command', 'args', 'env', 'options', 'podTemplate', 'owners'] as const)(
  'who may not see the secrets of a job may not change its %s',
  (field) => {
    const values = {
      worker: 'x',
      url: 'http://x.test',
      command: ['x'],
      args: ['x'],
      env: { X: 'y' },
      options: [{ name: 'x', type: 'bool' as const }],
      podTemplate: { x: 1 },
      owners: ['x'],
    };
    const next = content({ [field]: values[field] }, secret);
    expect(forbidden({ current: content({}, secret), next })).toEqual([field]);
    expect(forbidden({ current: content({}, secret), next }, { seesSecrets: true, admin: false })).toEqual([]);
  },
);

test('everything else of a job with secrets is free to change, as is everything of a job without', () => {
  expect(
    forbidden({ current: content({}, secret), next: content({ cron: '* * * * *', parameters: { a: 1 } }, secret) }),
  ).toEqual([]);
  expect(
    forbidden({ current: content(), next: content({ worker: 'x', url: 'http://x.test', command: ['x'] }) }),
  ).toEqual([]);
});

test('the headers of the worker are secrets of its jobs', () => {
  expect(forbidden({ workerHasHeaders: true, next: content({ url: 'http://x.test' }) })).toEqual(['url']);
  expect(forbidden({ workerHasHeaders: true, current: content(), next: content({ url: 'http://x.test' }) })).toEqual([
    'url',
  ]);
});

test('what runs on the host is for admins, unless it stays as it was', () => {
  const worker = { engine: 'process' as const };
  const owner = { seesSecrets: true, admin: false };
  expect(forbidden({ worker, next: content({ command: ['x'], env: { A: 'b' } }) }, owner)).toEqual(['command', 'env']);
  expect(
    forbidden(
      { worker, current: content({ command: ['x'] }), next: content({ command: ['x'], cron: '* * * * *' }) },
      owner,
    ),
  ).toEqual([]);
  expect(
    forbidden(
      { worker, current: content({ worker: 'other', command: ['x'] }), next: content({ command: ['x'] }) },
      owner,
    ),
  ).toEqual(['command']);
  expect(forbidden({ worker, next: content({ command: ['x'] }) }, { seesSecrets: true, admin: true })).toEqual([]);
});

test('a job must fit its worker', () => {
  const paths = (change: Partial<JobEdit>): string[] => problemsOfFit(edit(change)).map(({ path }) => path);
  expect(paths({})).toEqual([]);
  expect(paths({ worker: { engine: 'webservice' } })).toEqual(['url']);
  expect(paths({ worker: { engine: 'webservice' }, next: content({ url: 'http://x.test' }) })).toEqual([]);
  expect(paths({ worker: { engine: 'process', tenants: ['acme'] } })).toEqual(['worker']);
});

test('a mask keeps the value behind it, name by name or as a whole', () => {
  const present = { secureParameters: { a: 1, b: { c: 2 } }, httpHeaders: { A: 'x' }, options: { key: 'k' } };
  const options = [{ name: 'key', type: 'secret', default: '***' } as const];
  const kept = unmask({ secureParameters: { a: '***', b: 'new' }, httpHeaders: '***', options }, present);
  expect(kept).toEqual({
    ok: true,
    secrets: { secureParameters: { a: 1, b: 'new' }, httpHeaders: { A: 'x' }, options: { key: 'k' } },
  });
  expect(unmask({ options: [{ ...options[0], name: 'other' }] }, present)).toMatchObject({
    ok: false,
    problems: [{ path: 'options.0.default' }],
  });
  expect(unmask({}, present)).toEqual({ ok: true, secrets: NO_SECRETS });
  expect(unmask({ secureParameters: { d: '***' } }, present)).toMatchObject({
    ok: false,
    problems: [{ path: 'secureParameters.d' }],
  });
  expect(unmask({ secureParameters: { toString: '***' } }, present).ok).toBe(false);
  expect(masked(present.secureParameters)).toEqual({ a: '***', b: '***' });
});

test('fields that say no more than their absence are not stored', () => {
  const spec = content({ enabled: true, labels: {}, owners: [], parameters: {}, cron: '* * * * *' }).spec;
  expect(withoutDefaults(spec)).toEqual(content({ cron: '* * * * *' }).spec);
  expect(withoutDefaults(content({ enabled: false, labels: { a: 'b' } }).spec)).toEqual(
    content({ enabled: false, labels: { a: 'b' } }).spec,
  );
});

test('a required option of a job with a schedule needs a default, which may be a secret one', () => {
  const options = [
    { name: 'a', type: 'string', required: true },
    { name: 'b', type: 'secret', required: true },
    { name: 'c', type: 'number' },
  ] as const;
  const job = (secrets: Record<string, string>): JobContent => content({ options: [...options] }, { options: secrets });
  expect(problemsOfSlots(job({})).map(({ path }) => path)).toEqual(['options.0.default', 'options.1.default']);
  expect(problemsOfSlots(job({ b: 'hidden' })).map(({ path }) => path)).toEqual(['options.0.default']);
});
