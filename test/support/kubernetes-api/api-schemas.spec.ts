import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { schemaProblems, VALIDATED_KINDS } from './api-schemas.js';

const pod = (spec: object): object => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec });
const main = { name: 'main', image: 'busybox' };

test.each<[string, object, readonly string[]]>([
  ['a whole object', pod({ containers: [main], nodeSelector: { disk: 'ssd' } }), []],
  ['an unknown field', pod({ containers: [main], hostNetwrk: true }), ['/spec/hostNetwrk is an unknown field']],
  [
    'an unknown field in a list',
    pod({ containers: [{ ...main, env: [{ name: 'A', valu: 'b' }] }] }),
    ['/spec/containers/0/env/0/valu is an unknown field'],
  ],
  [
    'an unknown field of an object that is empty otherwise',
    pod({ containers: [main], securityContext: { nonRoot: true } }),
    ['/spec/securityContext/nonRoot is an unknown field'],
  ],
  [
    'a missing field',
    pod({ containers: [{ image: 'busybox' }] }),
    ['/spec/containers/0 must have required property name'],
  ],
  ['a wrong type', pod({ containers: [{ ...main, stdin: 'yes' }] }), ['/spec/containers/0/stdin must be boolean']],
  [
    'a wrong word',
    pod({ containers: [main], restartPolicy: 'never' }),
    ['/spec/restartPolicy must be equal to one of the allowed values'],
  ],
  ['a kind that nobody knows', { apiVersion: 'v2', kind: 'Pod' }, ['no schema of v2/Pod']],
  [
    'a custom resource',
    { apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor', spec: { selector: {}, podMetricsEndpoint: [] } },
    ['/spec/podMetricsEndpoint is an unknown field'],
  ],
  [
    'the custom resource of Volcano',
    { apiVersion: 'scheduling.volcano.sh/v1beta1', kind: 'PodGroup', spec: { minMembers: 1 } },
    ['/spec/minMembers is an unknown field'],
  ],
])('%s is judged', async (_what, object, want) => {
  expect(await schemaProblems(object)).toEqual(want);
});

test('what may hold anything is not judged', async () => {
  const metadata = { name: 'a', managedFields: [{ manager: 'kubelet', fieldsV1: { 'f:status': { 'f:phase': {} } } }] };
  expect(await schemaProblems({ ...pod({ containers: [main] }), metadata })).toEqual([]);
});

test.each(VALIDATED_KINDS)(
  'the schema of %s can be loaded and knows the fields that every object has',
  async (name) => {
    const kind = name.slice(name.lastIndexOf('/') + 1);
    const apiVersion = name.slice(0, name.lastIndexOf('/'));
    const problems = await schemaProblems({ apiVersion, kind, metadata: { name: 'a', labels: { a: 'b' } }, other: 1 });
    expect(problems.filter((each) => !each.includes('required property'))).toEqual(['/other is an unknown field']);
  },
);

/** The fields that a schema reads. */
function fieldsOf(schema: (object: unknown) => boolean): readonly string[] {
  const read = new Set<string>();
  schema(
    new Proxy(
      {},
      {
        get(_target, key) {
          if (typeof key === 'string') read.add(key);
          return undefined;
        },
      },
    ),
  );
  return [...read].sort();
}

test('the schemas are those of the release that the client of the executor is generated from: 1.36', async () => {
  const folder = new URL('./gen/models/', import.meta.resolve('@kubernetes/client-node'));
  for (const name of ['PodSpec', 'Container', 'PodStatus', 'ContainerStatus', 'ServiceSpec']) {
    const text = readFileSync(fileURLToPath(new URL(`V1${name}.js`, folder)), 'utf8');
    expect(text).toContain('OpenAPI spec version: release-1.36\n');
    const fields = [...text.matchAll(/"baseName": "(\w+)"/g)].map(([, field]) => field).sort();
    const path = `kubernetes-models/_schemas/IoK8sApiCoreV1${name}`;
    const { validate } = (await import(path)) as { readonly validate: (object: unknown) => boolean };
    expect(fieldsOf(validate)).toEqual(fields);
  }
});
