import { asJobId, attemptId } from '#common/domain/ids.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import type { RunSpec } from '#common/spec/definitions.js';
import { aPlan, aRun, aTask, T0 } from '#testing/builders/run-builder.js';
import { laidOver } from '#common/spec/laid-over.js';
import type { AttemptContext } from './context.js';
import { matrixVariable } from '#common/spec/index-source.js';
import { dnsLabel } from './run-site.js';
import { launchOf, type LaunchSettings, attemptEnvironment, invocationBody } from './launch.js';

const run: Run = aRun(aPlan(), { job: asJobId('c33d'), jobName: 'Required Learning', overrides: null });

function context(fields: {
  readonly spec?: Partial<RunSpec>;
  readonly job?: Partial<RunSpec['job']>;
  readonly worker?: Partial<RunSpec['worker']>;
  readonly context?: Partial<AttemptContext>;
}): AttemptContext {
  return {
    run,
    spec: {
      hash: run.spec,
      jobId: 'c33d',
      jobVersion: 3,
      workerId: 'w',
      workerVersion: 1,
      engine: 'process',
      job: { tenant: 'ibm', name: 'Required Learning', worker: 'w', ...fields.job },
      worker: { name: 'W', ...fields.worker },
      sealed: { secureParameters: null, httpHeaders: {} },
      ...fields.spec,
    },
    key: { run: run.id, generation: 0, task: 'main', index: 0, attempt: 2 },
    task: aTask(),
    tasks: [aTask()],
    jobStorage: null,
    lastSuccess: null,
    secureParameters: undefined,
    options: [],
    ...fields.context,
  };
}

test('numbers that workers have saved and passed on are given as they were written', () => {
  const json = '{"id":9007199254740993,"sha":123e4567,"part":1.0}';
  const value = parseExactJson(json) as JsonValue;
  const overrides = { parameters: { it: value }, items: [value] };
  const given = context({
    job: { parameters: { own: 1 } },
    context: { jobStorage: value, run: { ...run, overrides } },
  });
  const parameters = `{"own":1,"it":${json}}`;
  expect(attemptEnvironment(given, null).plain).toMatchObject({
    JOB_STORAGE: json,
    JOB_PARAMS: parameters,
    JOB_ITEMS: `[${json}]`,
  });
  const body = JSON.stringify(invocationBody(given, { base: 'http://c', token: 't' }));
  for (const part of [`"jobStorage":${json}`, `"parameters":${parameters}`, `"items":[${json}]`])
    expect(body).toContain(part);
});

describe('collected requests', () => {
  const items = [{ parameters: { a: 1 }, options: {} }];
  const collected = { run: { ...run, overrides: { items } } };
  const callback = { base: 'http://c', token: 't' };

  test('are a list in the environment and in the call of a web service', () => {
    const given = context({ context: collected });
    expect(attemptEnvironment(given, null).plain['JOB_ITEMS']).toBe(JSON.stringify(items));
    expect(invocationBody(given, callback)['items']).toEqual(items);
  });

  test('are missing in other runs of the job, and in other jobs', () => {
    const slot = context({ job: { collect: { seconds: 5 } } });
    expect([attemptEnvironment(slot, null).plain['JOB_ITEMS'], invocationBody(slot, callback)['items']]).toEqual([
      '[]',
      [],
    ]);
    expect(attemptEnvironment(context({}), null).plain).not.toHaveProperty('JOB_ITEMS');
    expect(invocationBody(context({}), callback)).not.toHaveProperty('items');
  });
});

describe('the environment of a pod or process', () => {
  test('has every variable, with an empty value if there is none', () => {
    expect(attemptEnvironment(context({}), null)).toEqual({
      plain: {
        JOB_ID: 'c33d',
        RUN_ID: 'job-1',
        TENANT_ID: 'ibm',
        JOB_NAME: 'Required Learning',
        JOB_PARAMS: '',
        JOB_STORAGE: '',
        LAST_SUCCESS_START: '',
        LAST_SUCCESS_FINISH: '',
        SCHEDULED_FOR: new Date(T0).toISOString(),
        TASK_NAME: 'main',
        TASK_ATTEMPT: '2',
        JOB_COMPLETION_INDEX: '0',
        TASK_INDEX_KEY: '',
      },
      secret: { JOB_SECURE_PARAMS: '' },
    });
  });

  test.each([[[1, 'b', null]], ['a text'], [''], [42], [0], [true], [false], [null], [{ a: [] }]])(
    'contains parameters of the form %j as JSON, and calls contain them unchanged',
    (value) => {
      const given = context({ job: { parameters: value }, context: { secureParameters: value } });
      const { plain, secret } = attemptEnvironment(given, null);
      expect(JSON.parse(plain['JOB_PARAMS'] ?? '')).toEqual(value);
      expect(JSON.parse(secret['JOB_SECURE_PARAMS'] ?? '')).toEqual(value);
      const { job } = invocationBody(given, { base: 'http://c.test', token: 't' });
      expect(job).toMatchObject({ parameters: value, secureParameters: value });
    },
  );

  test.each([
    [{ a: 1, b: 2 }, { b: 3 }, { a: 1, b: 3 }],
    [{ a: 1 }, [2], [2]],
    [[1, 2], { a: 1 }, { a: 1 }],
    [[1, 2], [3], [3]],
    ['long', '', ''],
    [{ a: 1 }, null, null],
    [1, false, false],
    [null, { a: 1 }, { a: 1 }],
  ])('merges parameters of a run with those of its job only if both are objects: %j, %j', (ofJob, ofRun, expected) => {
    const overrides = { parameters: ofRun };
    const given = context({ job: { parameters: ofJob }, context: { run: { ...run, overrides } } });
    expect(JSON.parse(attemptEnvironment(given, null).plain['JOB_PARAMS'] ?? '')).toEqual(expected);
    expect(laidOver(undefined, ofJob, ofRun)).toEqual(expected);
  });

  test('contains structured values as JSON, times in UTC and the index; secret values are separate', () => {
    const given = context({
      job: { parameters: { url: 'x', limit: 1 } },
      context: {
        run: { ...run, overrides: { parameters: { limit: 2 } } },
        jobStorage: { ts: 1 },
        lastSuccess: { started: T0, finished: T0 + 1_500 },
        secureParameters: { password: 'p' },
        task: aTask({ source: { kind: 'withMatrix', axes: [{ key: 'os-name', values: ['linux'] }] } }),
      },
    });
    const { plain, secret } = attemptEnvironment(given, '{"db":[]}');
    expect(plain).toMatchObject({
      JOB_PARAMS: '{"url":"x","limit":2}',
      JOB_STORAGE: '{"ts":1}',
      LAST_SUCCESS_START: '2023-11-14T22:13:20.000Z',
      LAST_SUCCESS_FINISH: '2023-11-14T22:13:21.500Z',
      TASK_INDEX_KEY: '',
      TASK_INDEX_OS_NAME: 'linux',
    });
    expect(secret).toEqual({ JOB_SECURE_PARAMS: '{"password":"p"}', VCAP_SERVICES: '{"db":[]}' });
  });

  test('S3: separates job storage that contains a secret', () => {
    const given = { jobStorage: { session: 's' }, hasSecretStorage: true };
    const { plain, secret } = attemptEnvironment(context({ context: given }), null);
    expect(plain).not.toHaveProperty('JOB_STORAGE');
    expect(secret['JOB_STORAGE']).toBe('{"session":"s"}');
    const own = attemptEnvironment(context({ worker: { env: { JOB_STORAGE: 'own' } }, context: given }), null);
    expect(own.plain['JOB_STORAGE']).toBe('own');
    expect(own.secret).not.toHaveProperty('JOB_STORAGE');
  });

  test('V33: has the index in the form of Volcano if the env plugin is requested', () => {
    const { plain } = attemptEnvironment(context({ job: { plugins: { env: [] } } }), null);
    expect(plain).toMatchObject({ VC_TASK_INDEX: '0', VK_TASK_INDEX: '0' });
    expect(attemptEnvironment(context({}), null).plain).not.toHaveProperty('VC_TASK_INDEX');
  });

  test('is overridden by variables of the worker, and these by variables of the job', () => {
    const given = context({
      worker: { env: { JOB_ID: 'own', MODE: 'worker', VCAP_SERVICES: 'own' } },
      job: { env: { MODE: 'job ${task.index_num}' } },
    });
    const { plain, secret } = attemptEnvironment(given, '{}');
    expect(plain).toMatchObject({ JOB_ID: 'own', MODE: 'job 0', VCAP_SERVICES: 'own' });
    expect(secret).not.toHaveProperty('VCAP_SERVICES');
  });

  test('has the keys of a matrix in capital letters', () => {
    expect(matrixVariable('go-version.x')).toBe('TASK_INDEX_GO_VERSION_X');
  });
});

const settings: LaunchSettings = {
  vcapServices: null,
  workerSecrets: [{ secret: 'yl.env', key: 'db2', as: 'db2' }],
  callback: { base: 'https://c.example/x', token: 't' },
  headers: { a: 'b' },
  namespace: null,
  allowedHosts: null,
  templatePaths: null,
  clusterAccess: null,
};
const key = context({}).key;
const live: LiveAttempt = {
  id: attemptId(key),
  task: 'main',
  index: 0,
  attempt: 2,
  state: 'claimed',
  since: T0,
  claim: { replica: 'r' as never, incarnation: 'r', host: 'h', at: T0 },
  startedAt: null,
  lastSeenAt: null,
  stop: null,
  end: null,
  sealBy: null,
};

describe('a launch', () => {
  test('runs the command of the worker with its arguments and their placeholders filled in; a command of the job replaces both', () => {
    const worker = { command: ['node', '${job.name}.js'], args: ['--run', '${run.id}', '${HOME}', '${job.nothing}'] };
    expect(launchOf(context({ worker }), live, settings)).toMatchObject({
      engine: 'process',
      command: ['node', 'Required Learning.js', '--run', 'job-1', '${HOME}', ''],
      envFrom: [{ as: 'db2' }],
    });
    expect(launchOf(context({ worker, job: { command: ['true'] } }), live, settings)).toMatchObject({
      command: ['true'],
    });
    expect(launchOf(context({ worker, job: { args: ['-x'] } }), live, settings)).toMatchObject({
      command: ['node', 'Required Learning.js', '-x'],
    });
  });

  test('fills in placeholders once, so that a value with placeholders is not expanded again', () => {
    const options = [{ name: 'mode', value: '${job.id}', text: '${job.id}', secret: false }];
    const worker = { command: ['echo', '${option.mode}', '${task.retry_index}', '${run.attempt}'] };
    expect(launchOf(context({ worker, context: { options } }), live, settings)).toMatchObject({
      command: ['echo', '${job.id}', '1', '2'],
    });
  });

  test('treats a variable as secret if it contains a secret option', () => {
    const options = [
      { name: 'key', value: 's3cret', text: 's3cret', secret: true },
      { name: 'mode', value: true, text: '--verbose', secret: false },
    ];
    const worker = { env: { TOKEN: 'Bearer ${option.key}', MODE: '${option.mode}' } };
    const { plain, secret } = attemptEnvironment(context({ worker, context: { options } }), null);
    expect(secret).toMatchObject({ TOKEN: 'Bearer s3cret' });
    expect(plain).toMatchObject({ MODE: '--verbose' });
    expect(JSON.stringify(plain)).not.toContain('s3cret');
  });

  test('passes values in the text of a shell as variables, secret values as secret variables', () => {
    const evil = '"; id; $(id) `id` \'';
    const options = [
      { name: 'day', value: evil, text: evil, secret: false },
      { name: 'key', value: 's3cret', text: 's3cret', secret: true },
    ];
    const script = 'report ${option.day:shell} ${option.key:shell} ${option.day:shell} ${run.id}';
    const worker = { command: ['sh', '-c', script], env: { CARILLON_VALUE_1: 'taken' } };
    expect(launchOf(context({ worker, context: { options } }), live, settings)).toMatchObject({
      command: ['sh', '-c', 'report "$CARILLON_VALUE_1" "$CARILLON_VALUE_2" "$CARILLON_VALUE_1" job-1'],
      env: { plain: { CARILLON_VALUE_1: evil }, secret: { CARILLON_VALUE_2: 's3cret' } },
    });
  });

  test('is refused if a value would be read as a program', () => {
    const worker = { command: ['sh', '-c', 'report ${option.day}'] };
    expect(launchOf(context({ worker }), live, settings)).toMatchObject({
      problem: expect.stringContaining('command.2 has ${option.day} in the text that a shell runs') as unknown,
      reason: 'ValueInProgram',
    });
    const named = context({
      worker: { command: ['node', '${job.name}'] },
      context: { run: { ...run, jobName: '--eval=x' } },
    });
    expect(launchOf(named, live, settings)).toMatchObject({ reason: 'ValueInProgram' });
  });

  test('S1: of a pod is refused if its job exceeds the current grants of its tenant, unless an admin has allowed it', () => {
    const job = { podTemplate: { spec: { volumes: [{ name: 'v', secret: { secretName: 's' } }] } } };
    const pod = (more: object): AttemptContext => {
      const { spec, ...rest } = context({ worker: { image: 'i' }, job: { ...job, ...more } });
      return { ...rest, spec: { ...spec, engine: 'kubernetes' } };
    };
    const reasonOf = (of: AttemptContext, access: LaunchSettings['clusterAccess']): unknown => {
      const launch = launchOf(of, live, { ...settings, clusterAccess: access });
      return 'problem' in launch ? launch.reason : 'none';
    };
    expect(reasonOf(pod({}), null)).toBe('ClusterAccessRefused');
    expect(reasonOf(pod({}), { secrets: { names: ['s'] } })).toBe('none');
    expect(reasonOf(pod({ podsByAdmin: true }), null)).toBe('none');
    expect(reasonOf(pod({ podTemplate: { spec: { hostPID: true } }, podsByAdmin: true }), null)).toBe(
      'PodTemplateRefused',
    );
  });

  test('without a command, url or image reports this', () => {
    expect(launchOf(context({}), live, settings)).toEqual({ problem: 'neither the worker nor the job has a command' });
    const web = context({ spec: { engine: 'webservice' } });
    expect(launchOf(web, live, settings)).toEqual({ problem: 'neither the worker nor the job has a url' });
    const pod = context({ spec: { engine: 'kubernetes' } });
    expect(launchOf(pod, live, settings)).toEqual({ problem: 'the worker has no image' });
  });

  test('is given the address of the api for workers inside only if it is inside', () => {
    const callback = { ...settings.callback, insideBase: 'http://api.carillon.svc:8080' };
    const launched = (url: string): string =>
      JSON.stringify(
        launchOf(context({ worker: { url }, spec: { engine: 'webservice' } }), live, { ...settings, callback }),
      );
    expect(launched('http://billing.shop.svc/')).toContain('"log":"http://api.carillon.svc:8080/api/');
    expect(launched('https://hooks.example.com/')).toContain('"log":"https://c.example/x/api/');
  });

  test('calls the url of the job instead of that of the worker, after it has cancelled the attempt before', () => {
    const web = context({
      worker: { url: 'https://w.example', cancelUrl: 'https://w.example/cancel' },
      job: { url: 'https://j.example' },
      spec: { engine: 'webservice' },
    });
    const withJob = { ...web, spec: { ...web.spec, job: { ...web.spec.job, url: 'https://j.example' } } };
    expect(launchOf(withJob, live, settings)).toMatchObject({
      url: 'https://j.example',
      cancelUrl: 'https://w.example/cancel',
      former: 'job-1/0/main/0/1',
      headers: { a: 'b' },
      startBy: T0 + 900_000,
    });
  });

  test('of a container overrides settings of the worker by those of the job', () => {
    const pod = context({
      worker: { image: 'r/${job.tenant}', command: ['a'], resources: { requests: { cpu: '1', memory: '1Gi' } } },
      job: { resources: { requests: { cpu: '2' } }, podTemplate: { spec: {} } },
    });
    expect(launchOf({ ...pod, spec: { ...pod.spec, engine: 'kubernetes' } }, live, settings)).toMatchObject({
      slug: 'required-learning',
      image: 'r/ibm',
      command: ['a'],
      resources: { requests: { cpu: '2', memory: '1Gi' }, limits: {} },
      podTemplates: [{ spec: {} }],
      restartPolicy: 'Never',
    });
  });
});

test('the body of an invocation equals the example of the API document', () => {
  const given = context({
    job: { parameters: { a: 1 } },
    context: { jobStorage: { ts: 1 }, lastSuccess: { started: T0, finished: T0 }, secureParameters: { p: 's' } },
  });
  expect(invocationBody(given, settings.callback)).toEqual({
    runId: 'job-1',
    attemptId: 'job-1/0/main/0/2',
    attempt: 2,
    task: 'main',
    index: 0,
    indexKey: null,
    indexMatrix: null,
    indexCount: 1,
    job: {
      id: 'c33d',
      version: 1,
      tenant: 'ibm',
      name: 'Required Learning',
      worker: 'w',
      parameters: { a: 1 },
      secureParameters: { p: 's' },
    },
    scheduledFor: '2023-11-14T22:13:20.000Z',
    jobStorage: { ts: 1 },
    lastSuccessStart: '2023-11-14T22:13:20.000Z',
    lastSuccessFinish: '2023-11-14T22:13:20.000Z',
    callback: {
      log: 'https://c.example/x/api/v1/callbacks/runs/job-1~0~main~0~2/log',
      status: 'https://c.example/x/api/v1/callbacks/runs/job-1~0~main~0~2/status',
      jobStorage: 'https://c.example/x/api/v1/callbacks/runs/job-1~0~main~0~2/job_storage',
      token: 't',
    },
  });
});

test.each([
  ['Required Learning CSV upload', 'required-learning-csv-upload'],
  ['Žluťoučký kůň', 'zlutoucky-kun'],
  ['42nd street', 'nd-street'],
  ['***', 'job'],
  [`${'a'.repeat(62)}-b`, 'a'.repeat(62)],
])('%j as a DNS label is %j', (name, label) => {
  expect(dnsLabel(name)).toBe(label);
});

describe('the hosts of a run with the plugin svc', () => {
  const tasks = [aTask({ name: 'ps', indexes: 1 }), aTask({ name: 'worker-a', indexes: 2 })];
  const launch = (svc: string[]): ReturnType<typeof launchOf> =>
    launchOf(
      context({
        spec: { engine: 'process' },
        worker: { command: ['true'] },
        job: { plugins: { svc } },
        context: { tasks },
      }),
      live,
      settings,
    );

  test('are all this host if processes run, in variables and in the shared objects', () => {
    expect(launch([])).toMatchObject({
      site: {
        tasks: [
          { name: 'ps', indexes: 1 },
          { name: 'worker-a', indexes: 2 },
        ],
        svc: { networkPolicy: true },
      },
      env: {
        plain: {
          VC_PS_HOSTS: '127.0.0.1',
          VC_PS_NUM: '1',
          VC_WORKER_A_HOSTS: '127.0.0.1,127.0.0.1',
          VC_WORKER_A_NUM: '2',
        },
      },
    });
  });

  test('are only in files if the job disables the variables', () => {
    const given = launch(['--inject-hosts-env=false']);
    expect(given).toMatchObject({ site: { svc: { injectHostsEnv: false } } });
    expect(JSON.stringify(given)).not.toContain('VC_PS');
  });
});
