import { importing, type Spec } from '#testing/importing.js';

/** Settings with which nothing of the rights of a pod is reported. */
const QUIET = 'securityContext: { runAsNonRoot: true }, automountServiceAccountToken: false, enableServiceLinks: false';
const pod = (container = '', spec = ''): string =>
  `{ spec: { restartPolicy: Never, ${QUIET}, ${spec} containers: [{ name: app, image: 'a:1', ${container} }] } }`;
const job = (spec = '', template = pod()): string =>
  `apiVersion: batch/v1\nkind: Job\nmetadata: { name: a }\nspec: { ${spec} template: ${template} }\n`;
const cronJob = (spec = '', inner = '', template = pod()): string =>
  `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: a }\nspec: { ${spec} jobTemplate: { spec: { ${inner} template: ${template} } } }\n`;
const NO_SCHEDULE = 'a.yaml:1 Job a: spec has no schedule: start the job by carillon run acme-a';
const notesOf = (text: string): string[] => importing(text).notes.filter((each) => each !== NO_SCHEDULE);
const jobOf = (text: string): Spec => importing(text).jobs[0] ?? {};
const workerOf = (text: string): Spec => importing(text).workers[0] ?? {};

describe('the schedule of a CronJob', () => {
  test.each(['CRON_TZ=Europe/Berlin 0 2 * * *', 'TZ=Europe/Berlin  0 2 * * *'])(
    '%s has its zone in front',
    (schedule) => {
      const { jobs, notes, refused } = importing(cronJob(`schedule: '${schedule}',`));
      expect(jobs[0]).toMatchObject({
        cron: '0 2 * * *',
        // The library of CronJobs skips a time that does not exist, and runs one twice that comes twice.
        schedule: { timezone: 'Europe/Berlin', dst: { gap: 'skip', overlap: 'both' } },
      });
      expect([...notes, ...refused]).toEqual([]);
    },
  );

  test('timeZone counts before a zone in the schedule, which is reported', () => {
    const { jobs, notes } = importing(cronJob(`schedule: 'TZ=Asia/Tokyo 0 2 * * *', timeZone: Europe/Prague,`));
    expect(jobs[0]).toMatchObject({ schedule: { timezone: 'Europe/Prague' } });
    expect(notes).toEqual([expect.stringContaining('spec.timeZone is taken, and the zone Asia/Tokyo')]);
  });

  test.each([
    ['@every 1h30m', 5_400],
    ['@every 90s', 90],
    ['@every 500ms', 1],
  ])('%s is an interval', (schedule, every) => {
    const { jobs, notes, refused } = importing(cronJob(`schedule: '${schedule}',`));
    expect(jobs[0]).toMatchObject({ schedule: { every } });
    expect(jobs[0]).not.toHaveProperty('cron');
    expect([...notes, ...refused]).toEqual([
      'a.yaml:1 CronJob a: spec.schedule counts from the creation of the job here',
    ]);
  });

  test.each(['0 0 * * 8', '@every soon', '@fortnightly'])('%s, which a server refuses, is reported', (schedule) => {
    const { refused } = importing(cronJob(`schedule: '${schedule}',`));
    expect(refused).toEqual([expect.stringMatching(/^a\.yaml:1 job\/acme-a: cron .*: a server refuses it$/)]);
  });

  test('a zone is reported where none is given', () => {
    const { notes } = importing(cronJob(`schedule: '@daily',`), { timezone: undefined });
    expect(notes).toEqual([expect.stringContaining('spec.timeZone is missing: times are read as UTC')]);
  });
});

describe('YAML as kubectl reads it', () => {
  test('0755 and 0o755 are octal, yes is true, << merges, and a time of day is a text', () => {
    const text = `
x-base: &base { image: 'a:1', stdin: yes, workingDir: 12:30:45 }
apiVersion: batch/v1
kind: Job
metadata: { name: a }
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ <<: *base, name: app }]
      volumes:
        - { name: a, secret: { secretName: s, defaultMode: 0755 } }
        - { name: b, secret: { secretName: s, defaultMode: 0o755 } }
`;
    expect(workerOf(text)['podTemplate']).toMatchObject({
      spec: {
        containers: [{ name: 'main', stdin: true, workingDir: '12:30:45' }],
        volumes: [{ secret: { defaultMode: 0o755 } }, { secret: { defaultMode: 0o755 } }],
      },
    });
  });
});

describe('objects', () => {
  test('of one name in two namespaces have two ids, in any order, and the namespace is reported', () => {
    const object = (namespace: string): string =>
      cronJob(`schedule: '@daily',`).replace('name: a', `name: a, namespace: ${namespace}`);
    const both = [`${object('one')}---\n${object('two')}`, `${object('two')}---\n${object('one')}`].map((text) =>
      importing(text),
    );
    for (const { jobs, notes } of both) {
      expect(jobs.map(({ id }) => id).sort()).toEqual(['acme-one-a', 'acme-two-a']);
      expect(jobs.map(({ name }) => name).sort()).toEqual(['one/a', 'two/a']);
      expect(notes.filter((each) => each.includes('metadata.namespace'))).toHaveLength(2);
      expect(notes).toContainEqual(
        expect.stringContaining('CronJob one/a: metadata.name is used more than once: the id is acme-one-a'),
      );
    }
  });

  test('of one name and several kinds, and names that are cut to one id, have ids of their own', () => {
    const text = `${job()}---\n${cronJob(`schedule: '@daily',`)}`;
    expect(importing(text).jobs.map(({ id, name }) => [id, name])).toEqual([
      ['acme-a', 'a'],
      ['acme-a-2', 'a (2)'],
    ]);
    const long = 'n'.repeat(80);
    const cut = [`${long}1`, `${long}2`].map((name) => job().replace('name: a', `name: ${name}`)).join('---\n');
    const ids = importing(cut).jobs.map(({ id }) => String(id));
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id.length <= 63)).toBe(true);
  });

  test('of lists are read, also where only the list has a kind', () => {
    const item =
      '{ metadata: { name: a }, spec: { schedule: "@daily", jobTemplate: { spec: { template: { spec: { containers: [{ image: x }] } } } } } }';
    expect(importing(`apiVersion: batch/v1\nkind: CronJobList\nitems: [${item}]`).jobs).toHaveLength(1);
    expect(
      importing(`apiVersion: v1\nkind: List\nitems: [{ apiVersion: batch/v1, kind: CronJob, ${item.slice(1)}]`).jobs,
    ).toHaveLength(1);
  });

  test('that a CronJob or another controller has made are left out and reported', () => {
    const owned = job().replace(
      'name: a',
      'name: a, ownerReferences: [{ kind: CronJob, name: nightly, controller: true }]',
    );
    expect(importing(owned)).toEqual({
      jobs: [],
      workers: [],
      refused: [],
      notes: ['a.yaml:1 Job a: metadata.ownerReferences names CronJob nightly, which makes the job: it was left out'],
    });
  });

  test('that are hooks of Helm are left out and reported', () => {
    const { jobs, notes } = importing(
      job().replace('name: a', "name: a, annotations: { 'helm.sh/hook': pre-upgrade }"),
    );
    expect(jobs).toEqual([]);
    expect(notes).toEqual([
      expect.stringContaining('metadata.annotations.helm.sh/hook has the job run when something is deployed'),
    ]);
  });

  test('that are templates are left out and reported', () => {
    const { jobs, notes } = importing(job().replace('name: a', `name: '{{ .Release.Name }}'`));
    expect(jobs).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('metadata.name is a template')]);
  });

  test('as a cluster prints them lose what their controllers have written, without a note', () => {
    const text = `
apiVersion: batch/v1
kind: Job
metadata:
  name: a
  uid: 3f1
  generation: 1
  creationTimestamp: "2026-01-01T00:00:00Z"
  resourceVersion: "7"
  managedFields: [{ manager: kubectl }]
  annotations: { kubectl.kubernetes.io/last-applied-configuration: '{}', batch.kubernetes.io/job-tracking: '' }
  labels: { controller-uid: 3f1, job-name: a, batch.kubernetes.io/controller-uid: 3f1, team: shop }
spec:
  backoffLimit: 6
  completionMode: NonIndexed
  completions: 1
  manualSelector: false
  parallelism: 1
  podReplacementPolicy: TerminatingOrFailed
  selector: { matchLabels: { batch.kubernetes.io/controller-uid: 3f1 } }
  suspend: false
  template:
    metadata:
      creationTimestamp: null
      labels: { controller-uid: 3f1, job-name: a, batch.kubernetes.io/job-name: a, batch.kubernetes.io/controller-uid: 3f1, app: a }
    spec:
      automountServiceAccountToken: false
      containers:
        - image: registry.test:5000/a:1
          imagePullPolicy: IfNotPresent
          name: app
          resources: {}
          terminationMessagePath: /dev/termination-log
          terminationMessagePolicy: File
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
      dnsPolicy: ClusterFirst
      enableServiceLinks: false
      restartPolicy: Never
      schedulerName: default-scheduler
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
      terminationGracePeriodSeconds: 30
status: { succeeded: 1, conditions: [{ type: Complete }] }
`;
    const { jobs, workers, notes, refused } = importing(text);
    expect(jobs[0]).toMatchObject({ labels: { team: 'shop' }, backoffLimit: 6, maxAttempts: 7 });
    expect(workers).toEqual([
      {
        id: 'acme-a',
        name: 'a',
        image: 'registry.test:5000/a:1',
        podTemplate: { metadata: { labels: { app: 'a' } } },
        tenants: ['acme'],
      },
    ]);
    expect(notes).toEqual(['a.yaml:2 Job a: spec has no schedule: start the job by carillon run acme-a']);
    expect(refused).toEqual([]);
  });
});

describe('fields without a counterpart', () => {
  test.each<[string, string, string]>([
    ['an unknown field of the job', job('backofLimit: 2,'), 'spec.backofLimit is not a field of this format'],
    [
      'an unknown field of a container',
      job('', pod('comand: [x],')),
      'spec.template.spec.containers[0].comand is not a field',
    ],
    ['a controller', job('managedBy: acme.test/x,'), 'spec.managedBy names another controller'],
    ['a selector of one’s own', job('manualSelector: true,'), 'spec.manualSelector has no counterpart'],
    ['a number as a text', job("backoffLimit: '2',"), 'spec.backoffLimit is not a number, and was left out'],
    ['a short age', job('ttlSecondsAfterFinished: 0,'), 'spec.ttlSecondsAfterFinished is 60 s here'],
    ['many attempts', job('backoffLimit: 80,'), 'spec.backoffLimit is more than the 50 attempts'],
    [
      'a second container',
      job('', pod('').replace('] } }', ', { name: side, image: b:1 }] } }')),
      'side runs beside the first container',
    ],
    ['a user root', job('', pod('securityContext: { runAsUser: 0 },')), 'securityContext.runAsUser is root'],
    [
      'a label that is no text',
      job('', pod().replace('{ spec', '{ metadata: { labels: { on: yes } }, spec')),
      'labels.true is not a text',
    ],
    ['a value that is no text', job('', pod('env: [{ name: A, value: 1 }],')), 'env.A has a value that is no text'],
    [
      'a value that Carillon replaces',
      job('', pod("args: ['${job.name}'],")),
      'has ${job.name}, which Carillon replaces',
    ],
    [
      'restarts of containers',
      job('', pod().replace('Never', 'OnFailure')),
      'spec.backoffLimit counts restarts of containers',
    ],
  ])('%s is reported', (_, text, expected) => {
    expect(notesOf(text)).toEqual([expect.stringContaining(expected)]);
  });

  test('metadata of the template of Jobs, and annotations, are reported', () => {
    const text = cronJob(`schedule: '@daily',`)
      .replace('jobTemplate: {', 'jobTemplate: { metadata: { labels: { a: b }, annotations: { c: d } },')
      .replace('name: a', 'name: a, annotations: { owner: shop }');
    expect(notesOf(text)).toEqual([
      expect.stringContaining('metadata.annotations have no counterpart: owner'),
      expect.stringContaining('spec.jobTemplate.metadata.annotations belongs to objects that Carillon does not make'),
      expect.stringContaining('spec.jobTemplate.metadata.labels have no counterpart: a'),
    ]);
  });

  test('the rights that a pod has by default there, and not here, are reported', () => {
    const bare = job('', "{ spec: { containers: [{ name: app, image: 'a:1' }] } }");
    expect(notesOf(bare)).toEqual([
      'a.yaml:1 Job a: spec.template.spec.securityContext leaves defaults that are others here: pods have no user root and no capabilities, no token of a service account, no variables of services',
    ]);
  });

  test.each([
    ['hostNetwork: true', 'podTemplate.spec.hostNetwork is not allowed'],
    ['shareProcessNamespace: true', 'podTemplate.spec.shareProcessNamespace is not allowed'],
    ['volumes: [{ name: v, hostPath: { path: /etc } }]', 'podTemplate.spec.volumes[0].hostPath.path is not allowed'],
    ['hostname: x', 'podTemplate.spec.hostname is not allowed'],
  ])('%s is kept, and reported because a server refuses it', (field, expected) => {
    expect(importing(job('', pod('', `${field},`))).refused).toEqual([expect.stringContaining(expected)]);
  });
});

describe('pods', () => {
  test.each<[string, string, object]>([
    ['dnsPolicy: None, dnsConfig: { nameservers: [1.1.1.1] }', '', { dnsPolicy: 'None' }],
    ['schedulerName: other', '', { schedulerName: 'other' }],
    ['automountServiceAccountToken: true', '', { automountServiceAccountToken: true }],
    ['', 'imagePullPolicy: Always', { containers: [{ name: 'main', imagePullPolicy: 'Always' }] }],
    [
      '',
      'terminationMessagePolicy: FallbackToLogsOnError',
      { containers: [{ terminationMessagePolicy: 'FallbackToLogsOnError' }] },
    ],
    [
      'initContainers: [{ name: i, image: "i:1", securityContext: { privileged: false } }]',
      '',
      { initContainers: [{ name: 'i', image: 'i:1' }] },
    ],
  ])('%s %s is kept', (spec, container, expected) => {
    const text = job(
      '',
      pod(container && `${container},`, spec && `${spec},`).replace(
        spec.startsWith('auto') ? 'automountServiceAccountToken: false, ' : '\n',
        '',
      ),
    );
    expect(workerOf(text)['podTemplate']).toMatchObject({ spec: expected });
    expect([...notesOf(text), ...importing(text).refused]).toEqual([]);
  });

  test('quantities that are numbers are written as texts', () => {
    const text = job('', pod('resources: { limits: { nvidia.com/gpu: 1, cpu: 0.5, memory: 1Gi } },'));
    expect(workerOf(text)['resources']).toEqual({ limits: { 'nvidia.com/gpu': '1', cpu: '0.5', memory: '1Gi' } });
    expect(importing(text).refused).toEqual([]);
  });

  test('variables in commands are replaced as there: by the cluster, and $$ is a $', () => {
    const text = job(
      '',
      pod(
        "command: [run, '$$HOME'], args: ['--host=$(HOST)', '$(date)'], env: [{ name: HOST, value: db }, { name: URL, value: 'http://$(HOST)' }],",
      ),
    );
    expect(workerOf(text)).toMatchObject({
      command: ['run', '$HOME'],
      env: { HOST: 'db' },
      podTemplate: {
        spec: {
          containers: [
            { name: 'main', args: ['--host=$(HOST)', '$(date)'], env: [{ name: 'URL', value: 'http://$(HOST)' }] },
          ],
        },
      },
    });
    expect(workerOf(text)).not.toHaveProperty('args');
    const shell = job('', pod("command: [sh, -c, 'echo $(date)'],"));
    expect(workerOf(shell)).toMatchObject({ command: ['sh', '-c', 'echo $(date)'] });
  });

  test('a secret that may be missing, and a name with a dot, stay variables of the pod; the last of one name counts', () => {
    const env =
      'env: [{ name: A, value: first }, { name: A, value: last }, { name: a.b, value: z }, { name: S, valueFrom: { secretKeyRef: { name: s, key: k, optional: true } } }],';
    const worker = workerOf(job('', pod(env)));
    expect(worker).toMatchObject({ env: { A: 'last' } });
    expect(worker).not.toHaveProperty('envFrom');
    expect(worker['podTemplate']).toMatchObject({ spec: { containers: [{ env: [{ name: 'a.b' }, { name: 'S' }] }] } });
    expect(importing(job('', pod(env))).refused).toEqual([]);
  });

  test('a variable may have the name of a prototype', () => {
    const env = workerOf(job('', pod('env: [{ name: __proto__, value: x }],')))['env'];
    expect(Object.entries(env ?? {})).toEqual([['__proto__', 'x']]);
  });

  test('a second container called main keeps apart from the first', () => {
    const text = job('', pod().replace('] } }', ", { name: main, image: 'b:1' }] } }"));
    expect(workerOf(text)).toMatchObject({
      image: 'a:1',
      podTemplate: { spec: { containers: [{ name: 'app', image: 'b:1' }] } },
    });
  });
});

test('the completion index is given to all containers, as there, and replaced in words', () => {
  const template = pod("args: ['$(JOB_COMPLETION_INDEX)'],", 'initContainers: [{ name: i, image: "i:1" }],');
  const spec = (mode: string): unknown =>
    workerOf(job(`completions: 2, completionMode: ${mode},`, template))['podTemplate'];
  const index = {
    name: 'JOB_COMPLETION_INDEX',
    valueFrom: { fieldRef: { fieldPath: "metadata.annotations['batch.kubernetes.io/job-completion-index']" } },
  };
  const containers = [{ name: 'main', args: ['$(JOB_COMPLETION_INDEX)'] }];
  expect(spec('Indexed')).toEqual({
    spec: { initContainers: [{ name: 'i', image: 'i:1', env: [index] }], containers },
  });
  expect(spec('NonIndexed')).toEqual({ spec: { initContainers: [{ name: 'i', image: 'i:1' }], containers } });
});

describe('the parallel side of a Job', () => {
  test.each<[string, string, object]>([
    ['one pod', '', { maxAttempts: 7, backoffLimit: 6 }],
    [
      'completions alone: one at a time',
      'completions: 5,',
      { completions: 5, completionMode: 'NonIndexed', parallelism: { maxActive: 1 } },
    ],
    [
      'a work queue',
      'parallelism: 3,',
      { completions: null, completionMode: 'NonIndexed', parallelism: { maxActive: 3 } },
    ],
    ['no completion at all', 'completions: 0,', { completions: 0 }],
    ['a paused one', 'completions: 4, parallelism: 0,', { completions: 4, parallelism: { maxActive: 0 } }],
    [
      'a limit per index, with the limit of the whole that the API server writes',
      'completions: 4, completionMode: Indexed, backoffLimitPerIndex: 1, backoffLimit: 2147483647,',
      { completions: 4, completionMode: 'Indexed', maxAttempts: 2, onFailure: 'WaitForRemaining' },
    ],
    [
      'a limit per index and of failed indexes',
      'completions: 4, completionMode: Indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 2,',
      { maxAttempts: 2, maxFailedIndexes: 2 },
    ],
  ])('%s', (_, spec, expected) => {
    const { jobs, notes, refused } = importing(job(spec));
    expect(jobs[0]).toMatchObject(expected);
    expect([...notes, ...refused]).toEqual([NO_SCHEDULE]);
  });

  test('a limit per index is no limit of the whole', () => {
    const perIndex = jobOf(
      job('completions: 4, completionMode: Indexed, backoffLimitPerIndex: 1, backoffLimit: 2147483647,'),
    );
    expect(perIndex).not.toHaveProperty('backoffLimit');
    expect(
      jobOf(job('completions: 4, completionMode: Indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 2,')),
    ).not.toHaveProperty('onFailure');
  });
});

describe('a podFailurePolicy', () => {
  const policy = (...rules: readonly string[]): string => job(`podFailurePolicy: { rules: [${rules.join(', ')}] },`);
  const disruption = 'onPodConditions: [{ type: DisruptionTarget, status: "True" }]';

  test('is mapped rule by rule, and the first rule that fits decides', () => {
    const text = policy(
      '{ action: FailJob, onExitCodes: { operator: In, values: [42, 43] } }',
      `{ action: Ignore, ${disruption} }`,
      '{ action: FailIndex, onExitCodes: { operator: In, values: [43, 44] } }',
    );
    expect(jobOf(text)).toMatchObject({
      policies: [
        { exitCodes: [42, 43], action: 'TerminateJob' },
        { events: ['PodEvicted', 'NodeLost'], action: 'RestartPod' },
      ],
      retry: { notOnExitCodes: [44] },
    });
    expect(importing(text).refused).toEqual([]);
    expect(notesOf(text)).toEqual([
      expect.stringContaining('rules[1].action Ignore spends one of the `maxRetry` restarts'),
    ]);
  });

  test('NotIn is every other code of a failure', () => {
    const { policies } = jobOf(policy('{ action: FailJob, onExitCodes: { operator: NotIn, values: [1, 2] } }')) as {
      policies: { exitCodes: number[] }[];
    };
    const codes = policies[0]?.exitCodes ?? [];
    expect([codes[0], codes.at(-1), codes.length]).toEqual([3, 255, 253]);
  });

  test('a rule for one container is a rule for all only where there is no other', () => {
    const rule = '{ action: FailJob, onExitCodes: { containerName: app, operator: In, values: [42] } }';
    expect(jobOf(policy(rule))).toMatchObject({ policies: [{ exitCodes: [42] }] });
    const two = policy(rule).replace("image: 'a:1',  }", "image: 'a:1' }, { name: side, image: 'b:1' }");
    expect(jobOf(two)).not.toHaveProperty('policies');
    expect(notesOf(two)).toContainEqual(
      expect.stringContaining('onExitCodes.containerName names one of several containers'),
    );
  });

  test('a failure that counts is what happens to others, too', () => {
    const text = policy(
      '{ action: Count, onExitCodes: { operator: In, values: [1] } }',
      '{ action: FailJob, onExitCodes: { operator: In, values: [1, 2] } }',
    );
    expect(jobOf(text)).toMatchObject({ policies: [{ exitCodes: [2], action: 'TerminateJob' }] });
    expect(notesOf(text)).toEqual([]);
  });
});
