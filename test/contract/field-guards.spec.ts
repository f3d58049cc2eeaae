/**
 * Which guard sees which field. The fields are those of the schemas of jobs, tasks and everything that starts or changes runs: a new field
 * fails here until it is said which guard judges it, or why none has to. The pure guards are run over a value of each field, so that the
 * table cannot claim what the code does not do.
 * @promise S1
 */
import { newJob, jobReplacement, runRequest } from '#common/spec/job.js';
import { judgePods } from '#common/spec/pods/pod-rights.js';
import { DEFAULT_TEMPLATE_PATHS } from '#common/spec/pod-template.js';
import { judgeSecretVariables } from '#common/spec/secret-variables.js';
import { runChange, taskSpec } from '#common/spec/tasks.js';
import { newTrigger } from '#common/spec/trigger.js';
import { bulkRequest } from '../../apps/api/src/bulk/bulk.routes.js';
import { givenSecrets, NO_SECRETS } from '../../apps/api/src/jobs/core/job-secrets.js';
import { forbiddenFields, type JobEdit, type PlainJob } from '../../apps/api/src/jobs/core/job-edit.js';
import { showsWebhooks } from '../../apps/api/src/jobs/core/webhooks.js';
import { routes } from '../../apps/api/src/routes.js';
import { withHiddenSecrets } from '../../apps/api/src/workers/worker-secrets.js';

/** `secret`: hidden from callers who may not see it, in jobs and in templates of workers. */
type Pure = 'secret' | 'redirects' | 'host' | 'pods' | 'variables';
/** Guards that ask a store, and why a field needs none; `judged as …`: each of its parts has a row of its own. */
type Other =
  | 'role: the caller needs it in the tenant'
  | 'worker: must be for the tenant'
  | 'references: objects of the tenant'
  | 'audiences: those of the tenant'
  | 'judged as a task'
  | 'judged as the request for one object'
  | 'chooses when runs start, under the limits of job and tenant'
  | 'chooses how many attempts run, under the limits of job and tenant'
  | 'chooses how ends are judged and how long runs are kept'
  | 'data: no program is made of it (command-line.ts)'
  | 'resources of the pod that give no access'
  | 'text for people, filters and shown values';
interface Row {
  readonly pure?: readonly Pure[];
  readonly other?: Other;
  /** A value that its guards refuse. Default: a text. */
  readonly value?: unknown;
}

const START: Row = { other: 'chooses when runs start, under the limits of job and tenant' };
const SIZE: Row = { other: 'chooses how many attempts run, under the limits of job and tenant' };
const ENDS: Row = { other: 'chooses how ends are judged and how long runs are kept' };
const DATA: Row = { other: 'data: no program is made of it (command-line.ts)' };
const SHOWN: Row = { other: 'text for people, filters and shown values' };
const PLACE: Row = { other: 'resources of the pod that give no access' };
const OBJECT: Row = { other: 'references: objects of the tenant' };
const ROLE: Row = { other: 'role: the caller needs it in the tenant' };
const EACH: Row = { other: 'judged as the request for one object' };

const SECRET = 's3cret';
const main = { spec: { containers: [{ name: 'main', command: ['sh'] }] } };
const secretsFrom = [{ as: 'NODE_OPTIONS', from: 'files', path: 'ibm/x' }];

const PROGRAM: Readonly<Record<string, Row>> = {
  command: { pure: ['redirects', 'host', 'pods'], value: ['sh'] },
  args: { pure: ['redirects', 'host', 'pods'], value: ['-c'] },
  env: { pure: ['redirects', 'host', 'pods'], value: { LD_PRELOAD: 'x' } },
  podTemplate: { pure: ['redirects', 'pods'], value: main },
};

const OF_JOB: Readonly<Record<string, Row>> = {
  ...PROGRAM,
  id: ROLE,
  tenant: ROLE,
  name: SHOWN,
  labels: SHOWN,
  worker: { pure: ['redirects'], other: 'worker: must be for the tenant' },
  owners: { pure: ['redirects'] },
  secretsFrom: { pure: ['redirects', 'variables'], other: 'references: objects of the tenant', value: secretsFrom },
  identity: {
    pure: ['redirects', 'host', 'pods'],
    other: 'audiences: those of the tenant',
    value: { audience: ['vault'] },
  },
  secureParameters: { pure: ['secret'], value: { p: SECRET } },
  httpHeaders: { pure: ['secret'], value: { 'X-Key': SECRET } },
  options: { pure: ['secret', 'redirects'], value: [{ name: 'k', type: 'secret', default: SECRET }] },
  url: { pure: ['secret', 'redirects'], value: `http://x.test/?k=${SECRET}` },
  // What a worker with a url opens of its calls: `fitProblems`.
  answer: { pure: ['redirects'], value: 'ends' },
  http: { pure: ['redirects'], value: { query: { to: 'elsewhere' } } },
  idempotentStart: ENDS,
  notify: {
    pure: ['secret'],
    other: 'references: objects of the tenant',
    value: [{ on: ['failed'], webhook: `http://x.test/${SECRET}` }],
  },
  volumes: { pure: ['redirects', 'pods'], value: [{ mountPath: '/app' }] },
  plugins: { pure: ['redirects', 'pods'], value: { ssh: ['--ssh-key-file-path=/app'] } },
  tasks: { pure: ['redirects', 'host', 'pods'], other: 'judged as a task', value: [{ name: 'a', args: ['x'] }] },
  priorityClassName: { pure: ['pods'] },
  resources: PLACE,
  restartPolicy: PLACE,
  schedulerName: PLACE,
  parameters: DATA,
  parametersSchema: DATA,
  after: OBJECT,
  afterRule: START,
  queue: OBJECT,
  concurrency: OBJECT,
  schedule: OBJECT,
  enabled: START,
  archiveWhen: START,
  cron: START,
  misfire: START,
  priority: START,
  preemptible: START,
  deduplicate: START,
  debounce: START,
  collect: START,
  completions: SIZE,
  completionMode: SIZE,
  parallelism: SIZE,
  minAvailable: SIZE,
  maxAttempts: SIZE,
  maxRetry: SIZE,
  startDeadlineSeconds: SIZE,
  timeoutSeconds: SIZE,
  idleTimeoutSeconds: SIZE,
  activeDeadlineSeconds: SIZE,
  retry: ENDS,
  retention: ENDS,
  successPolicy: ENDS,
  onSuccess: ENDS,
  onFailure: ENDS,
  backoffLimit: ENDS,
  maxFailedIndexes: ENDS,
  policies: ENDS,
  minSuccess: ENDS,
};

/** Shown with a job, and sent back without an effect. */
const READ_ONLY = ['version', 'createdAt', 'updatedAt', 'updatedBy', 'paused', 'status', 'warnings', 'identitySubject'];

const OF_TASK: Readonly<Record<string, Row>> = {
  ...PROGRAM,
  worker: { pure: ['redirects'], other: 'worker: must be for the tenant' },
  priorityClassName: { pure: ['pods'] },
  resources: PLACE,
  name: SHOWN,
  replicas: SIZE,
  completions: SIZE,
  parallelism: SIZE,
  minAvailable: SIZE,
  maxAttempts: SIZE,
  dependsOn: START,
  policies: ENDS,
  maxRestarts: SIZE,
};

/** What a request says of runs; the job that they run was judged when it was saved, and is judged again when they start. */
const REQUESTS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  runJob: {
    parameters: DATA,
    options: DATA,
    parallelism: SIZE,
    startAfter: START,
    concurrencyPolicy: START,
    // `RunService`: owners and admins set the one, editors raise the other.
    secureParameters: ROLE,
    priority: ROLE,
  },
  commandRun: { command: ROLE, reason: SHOWN, graceSeconds: SIZE },
  runBatch: { runs: EACH },
  patchRun: { parallelism: SIZE, completions: SIZE, minAvailable: SIZE, tasks: SIZE },
  // `requireSameHands`: secrets that a run was given do not follow an edit of its job.
  rerunRun: { onlyFailed: SIZE, downstream: ROLE },
  startBackfill: {
    from: START,
    to: START,
    downstream: ROLE,
    dryRun: SHOWN,
    concurrencyPolicy: START,
    maxPerMinute: START,
  },
  trigger: {
    id: ROLE,
    tenant: ROLE,
    name: SHOWN,
    enabled: START,
    when: START,
    job: OBJECT,
    nats: OBJECT,
    // `TriggerKeeper` encrypts the secrets; the values are those of a request for a run, by the rights of who saved the trigger.
    webhook: ROLE,
    options: DATA,
    parameters: DATA,
  },
  bulk: {
    action: EACH,
    jobs: EACH,
    runs: EACH,
    dryRun: EACH,
    note: EACH,
    parameters: EACH,
    labels: EACH,
    reason: EACH,
    onlyFailed: EACH,
  },
};

const rich = { command: ['sh'], envFrom: [{ secret: 'theirs', key: 'db', as: 'DB' }] };
const base: PlainJob = { tenant: 'ibm', name: 'n', worker: 'w' };
const jobWith = (fields: Readonly<Record<string, unknown>>): PlainJob => ({
  ...base,
  ...(fields as Partial<PlainJob>),
});
const editOf = (spec: PlainJob, engine: 'process' | 'kubernetes', secure: boolean): JobEdit => {
  const secrets = secure ? { ...NO_SECRETS, secureParameters: { p: 1 } } : NO_SECRETS;
  return {
    current: { spec: base, secrets },
    next: { spec, secrets },
    worker: { engine },
    taskWorkers: new Map(),
    workerHasHeaders: false,
    blind: new Set(),
    queues: new Set(),
  };
};

/** The pure guards that refuse the field to an editor; `spec` sets it. */
function seenBy(spec: PlainJob, field: string, value: unknown): Pure[] {
  const rights = { seesSecrets: false, admin: false };
  const refuses = (edit: JobEdit, who: typeof rights): boolean => forbiddenFields(edit, who).length > 0;
  const tenant = { templatePaths: DEFAULT_TEMPLATE_PATHS, access: {} };
  const template = JSON.stringify(withHiddenSecrets({ name: 'w', template: { [field]: value as string } }));
  const isSecret =
    givenSecrets({ [field]: value }).length > 0 ||
    (field === 'notify' && showsWebhooks(spec.notify ?? [])) ||
    (field === 'url' && template.includes('***'));
  if (isSecret) expect([field, template.includes(SECRET)]).toEqual([field, false]);
  return [
    ...(isSecret ? (['secret'] as const) : []),
    ...(refuses(editOf(spec, 'kubernetes', true), rights) ? (['redirects'] as const) : []),
    ...(refuses(editOf(spec, 'process', false), { ...rights, seesSecrets: true }) ? (['host'] as const) : []),
    ...(judgePods(spec, { own: rich, ofTasks: new Map() }, tenant).forbidden.length > 0 ? (['pods'] as const) : []),
    ...((['kubernetes', 'process'] as const).every(
      (engine) => judgeSecretVariables(spec, { engine, workers: [rich] }).forbidden.length > 0,
    )
      ? (['variables'] as const)
      : []),
  ];
}

const fieldsOf = (schema: { readonly shape: object }): string[] => Object.keys(schema.shape).sort();
const named = (rows: Readonly<Record<string, Row>>): string[] => Object.keys(rows).sort();

test('every field of a job has a guard, also when it is replaced, patched or begun from a template', () => {
  expect(fieldsOf(newJob)).toEqual(named(OF_JOB));
  expect(fieldsOf(jobReplacement)).toEqual([...named(OF_JOB), ...READ_ONLY].sort());
});

test.each(Object.entries(OF_JOB))('%s of a job is seen by exactly the guards of the table', (field, row) => {
  const { pure = [], other, value = 'x' } = row;
  expect(pure.length > 0 || other !== undefined).toBe(true);
  const spec = jobWith({ [field]: field === 'owners' ? ['x'] : value });
  expect(seenBy(spec, field, value)).toEqual(pure);
});

test('every field of a task has a guard', () => {
  expect(fieldsOf(taskSpec)).toEqual(named(OF_TASK));
});

test.each(Object.entries(OF_TASK))('%s of a task is seen by exactly the guards of the table', (field, row) => {
  const { pure = [], other, value = 'x' } = row;
  expect(pure.length > 0 || other !== undefined).toBe(true);
  const spec = jobWith({ tasks: [{ name: 'a', [field]: value }] });
  expect(seenBy(spec, 'tasks', [])).toEqual(pure);
});

test('every field of a request that starts or changes runs has a guard', () => {
  const bodyOf = (id: string): string[] => {
    const body = routes.find((route) => route.id === id)?.body;
    return fieldsOf(body as unknown as { readonly shape: object });
  };
  for (const id of ['runJob', 'runBatch', 'patchRun', 'commandRun', 'rerunRun', 'startBackfill'])
    expect([id, bodyOf(id)]).toEqual([id, named(REQUESTS[id] ?? {})]);
  expect([fieldsOf(runRequest), fieldsOf(runChange)]).toEqual([bodyOf('runJob'), bodyOf('patchRun')]);
  expect(fieldsOf(newTrigger)).toEqual(named(REQUESTS['trigger'] ?? {}));
  const bulk = bulkRequest.options.flatMap((each) => each.options.flatMap(fieldsOf));
  expect([...new Set(bulk)].sort()).toEqual(named(REQUESTS['bulk'] ?? {}));
});
