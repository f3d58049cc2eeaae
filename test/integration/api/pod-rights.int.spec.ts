/**
 * Operations × roles × tenants × kinds of reference in a pod template: what a job may set for its pods, tried in every place where it
 * can be set, by everybody who can set it. The rules one by one: libs/common/src/spec/pods/pod-rights.spec.ts.
 * @promise S1
 */
import type { JsonObject } from '#common/spec/pod-template.js';
import { inForm } from '#testing/long-form.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Loose } from './api-under-test.js';

interface Refusal {
  readonly code: string;
  readonly errors?: readonly { readonly path: string }[];
}

let api: ApiUnderTest;
const tokens = new Map<string, string>();

/** `granted` may refer to one object of each kind, `bare` to none. */
const TENANTS = ['bare', 'granted'] as const;
const ROLES = ['viewer', 'operator', 'editor', 'owner', 'admin'] as const;
type Role = (typeof ROLES)[number];

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  const granted = { names: ['ours'] };
  const clusterAccess = {
    secrets: granted,
    configMaps: granted,
    persistentVolumeClaims: granted,
    persistentVolumes: granted,
    serviceAccounts: granted,
    priorityClasses: granted,
    labels: ['ours'],
    annotations: ['ours'],
  };
  await api.ask('POST', '/tenants', { body: { id: 'granted', namespace: 'theirs', clusterAccess } });
  for (const body of [
    { id: 'plain', name: 'Plain', image: 'x', serviceAccount: 'ours' },
    { id: 'free', name: 'Free', image: 'x' },
    {
      id: 'rich',
      name: 'Rich',
      image: 'x',
      command: ['report'],
      serviceAccount: 'robot',
      envFrom: [{ secret: 'yl.env', key: 'db', as: 'DB' }],
      podTemplate: { spec: { volumes: [{ name: 'creds', secret: { secretName: 'yl.env' } }] } },
    },
  ])
    await api.ask('POST', '/workers', { body });
  for (const tenant of TENANTS)
    for (const role of ['viewer', 'operator', 'editor', 'owner'] as const)
      tokens.set(`${tenant}/${role}`, await api.tokenFor([tenant, role]));
});
afterAll(async () => api.stop());

const tokenOf = (tenant: string, role: Role): { token?: string } => {
  const token = tokens.get(`${tenant}/${role}`);
  return token === undefined ? {} : { token };
};

/** A template that refers to an object of this name, by kind. */
const REFERENCES: Readonly<Record<string, (name: string) => JsonObject>> = {
  'secret volume': (name) => spec({ volumes: [{ name: 'v', secret: { secretName: name } }] }),
  'configMap volume': (name) => spec({ volumes: [{ name: 'v', configMap: { name } }] }),
  'claim volume': (name) => spec({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName: name } }] }),
  'projected secret': (name) => spec({ volumes: [{ name: 'v', projected: { sources: [{ secret: { name } }] } }] }),
  'projected configMap': (name) =>
    spec({ volumes: [{ name: 'v', projected: { sources: [{ configMap: { name } }] } }] }),
  'volume by name': (name) =>
    spec({ volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: { volumeName: name } } } }] }),
  'secret variable': (name) => main({ env: [{ name: 'X', valueFrom: { secretKeyRef: { name, key: 'k' } } }] }),
  'configMap variable': (name) => main({ env: [{ name: 'X', valueFrom: { configMapKeyRef: { name, key: 'k' } } }] }),
  'secret variables': (name) => main({ envFrom: [{ secretRef: { name } }] }),
  'configMap variables': (name) => main({ envFrom: [{ configMapRef: { name } }] }),
  'pull secret': (name) => spec({ imagePullSecrets: [{ name }] }),
  'priority class': (name) => spec({ priorityClassName: name }),
  label: (name) => ({ metadata: { labels: { [name]: 'x' } } }),
  annotation: (name) => ({ metadata: { annotations: { [name]: 'x' } } }),
};
/** The account is that of the worker: `ours` for the worker `plain`, the namespace's own for the worker `free`. */
const ACCOUNTS: Readonly<Record<string, JsonObject>> = {
  'mounted token': spec({ automountServiceAccountToken: true }),
  'projected token': spec({
    volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }],
  }),
};

function spec(fields: JsonObject): JsonObject {
  return { spec: { ...fields } };
}
function main(fields: JsonObject): JsonObject {
  return spec({ containers: [{ name: 'main', ...fields }] });
}

/** Where a job sets it, and the path at which it is reported. */
const PLACES: Readonly<Record<string, (template: JsonObject) => { readonly job: Loose; readonly under: string }>> = {
  job: (podTemplate) => ({ job: { podTemplate }, under: 'podTemplate.' }),
  task: (podTemplate) => ({
    job: { tasks: [{ name: 'a' }, { name: 'b', podTemplate }] },
    under: 'tasks.1.podTemplate.',
  }),
};

const DRY_RUN = { 'Carillon-Dry-Run': 'true' };
let made = 0;
const OPERATIONS: Readonly<Record<string, (tenant: string, role: Role, job: Loose) => Promise<Answer>>> = {
  create: async (tenant, role, job) =>
    api.ask<Refusal>('POST', '/jobs', { ...tokenOf(tenant, role), body: { ...aJob(tenant), ...job } }),
  'create from a template': async (tenant, role, { worker = 'free', ...job }) => {
    const id = `from-${made++}`;
    const own = {
      id,
      name: id,
      image: 'x',
      template: { ...job },
      ...(worker === 'plain' && { serviceAccount: 'ours' }),
    };
    expect((await api.ask('POST', '/workers', { body: own })).status).toBe(201);
    return api.ask<Refusal>('POST', '/jobs?fromTemplate=true', {
      ...tokenOf(tenant, role),
      body: { ...aJob(tenant), worker: id },
    });
  },
  replace: async (tenant, role, job) => {
    const body = aJob(tenant);
    await api.ask('POST', '/jobs', { body });
    return api.ask<Refusal>('PUT', `/jobs/${body.id}`, { ...tokenOf(tenant, role), body: { ...body, ...job } });
  },
  patch: async (tenant, role, job) => {
    const body = aJob(tenant);
    await api.ask('POST', '/jobs', { body });
    return api.ask<Refusal>('PATCH', `/jobs/${body.id}`, { ...tokenOf(tenant, role), body: job });
  },
  'try to create': async (tenant, role, job) =>
    api.ask<Refusal>('POST', '/jobs', {
      ...tokenOf(tenant, role),
      body: { ...aJob(tenant), ...job },
      headers: DRY_RUN,
    }),
  'try to patch': async (tenant, role, job) => {
    const body = aJob(tenant);
    await api.ask('POST', '/jobs', { body });
    return api.ask<Refusal>('PATCH', `/jobs/${body.id}`, { ...tokenOf(tenant, role), body: job, headers: DRY_RUN });
  },
  'roll back': async (tenant, role, job) => {
    const body = aJob(tenant);
    await api.ask('POST', '/jobs', { body: { ...body, ...job } });
    await api.ask('PUT', `/jobs/${body.id}`, { body });
    return api.ask<Refusal>('POST', `/jobs/${body.id}/rollback`, { ...tokenOf(tenant, role), body: { version: 1 } });
  },
};

interface Answer {
  readonly status: number;
  readonly body: Refusal;
}

const aJob = (tenant: string): Loose & { readonly id: string } => {
  const id = `${tenant}-job-${made++}`;
  return { id, tenant, name: id, worker: 'free' };
};

const mayEdit = (role: Role): boolean => role !== 'viewer' && role !== 'operator';
/** Null if the answer is a success. */
const refusal = ({ status, body }: Answer): string | null => (status < 300 ? null : `${status} ${body.code}`);
const pathsOf = ({ body }: Answer): string[] => (body.errors ?? []).map(({ path }) => path);

/** What each test tries: a template, and whether the tenant `granted` may have it. */
const TRIALS = [
  ...Object.entries(REFERENCES).flatMap(([kind, template]) =>
    ['ours', 'theirs'].map((name) => ({ what: `${kind} ${name}`, template: template(name), isOurs: name === 'ours' })),
  ),
  ...Object.entries(ACCOUNTS).map(([kind, template]) => ({ what: `${kind} of none`, template, isOurs: false })),
];
/** How many requests are sent at the same time. */
const AT_ONCE = 6;
/** In the short form every test tries one in five, others than its neighbours: all kinds with each role, tenant and operation. */
const STRIDE = inForm({ short: 5, long: 1 });

const NUMBERED = Object.keys(OPERATIONS).map((operation, nth) => ({ operation, nth }));
describe.each(NUMBERED)('$operation', ({ operation, nth }) => {
  const ask = OPERATIONS[operation]!;
  const cases = Object.keys(PLACES).flatMap((place) =>
    ROLES.flatMap((role) => TENANTS.map((tenant) => ({ place, role, tenant }))),
  );
  const numbered = cases.map((each, i) => ({ ...each, skew: nth + i }));
  test.each(numbered)(
    'the $role of the tenant $tenant can use exactly the granted references in a $place',
    async ({ place, role, tenant, skew }) => {
      const wanted = (isOurs: boolean): string | null => {
        if (!mayEdit(role)) return '403 FORBIDDEN';
        return (tenant === 'granted' && isOurs) || role === 'admin' ? null : '403 FORBIDDEN';
      };
      const wrongOf = async ({ what, template, isOurs }: (typeof TRIALS)[number]): Promise<string[]> => {
        const { job, under } = PLACES[place]!(template);
        const answer = await ask(tenant, role, job);
        const got = refusal(answer);
        const want = wanted(isOurs);
        const isTold = want === null || !mayEdit(role) || pathsOf(answer).every((path) => path.startsWith(under));
        return got === want && isTold ? [] : [`${what}: ${got}, not ${want} (${pathsOf(answer).join()})`];
      };
      const wrong: string[] = [];
      const tried = TRIALS.filter((_, i) => (i + skew) % STRIDE === 0);
      for (let at = 0; at < tried.length; at += AT_ONCE)
        wrong.push(...(await Promise.all(tried.slice(at, at + AT_ONCE).map(wrongOf))).flat());
      expect(wrong).toEqual([]);
    },
  );
});

describe('an editor', () => {
  const patched = async (tenant: string, worker: string, job: Loose): Promise<Answer> => {
    const body = { ...aJob(tenant), worker };
    expect((await api.ask('POST', '/jobs', { body })).status).toBe(201);
    return api.ask<Refusal>('PATCH', `/jobs/${body.id}`, { ...tokenOf(tenant, 'editor'), body: job });
  };

  test.each<[string, Loose, string]>([
    ['image', { podTemplate: main({ image: 'evil' }) }, 'podTemplate.spec.containers[0].image'],
    ['command', { command: ['sh', '-c', 'env'] }, 'command'],
    ["task's command", { tasks: [{ name: 'a', command: ['sh', '-c', 'env'] }] }, 'tasks.0.command'],
    ['variables', { env: { LD_PRELOAD: '/tmp/x.so' } }, 'env.LD_PRELOAD'],
    ['pod', { podTemplate: spec({ containers: [{ name: 'side', image: 'evil' }] }) }, 'podTemplate.spec.containers[0]'],
    ['volumes', { volumes: [{ mountPath: '/app' }] }, 'volumes'],
  ])('cannot change the %s of a worker with rights of its own', async (_what, job, path) => {
    const refused = await patched('bare', 'rich', job);
    expect([refused.status, pathsOf(refused)]).toEqual([403, expect.arrayContaining([path]) as unknown]);
    expect(refusal(await patched('bare', 'free', job))).toBeNull();
  });

  test('needs the same rights for volumes of a job as for those of a template', async () => {
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    const at = async (volume: Loose): Promise<string[]> =>
      pathsOf(await patched('bare', 'free', { volumes: [{ mountPath: '/x', ...volume }] }));
    expect(await at({ claimName: 'theirs' })).toEqual(['volumes.0.claimName']);
    expect(await at({ claim: { ...claim, volumeName: 'theirs' } })).toEqual(['volumes.0.claim.volumeName']);
    expect(await at({ claim: { ...claim, selector: { matchLabels: {} } } })).toEqual(['volumes.0.claim.selector']);
    expect(await at({ claim })).toEqual([]);
  });

  test('cannot change the pods of a job that an admin has set beyond the rights of the tenant, and the job stays as it is', async () => {
    const body = { ...aJob('bare'), priorityClassName: 'theirs' };
    expect((await api.ask('POST', '/jobs', { body })).status).toBe(201);
    const ask = async (patch: Loose): Promise<Answer> =>
      api.ask<Refusal>('PATCH', `/jobs/${body.id}`, { ...tokenOf('bare', 'editor'), body: patch });
    const shown = await api.ask('GET', `/jobs/${body.id}`);
    expect(shown.text).not.toContain('podsByAdmin');
    expect(refusal(await ask({ cron: '0 4 * * *' }))).toBeNull();
    expect(pathsOf(await ask({ command: ['env'] }))).toEqual(['priorityClassName']);
    expect(refusal(await ask({ priorityClassName: null, command: ['env'] }))).toBeNull();
    expect(pathsOf(await ask({ priorityClassName: 'theirs' }))).toEqual(['priorityClassName']);
  });
});

describe('a forbidden field of a template is refused when it is saved', () => {
  const host = { spec: { hostNetwork: true } };
  const answerTo = async (method: string, path: string, body: Loose): Promise<readonly [number, string[]]> => {
    const answer = await api.ask<Refusal>(method, path, { body });
    return [answer.status, pathsOf(answer)];
  };

  test('in a job, in a task, and in a worker', async () => {
    expect(await answerTo('POST', '/jobs', { ...aJob('bare'), podTemplate: host })).toEqual([
      400,
      ['podTemplate.spec.hostNetwork'],
    ]);
    expect(await answerTo('POST', '/jobs', { ...aJob('bare'), tasks: [{ name: 'a', podTemplate: host }] })).toEqual([
      400,
      ['tasks.0.podTemplate.spec.hostNetwork'],
    ]);
    const worker = { id: 'host', name: 'Host', image: 'x', podTemplate: host };
    expect(await answerTo('POST', '/workers', worker)).toEqual([400, ['podTemplate.spec.hostNetwork']]);
    expect(await answerTo('PATCH', '/workers/free', { podTemplate: host })).toEqual([
      400,
      ['podTemplate.spec.hostNetwork'],
    ]);
  });

  test('unless it is in a worker whose tenants may all have it', async () => {
    await api.ask('POST', '/tenants', { body: { id: 'wide', podTemplatePaths: ['spec.hostNetwork'] } });
    const worker = { id: 'wide', name: 'Wide', image: 'x', podTemplate: host };
    expect((await answerTo('POST', '/workers', { ...worker, tenants: ['wide', 'bare'] }))[0]).toBe(201);
    expect((await answerTo('POST', '/jobs', { ...aJob('wide'), worker: 'wide' }))[0]).toBe(201);
    expect(await answerTo('POST', '/jobs', { ...aJob('bare'), worker: 'wide' })).toEqual([400, ['worker']]);
  });
});

describe('a tenant', () => {
  const access = { secrets: { names: ['db'] } };
  const answerTo = async (method: string, path: string, body: Loose): Promise<readonly [number, string[]]> => {
    const answer = await api.ask<Refusal>(method, path, { body });
    return [answer.status, pathsOf(answer)];
  };

  test('with granted objects shares its namespace with no other tenant', async () => {
    expect(await answerTo('POST', '/tenants', { id: 'homeless', clusterAccess: access })).toEqual([
      400,
      ['clusterAccess'],
    ]);
    expect((await answerTo('POST', '/tenants', { id: 'first', namespace: 'first', clusterAccess: access }))[0]).toBe(
      201,
    );
    expect(await answerTo('POST', '/tenants', { id: 'second', namespace: 'first' })).toEqual([400, ['namespace']]);
    expect((await answerTo('POST', '/tenants', { id: 'second', namespace: 'second' }))[0]).toBe(201);
    expect(await answerTo('PATCH', '/tenants/second', { namespace: 'first' })).toEqual([400, ['namespace']]);
    expect((await answerTo('POST', '/tenants', { id: 'third', namespace: 'second' }))[0]).toBe(201);
    expect(await answerTo('PATCH', '/tenants/third', { clusterAccess: access })).toEqual([400, ['namespace']]);
    expect(await answerTo('PATCH', '/tenants/first', { namespace: null })).toEqual([400, ['clusterAccess']]);
  });

  test('is granted objects by names and labels, only by an admin, and shows them', async () => {
    const clusterAccess = {
      configMaps: { matchLabels: { 'app.kubernetes.io/part-of': 'x' } },
      labels: ['team', 'app=reports'],
    };
    const body = { namespace: 'fourth', clusterAccess };
    await api.ask('POST', '/tenants', { body: { id: 'fourth' } });
    const owner = await api.tokenFor(['fourth', 'owner']);
    expect((await api.ask('PATCH', '/tenants/fourth', { token: owner, body })).status).toBe(403);
    expect((await api.ask('PATCH', '/tenants/fourth', { body })).body).toMatchObject({ clusterAccess });
    expect((await api.ask('GET', '/tenants/fourth')).body).toMatchObject({ clusterAccess });
    const all = { configMaps: { matchLabels: {} } };
    // A patch is merged: it names no labels.
    expect((await answerTo('PATCH', '/tenants/fourth', { clusterAccess: all }))[0]).toBe(200);
    expect(await answerTo('POST', '/tenants', { id: 'fifth', namespace: 'fifth', clusterAccess: all })).toEqual([
      400,
      ['clusterAccess.configMaps.matchLabels'],
    ]);
  });
});
