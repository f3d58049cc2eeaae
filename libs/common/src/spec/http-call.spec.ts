import { fitProblems, type Fit } from './fit-problems.js';
import { callSettings, httpCall, isSuccess, mayRepeat, methodOf } from './http-call.js';
import { newJob } from './job.js';
import { newWorker } from './worker.js';

const problemsOf = (result: ReturnType<typeof newWorker.safeParse> | ReturnType<typeof newJob.safeParse>): string[] =>
  (result.error?.issues ?? []).map(({ path }) => path.join('.'));

const job = { tenant: 'acme', name: 'Cron', url: 'https://shop.example/cron' };
const auth = { oauth: { tokenUrl: 'https://login.example/token', clientId: 'c', clientSecret: 'SECRET' } };

test('a job that names no worker calls its url by the built-in one', () => {
  expect(newJob.parse(job).worker).toBe('other_webservice');
});

test('GET is the method without a body, and POST with one', () => {
  expect([{}, { body: '' }, { method: 'PUT' as const, body: 'x' }].map(methodOf)).toEqual(['GET', 'POST', 'PUT']);
});

test.each<[boolean, Parameters<typeof mayRepeat>[0]]>([
  [true, {}],
  [true, { http: { method: 'DELETE' } }],
  [false, { http: { body: 'x' } }],
  [false, { http: { method: 'PATCH' } }],
  [true, { http: { body: 'x' }, idempotentStart: true }],
  [false, { idempotentStart: false }],
])('whether a call may be repeated is %p for %j', (wanted, settings) => {
  expect(mayRepeat(settings)).toBe(wanted);
});

test.each<[number, Parameters<typeof isSuccess>[1], boolean]>([
  [200, undefined, true],
  [299, undefined, true],
  [304, undefined, false],
  [404, ['200-299', 404], true],
  [405, ['200-299', 404], false],
  [204, ['204'], true],
])('the status %d against %j is a success: %p', (status, success, wanted) => {
  expect(isSuccess(status, success)).toBe(wanted);
});

test.each<[string, object]>([
  ['success.0', { success: ['299-200'] }],
  ['success.0', { success: [199] }],
  ['success', { success: [] }],
  ['outputs.rows', { outputs: { rows: 'data' } }],
  ['timeoutSeconds', { timeoutSeconds: 1_801 }],
  ['body', { body: 'x'.repeat(65_537) }],
  ['method', { method: 'CONNECT' }],
  ['auth.oauth.tokenUrl', { auth: { oauth: { ...auth.oauth, tokenUrl: 'https://a:b@login.example/token' } } }],
  ['auth.oauth.tokenUrl', { auth: { oauth: { ...auth.oauth, tokenUrl: 'https://login.example/token?key=1' } } }],
])('a problem is at %s', (path, value) => {
  expect(httpCall.safeParse(value).error?.issues.map((issue) => issue.path.join('.').replace(/\.\d+$/, ''))).toEqual([
    path.replace(/\.\d+$/, ''),
  ]);
});

test('what a worker sets for its calls has to fit together', () => {
  const worker = { id: 'w', name: 'W', engine: 'webservice', url: 'https://shop.example/' };
  const check = (fields: object): string[] => problemsOf(newWorker.safeParse({ ...worker, ...fields }));
  expect(check({ answer: 'ends', http: { method: 'PUT', body: '{}' } })).toEqual([]);
  expect(check({ http: { method: 'PUT' } })).toEqual(['http']);
  expect(check({ answer: 'ends', http: { method: 'GET', body: 'x' } })).toEqual(['http.body']);
  expect(check({ answer: 'ends', http: { method: 'HEAD', outputs: { rows: '/rows' } } })).toEqual(['http.outputs']);
  expect(check({ answer: 'ends', http: { auth }, httpHeaders: { authorization: 'x' } })).toEqual(['http.auth']);
  expect(check({ engine: 'process', command: ['x'], answer: 'ends' })).toEqual(['answer']);
  expect(problemsOf(newJob.safeParse({ ...job, http: { auth }, httpHeaders: { Authorization: 'x' } }))).toEqual([
    'http.auth',
  ]);
});

describe('a job fits its worker', () => {
  const generic = { engine: 'webservice' as const };
  const check = (fields: object, worker: Fit['worker'] = generic): string[] =>
    fitProblems({
      job: newJob.parse({ ...job, ...fields }),
      queueBefore: undefined,
      worker,
      taskWorkers: new Map(),
      queues: new Set(),
    }).map(({ path }) => path);

  test('a worker with a url opens its calls by jobFields', () => {
    const worker = { ...generic, url: 'https://shop.example/' };
    const fields = { answer: 'ends', http: { method: 'PUT' }, idempotentStart: true };
    expect(check(fields)).toEqual([]);
    expect(check(fields, worker)).toEqual(['answer', 'http', 'idempotentStart']);
    expect(check(fields, { ...worker, jobFields: ['http'] })).toEqual([]);
    expect(check(fields, { engine: 'process' })).toEqual(['answer', 'http', 'idempotentStart']);
  });

  test('the settings of job and worker are judged together', () => {
    expect(check({ http: { query: { a: 'b' } } })).toEqual(['http']);
    expect(check({ http: { query: { a: 'b' } } }, { ...generic, answer: 'ends' })).toEqual([]);
    expect(check({ http: { body: 'x' } }, { ...generic, answer: 'ends', http: { method: 'GET' } })).toEqual([
      'http.body',
    ]);
    const laid = callSettings(
      { answer: 'ends', http: { method: 'PUT', success: [204] } },
      { http: { success: [200] } },
    );
    expect(laid).toEqual({ answer: 'ends', http: { method: 'PUT', success: [200] }, idempotentStart: undefined });
  });

  test('all tasks agree on what answers mean', () => {
    const own = { ...generic, url: 'https://shop.example/' };
    const of = (answer: 'accepts' | 'ends', fields: object): string[] =>
      fitProblems({
        job: newJob.parse({ ...job, tasks: [{ name: 'a', worker: 'own' }], ...fields }),
        queueBefore: undefined,
        worker: generic,
        taskWorkers: new Map([['own', { ...own, answer }]]),
        queues: new Set(),
      }).map(({ path }) => path);
    expect(of('ends', { answer: 'ends' })).toEqual([]);
    expect(of('accepts', {})).toEqual([]);
    expect(of('accepts', { answer: 'ends' })).toEqual(['tasks.0.worker']);
  });

  test('the secret of a client is a reference of the job', () => {
    const secretsFrom = [{ as: 'SECRET', from: 'vault', path: 'acme/c', key: 'k' }];
    expect(check({ answer: 'ends', http: { auth } })).toEqual(['http.auth.oauth.clientSecret']);
    expect(check({ answer: 'ends', http: { auth }, secretsFrom })).toEqual([]);
    expect(check({}, { ...generic, answer: 'ends', http: { auth } })).toEqual(['secretsFrom']);
  });

  test('429 and 503 end an attempt only where the answer is its end', () => {
    const retry = { rules: [{ httpStatuses: [500, 503] }] };
    expect(check({ retry })).toEqual(['retry.rules.0.httpStatuses.1']);
    expect(check({ retry, answer: 'ends' })).toEqual([]);
  });
});
