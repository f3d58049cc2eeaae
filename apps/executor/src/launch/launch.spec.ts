/** What an attempt is refused at its start, whoever has saved its job. */
import { attemptId } from '#common/domain/ids.js';
import { hostVariableNames } from '#common/run/hosts.js';
import type { LiveAttempt } from '#common/run/run.js';
import type { RunSpec } from '#common/spec/definitions.js';
import { isReserved } from '#common/spec/secret-variables.js';
import { aPlan, aRun, aTask, T0 } from '#testing/builders/run-builder.js';
import type { AttemptContext } from './context.js';
import { launchOf, type LaunchSettings, attemptEnvironment } from './launch.js';
import { ShellValues } from './substitution.js';

const run = aRun(aPlan());
const key = { run: run.id, generation: 0, task: 'main', index: 0, attempt: 1 };
const secretsFrom = [{ as: 'NODE_OPTIONS', from: 'files', path: 'ibm/x' }];

function context(spec: {
  readonly engine?: RunSpec['engine'];
  readonly job?: Partial<RunSpec['job']>;
  readonly worker?: Partial<RunSpec['worker']>;
}): AttemptContext {
  return {
    run,
    key,
    task: aTask(),
    tasks: [aTask()],
    spec: {
      hash: run.spec,
      jobId: 'j',
      jobVersion: 1,
      workerId: 'w',
      workerVersion: 1,
      engine: spec.engine ?? 'kubernetes',
      job: { tenant: 'ibm', name: 'Report', worker: 'w', ...spec.job },
      worker: { name: 'W', image: 'i', command: ['report'], ...spec.worker },
      sealed: { secureParameters: null, httpHeaders: {} },
    },
    jobStorage: null,
    lastSuccess: null,
    secureParameters: { p: 1 },
    options: [],
  };
}

const live: LiveAttempt = {
  id: attemptId(key),
  task: 'main',
  index: 0,
  attempt: 1,
  since: T0,
  state: 'claimed',
  claim: { replica: 'r' as never, incarnation: 'r', host: 'h', at: T0 },
  startedAt: null,
  lastSeenAt: null,
  stop: null,
  end: null,
  sealBy: null,
};
const settings: LaunchSettings = {
  vcapServices: '{}',
  workerSecrets: [{ secret: 's', key: 'k', as: 'DB2' }],
  headers: {},
  callback: { base: 'https://c.example/x', token: 't' },
  namespace: null,
  allowedHosts: null,
  templatePaths: null,
  clusterAccess: null,
};
function reasonOf(of: AttemptContext): string | undefined {
  const launch = launchOf(of, live, settings);
  return 'problem' in launch ? launch.reason : 'none';
}

describe('S1: a secret that would be a variable of a worker with rights of its own', () => {
  const worker = { envFrom: [{ secret: 'theirs', key: 'db', as: 'DB' }] };

  test('refuses the start with a reason of its own, unless an admin has allowed the variable', () => {
    expect(reasonOf(context({ worker, job: { secretsFrom } }))).toBe('SecretVariableRefused');
    expect(reasonOf(context({ worker, job: { secretsFrom, podsByAdmin: true } }))).toBe('SecretVariableRefused');
    expect(reasonOf(context({ worker, job: { secretsFrom, secretsByAdmin: true } }))).toBe('none');
    expect(reasonOf(context({ job: { secretsFrom } }))).toBe('none');
  });

  test('refuses the start of a process in the same way', () => {
    expect(reasonOf(context({ engine: 'process', job: { secretsFrom } }))).toBe('SecretVariableRefused');
    expect(reasonOf(context({ engine: 'process', job: { secretsFrom, secretsByAdmin: true } }))).toBe('none');
    const opened = { jobFields: ['env.NODE_OPTIONS' as const] };
    expect(reasonOf(context({ engine: 'process', worker: opened, job: { secretsFrom } }))).toBe('none');
  });
});

test.each(['DB2', 'DB', 'JOB_SECURE_PARAMS', 'VCAP_SERVICES'])(
  'S1: no admin allows a secret to replace %s, which the worker or Carillon sets',
  (as) => {
    const job = { secretsFrom: [{ as, from: 'files', path: 'ibm/x' }], secretsByAdmin: true as const };
    expect(reasonOf(context({ worker: { env: { DB: 'x' } }, job }))).toBe('SecretVariableRefused');
  },
);

test('every variable that Carillon sets is reserved', () => {
  const collecting = context({ job: { collect: { seconds: 5 }, plugins: { env: [] } } });
  const { plain, secret } = attemptEnvironment(collecting, '{}', '00-trace');
  const shell = new ShellValues();
  shell.quote('${option.day:shell}');
  const names = [
    ...[plain, secret].flatMap(Object.keys),
    ...Object.values(hostVariableNames('any-task')),
    ...shell.variables.values(),
    // The process engine adds these, and JOB_STORAGE_FILE is in pods, too.
    ...['JOB_STORAGE_FILE', 'VC_HOSTS_DIR', 'VC_SSH_DIR', 'PATH', 'HOME', 'LANG', 'TMPDIR'],
  ];
  expect(names).toContain('JOB_ITEMS');
  expect(names.filter((name) => !isReserved(name))).toEqual([]);
});

describe('an attempt with an identity', () => {
  const identity = { audience: ['vault'] };
  const given = {
    ...settings,
    identityToken: 'the-token',
    callback: { ...settings.callback, insideBase: 'http://in.svc' },
  };
  const path = `/api/v1/callbacks/runs/${attemptId(key).replaceAll('/', '~')}/identity`;

  test.each([
    ['kubernetes', 'http://in.svc'],
    ['process', 'https://c.example/x'],
  ] as const)('of the engine %s gets its token, and by what it renews it', (engine, base) => {
    const launch = launchOf(context({ engine, job: { identity } }), live, given);
    expect(launch).toMatchObject({
      identity: { token: 'the-token', url: `${base}${path}` },
      env: { plain: { CARILLON_IDENTITY_URL: `${base}${path}` }, secret: { CARILLON_CALLBACK_TOKEN: 't' } },
    });
    const plain = launchOf(context({ engine }), live, settings);
    expect(JSON.stringify(plain)).not.toMatch(/CARILLON_|identity/);
  });

  test('of a web service is told the address of renewals', () => {
    const called = { engine: 'webservice', worker: { url: 'https://w.test/' } } as const;
    const launch = launchOf(context({ ...called, job: { identity } }), live, given);
    expect(launch).toMatchObject({ body: { callback: { identity: `https://c.example/x${path}` } } });
    expect(JSON.stringify(launchOf(context(called), live, settings))).not.toContain('/identity');
  });
});
