import { DEFAULT_TEMPLATE_PATHS, layOver, templateProblems, type JsonObject } from './pod-template.js';

const pathsRefused = (template: JsonObject): string[] =>
  templateProblems(template, DEFAULT_TEMPLATE_PATHS).map(({ path }) => path);

const allowed: Record<string, JsonObject> = {
  'an empty template': {},
  'empty parts': { metadata: {}, spec: { containers: [] } },
  'labels and annotations of its own': { metadata: { labels: { team: 'a' }, annotations: { 'example.com/x': 'y' } } },
  'rules for the node of the pod': {
    spec: { nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'gpu', operator: 'Exists' }] },
  },
  'the user of the worker': { spec: { securityContext: { runAsUser: 1000, fsGroup: 2000 } } },
  'a sidecar': { spec: { containers: [{ name: 'side', image: 'x', securityContext: { runAsUser: 7 } }] } },
  'volumes of the restricted level': {
    spec: {
      volumes: [
        { name: 'a', emptyDir: {} },
        { name: 'b', persistentVolumeClaim: { claimName: 'data' } },
      ],
    },
  },
  'resources of the whole pod, devices and what a change of resources restarts': {
    spec: {
      resources: { limits: { memory: '1Gi' } },
      resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'one-gpu' }],
      containers: [
        {
          name: 'main',
          resources: { claims: [{ name: 'gpu' }] },
          resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
        },
      ],
    },
  },
  'exits after which a container is restarted': {
    spec: {
      containers: [
        {
          name: 'main',
          restartPolicy: 'Never',
          restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }],
        },
      ],
    },
  },
  'a native sidecar': { spec: { initContainers: [{ name: 'proxy', image: 'x', restartPolicy: 'Always' }] } },
  'the files of an image': { spec: { volumes: [{ name: 'model', image: { reference: 'x', pullPolicy: 'Always' } }] } },
  'users that are none of the node, and only the groups that are named': {
    spec: { hostUsers: false, securityContext: { supplementalGroupsPolicy: 'Strict' } },
  },
};

const refused: Record<string, { template: JsonObject; wantPath: string }> = {
  'the host network': { template: { spec: { hostNetwork: true } }, wantPath: 'spec.hostNetwork' },
  'users of the host': { template: { spec: { hostUsers: true } }, wantPath: 'spec.hostUsers' },
  'a container that never ends': {
    template: { spec: { containers: [{ name: 'main', restartPolicy: 'Always' }] } },
    wantPath: 'spec.containers[0].restartPolicy',
  },
  'a gate that somebody has to open': {
    template: { spec: { schedulingGates: [{ name: 'example.com/wait' }] } },
    wantPath: 'spec.schedulingGates[0].name',
  },
  'a path of the host': {
    template: { spec: { volumes: [{ name: 'a', hostPath: { path: '/' } }] } },
    wantPath: 'spec.volumes[0].hostPath.path',
  },
  'a privileged container': {
    template: { spec: { containers: [{ name: 'main', securityContext: { privileged: true } }] } },
    wantPath: 'spec.containers[0].securityContext.privileged',
  },
  'capabilities to be added': {
    template: { spec: { containers: [{ name: 'main', securityContext: { capabilities: { add: ['SYS_ADMIN'] } } }] } },
    wantPath: 'spec.containers[0].securityContext.capabilities.add[0]',
  },
  'a container that runs as root': {
    template: { spec: { securityContext: { runAsNonRoot: false } } },
    wantPath: 'spec.securityContext.runAsNonRoot',
  },
  'a missing seccomp profile': {
    template: { spec: { securityContext: { seccompProfile: { type: 'Unconfined' } } } },
    wantPath: 'spec.securityContext.seccompProfile.type',
  },
  "Carillon's labels": {
    template: { metadata: { labels: { 'carillon.dev/run': 'x' } } },
    wantPath: 'metadata.labels.carillon.dev/run',
  },
  'a port of the host': {
    template: { spec: { containers: [{ name: 'main', ports: [{ containerPort: 80, hostPort: 80 }] }] } },
    wantPath: 'spec.containers[0].ports[0].hostPort',
  },
  'an empty list of dropped capabilities': {
    template: { spec: { containers: [{ name: 'main', securityContext: { capabilities: { drop: [] } } }] } },
    wantPath: 'spec.containers[0].securityContext.capabilities.drop',
  },
  'null in the place of a default': {
    template: { spec: { securityContext: { seccompProfile: null } } },
    wantPath: 'spec.securityContext.seccompProfile',
  },
  'a host that the node would ask': {
    template: {
      spec: { containers: [{ name: 'main', livenessProbe: { httpGet: { host: '169.254.169.254', port: 80 } } }] },
    },
    wantPath: 'spec.containers[0].livenessProbe.httpGet.host',
  },
  'a host that the node would notify': {
    template: {
      spec: { containers: [{ name: 'main', lifecycle: { preStop: { tcpSocket: { host: '10.0.0.1', port: 80 } } } }] },
    },
    wantPath: 'spec.containers[0].lifecycle.preStop.tcpSocket.host',
  },
  finalizers: { template: { metadata: { finalizers: ['x/y'] } }, wantPath: 'metadata.finalizers[0]' },
  'a node by name': { template: { spec: { nodeName: 'n1' } }, wantPath: 'spec.nodeName' },
  'a field beside metadata and spec': { template: { image: 'x' }, wantPath: 'image' },
};

test.each(Object.entries(allowed))('a template may hold %s', (_what, template) => {
  expect(pathsRefused(template)).toEqual([]);
});

test.each(Object.entries(refused))('a template may not hold %s', (_what, { template, wantPath }) => {
  expect(pathsRefused(template)).toEqual([wantPath]);
});

test('an allow-list of a tenant can permit more fields', () => {
  expect(templateProblems({ spec: { hostNetwork: true } }, ['spec.hostNetwork'])).toEqual([]);
});

test('a template that is nested without limit is refused before it is walked', () => {
  let deep: JsonObject = { x: 1 };
  for (let i = 0; i < 1_000; i++) deep = { spec: { ...deep } };
  expect(pathsRefused(deep)).toHaveLength(1);
});

test('templates are merged: objects by field, named lists by name, other lists as a whole', () => {
  const base: JsonObject = {
    metadata: { labels: { a: '1', b: '1' } },
    spec: { tolerations: [{ key: 'x' }], containers: [{ name: 'main', env: [{ name: 'A', value: '1' }] }] },
  };
  const over: JsonObject = {
    metadata: { labels: { b: '2' } },
    spec: {
      tolerations: [{ key: 'y' }],
      containers: [
        {
          name: 'main',
          env: [
            { name: 'A', value: '2' },
            { name: 'B', value: '3' },
          ],
        },
        { name: 'side' },
      ],
    },
  };
  expect(layOver(base, over)).toEqual({
    metadata: { labels: { a: '1', b: '2' } },
    spec: {
      tolerations: [{ key: 'y' }],
      containers: [
        {
          name: 'main',
          env: [
            { name: 'A', value: '2' },
            { name: 'B', value: '3' },
          ],
        },
        { name: 'side' },
      ],
    },
  });
});
