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
  taskWorkers: new Map(),
  workerHasHeaders: false,
  blind: new Set(),
  queues: new Set(['gold']),
  ...change,
});
const editor = { seesSecrets: false, admin: false };
const forbidden = (change: Partial<JobEdit>, rights = editor): string[] =>
  forbiddenFields(edit(change), rights).map(({ path }) => path);

const secret = { secureParameters: { p: 1 } };

test('a caller that may not see secrets may not set, change or remove them', () => {
  expect(forbidden({ next: content({}, secret) })).toEqual(['secureParameters']);
  expect(forbidden({ current: content({}, secret), next: content({}, { secureParameters: { p: 2 } }) })).toEqual([
    'secureParameters',
  ]);
  expect(forbidden({ current: content({}, secret), next: content() })).toEqual(['secureParameters']);
  expect(forbidden({ current: content(), next: content({}, { httpHeaders: { A: 'b' } }) })).toEqual(['httpHeaders']);
});

test.each([
  ...(['worker', 'url', 'command', 'args', 'env', 'secretsFrom', 'options', 'podTemplate', 'volumes'] as const),
  ...(['plugins', 'owners', 'answer', 'http'] as const),
])('a caller that may not see the secrets of a job may not change its %s', (field) => {
  const values = {
    worker: 'x',
    url: 'http://x.test',
    command: ['x'],
    args: ['x'],
    env: { X: 'y' },
    secretsFrom: [{ as: 'X', from: 'vault', path: 'secret/data/ibm/x', key: 'k' }],
    options: [{ name: 'x', type: 'bool' as const }],
    podTemplate: { x: 1 },
    volumes: [{ mountPath: '/app', claimName: 'x' }],
    plugins: { ssh: ['--ssh-key-file-path=/app'] },
    owners: ['x'],
    answer: 'ends' as const,
    http: { query: { to: 'elsewhere' } },
  };
  const next = content({ [field]: values[field] }, secret);
  expect(forbidden({ current: content({}, secret), next })).toEqual([field]);
  expect(forbidden({ current: content({}, secret), next }, { seesSecrets: true, admin: false })).toEqual([]);
});

test('all other fields of a job with secrets may be changed, and all fields of a job without secrets', () => {
  expect(
    forbidden({ current: content({}, secret), next: content({ cron: '* * * * *', parameters: { a: 1 } }, secret) }),
  ).toEqual([]);
  expect(
    forbidden({ current: content(), next: content({ worker: 'x', url: 'http://x.test', command: ['x'] }) }),
  ).toEqual([]);
});

test('the headers of the worker count as secrets of its jobs', () => {
  expect(forbidden({ workerHasHeaders: true, next: content({ url: 'http://x.test' }) })).toEqual(['url']);
  expect(forbidden({ workerHasHeaders: true, current: content(), next: content({ url: 'http://x.test' }) })).toEqual([
    'url',
  ]);
});

test('only an admin may change what runs on the host', () => {
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

test('a job must be compatible with its worker', () => {
  const paths = (change: Partial<JobEdit>): string[] => problemsOfFit(edit(change)).map(({ path }) => path);
  expect(paths({})).toEqual([]);
  expect(paths({ worker: { engine: 'webservice' } })).toEqual(['url']);
  expect(paths({ worker: { engine: 'webservice' }, next: content({ url: 'http://x.test' }) })).toEqual([]);
  expect(paths({ worker: { engine: 'process', tenants: ['acme'] } })).toEqual(['worker']);
});

describe('tasks of a job', () => {
  const aWorker = (engine: 'kubernetes' | 'webservice' | 'process', rest: object = {}): JobEdit['worker'] => ({
    engine,
    ...rest,
  });
  const paths = (change: Partial<JobEdit>): string[] => problemsOfFit(edit(change)).map(({ path }) => path);
  const taskOf = (worker: string): JobContent =>
    content({ url: 'http://x.test', tasks: [{ name: 'a' }, { name: 'b', worker }] });

  test('name workers of the same engine that the tenant may use, with an address where one is needed', () => {
    const taskWorkers = new Map([
      ['fits', aWorker('webservice', { url: 'http://f.test' })],
      ['bare', aWorker('webservice')],
      ['pods', aWorker('kubernetes')],
      ['theirs', aWorker('webservice', { url: 'http://t.test', tenants: ['acme'] })],
    ]);
    const of = (worker: string): string[] =>
      paths({ worker: aWorker('webservice'), taskWorkers, next: taskOf(worker) });
    expect(of('fits')).toEqual([]);
    for (const other of ['bare', 'pods', 'theirs', 'unknown']) expect(of(other)).toEqual(['tasks.1.worker']);
  });

  test('need no address of the job where each task has its own', () => {
    const taskWorkers = new Map([['own', aWorker('webservice', { url: 'http://f.test' })]]);
    const worker = aWorker('webservice');
    expect(paths({ worker, taskWorkers, next: content({ tasks: [{ name: 'a', worker: 'own' }] }) })).toEqual([]);
    expect(paths({ worker, taskWorkers, next: content({ tasks: [{ name: 'a' }] }) })).toEqual(['url']);
  });

  test('cannot be sent to another address by a caller that may not see the secrets', () => {
    const current = content({ tasks: [{ name: 'a', replicas: 1 }] }, secret);
    const to = (task: object): JobContent => content({ tasks: [{ name: 'a', replicas: 1, ...task }] }, secret);
    expect(forbidden({ current, next: to({ replicas: 2 }) })).toEqual([]);
    for (const field of [
      { worker: 'x' },
      { command: ['x'] },
      { args: ['x'] },
      { env: { A: 'b' } },
      { podTemplate: {} },
    ]) {
      expect(forbidden({ current, next: to(field) })).toEqual(['tasks']);
    }
  });

  test('may define what runs on the host only if an admin saves them', () => {
    const worker = aWorker('process');
    const next = content({ tasks: [{ name: 'a', command: ['x'] }] });
    const owner = { seesSecrets: true, admin: false };
    expect(forbidden({ worker, next }, owner)).toEqual(['tasks.0.command']);
    expect(forbidden({ worker, current: next, next }, owner)).toEqual([]);
    expect(forbidden({ worker, next }, { seesSecrets: true, admin: true })).toEqual([]);
  });
});

test.each<[string, Partial<JobContent['spec']>, 'webservice' | 'process', string]>([
  ['volumes', { volumes: [{ mountPath: '/data' }] }, 'process', 'volumes'],
  ['a scheduler of the cluster', { schedulerName: 'volcano' }, 'process', 'schedulerName'],
  ['host lists', { plugins: { svc: [] } }, 'webservice', 'plugins.svc'],
])('%s are refused where the engine does not support them', (_, spec, engine, path) => {
  const worker = { engine, url: 'http://w.test' };
  expect(problemsOfFit(edit({ worker, next: content(spec) })).map((problem) => problem.path)).toEqual([path]);
});

test('V26: volumes of pods are empty folders, existing claims, or claims that are made for the run', () => {
  const paths = (volumes: NonNullable<JobContent['spec']['volumes']>): string[] =>
    problemsOfFit(edit({ worker: { engine: 'kubernetes' }, next: content({ volumes }) })).map(({ path }) => path);
  const claim = { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: '1Gi' } } };
  expect(paths([{ mountPath: '/a' }, { mountPath: '/b', claimName: 'data' }, { mountPath: '/c', claim }])).toEqual([]);
});

test('V36: a queue must be a group of the tenant; any other is refused, unless the job already has it', () => {
  const paths = (spec: Partial<JobContent['spec']>, current: JobContent | null = null): string[] =>
    problemsOfFit(edit({ current, next: content(spec) })).map(({ path }) => path);
  expect(paths({ queue: 'gold' })).toEqual([]);
  expect(paths({ queue: 'default' })).toEqual([]);
  expect(paths({ queue: 'silver' })).toEqual(['queue']);
  expect(paths({ queue: 'silver', labels: { a: 'b' } }, content({ queue: 'silver' }))).toEqual([]);
  expect(paths({ queue: 'gold', concurrency: { group: 'gold' } })).toEqual(['queue']);
});

test('a mask keeps the stored value, for one name or for the whole field', () => {
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

test('fields that have their default value are not stored', () => {
  const spec = content({ enabled: true, labels: {}, owners: [], parameters: {}, cron: '* * * * *' }).spec;
  expect(withoutDefaults(spec)).toEqual(content({ cron: '* * * * *' }).spec);
  expect(withoutDefaults(content({ enabled: false, labels: { a: 'b' } }).spec)).toEqual(
    content({ enabled: false, labels: { a: 'b' } }).spec,
  );
});

test('a required option of a job with a schedule needs a default, which may be secret', () => {
  const options = [
    { name: 'a', type: 'string', required: true },
    { name: 'b', type: 'secret', required: true },
    { name: 'c', type: 'number' },
  ] as const;
  const job = (secrets: Record<string, string>): JobContent => content({ options: [...options] }, { options: secrets });
  expect(problemsOfSlots(job({})).map(({ path }) => path)).toEqual(['options.0.default', 'options.1.default']);
  expect(problemsOfSlots(job({ b: 'hidden' })).map(({ path }) => path)).toEqual(['options.0.default']);
});
