import { podSecurityProblems, type Level } from './pod-security.js';

type Fields = Readonly<Record<string, unknown>>;
const context = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const container = { name: 'main', image: 'a', securityContext: context };
const podContext = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
/** The least that the level asks for, and more. */
const restricted = (over: Fields = {}): { readonly spec: Fields } => ({
  spec: { containers: [container], securityContext: podContext, ...over },
});
const inContainer = (over: Fields): { readonly spec: Fields } =>
  restricted({ containers: [{ ...container, ...over }] });
const inContext = (over: Fields): { readonly spec: Fields } =>
  inContainer({ securityContext: { ...context, ...over } });
const inPodContext = (over: Fields): { readonly spec: Fields } =>
  restricted({ securityContext: { ...podContext, ...over } });

const ADMITTED: Readonly<Record<string, object>> = {
  'the least': restricted(),
  'what the containers say themselves': {
    spec: { containers: [{ ...container, securityContext: { ...context, ...podContext } }] },
  },
  'a service that listens on a low port': inContext({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } }),
  'each of the volumes': restricted({
    volumes: [
      'configMap',
      'csi',
      'downwardAPI',
      'emptyDir',
      'ephemeral',
      'image',
      'persistentVolumeClaim',
      'projected',
      'secret',
    ].map((type) => ({ name: type.toLowerCase(), [type]: {} })),
  }),
  'a sidecar': restricted({ initContainers: [{ ...container, restartPolicy: 'Always' }] }),
  'root in a user namespace of its own': {
    spec: { ...inPodContext({ runAsNonRoot: false, runAsUser: 0 }).spec, hostUsers: false },
  },
  Windows: {
    spec: { os: { name: 'windows' }, containers: [{ name: 'a' }], securityContext: { runAsNonRoot: true } },
  },
  'a safe sysctl': inPodContext({ sysctls: [{ name: 'net.ipv4.tcp_wmem', value: '1' }] }),
  'a profile of the node': {
    metadata: { annotations: { 'container.apparmor.security.beta.kubernetes.io/main': 'localhost/mine' } },
    ...inPodContext({ seccompProfile: { type: 'Localhost', localhostProfile: 'a' } }),
  },
};

test.each(Object.entries(ADMITTED))('restricted admits %s', (_what, pod) => {
  expect(podSecurityProblems(pod, 'restricted')).toEqual([]);
  expect(podSecurityProblems(pod, 'baseline')).toEqual([]);
});

const CONTEXT = 'spec.containers[0].securityContext';
test.each<[Level, string, object]>([
  [
    'baseline',
    'HostProcess: spec.securityContext.windowsOptions.hostProcess',
    inPodContext({ windowsOptions: { hostProcess: true } }),
  ],
  ['baseline', 'host namespaces: spec.hostNetwork', restricted({ hostNetwork: true })],
  ['baseline', 'host namespaces: spec.hostPID', restricted({ hostPID: true })],
  ['baseline', `privileged containers: ${CONTEXT}.privileged`, inContext({ privileged: true })],
  [
    'baseline',
    `capabilities: ${CONTEXT}.capabilities.add[0]`,
    inContext({ capabilities: { drop: ['ALL'], add: ['NET_RAW'] } }),
  ],
  [
    'baseline',
    'hostPath volumes: spec.volumes[0].hostPath',
    restricted({ volumes: [{ name: 'a', hostPath: { path: '/' } }] }),
  ],
  [
    'baseline',
    'host ports: spec.containers[0].ports[0].hostPort',
    inContainer({ ports: [{ containerPort: 1, hostPort: 1 }] }),
  ],
  [
    'baseline',
    'host probes and lifecycle hooks: spec.containers[0].livenessProbe.httpGet.host',
    inContainer({ livenessProbe: { httpGet: { host: '169.254.169.254', port: 80 } } }),
  ],
  [
    'baseline',
    'host probes and lifecycle hooks: spec.containers[0].lifecycle.preStop.httpGet.host',
    inContainer({ lifecycle: { preStop: { httpGet: { host: 'a', port: 80 } } } }),
  ],
  ['baseline', `AppArmor: ${CONTEXT}.appArmorProfile.type`, inContext({ appArmorProfile: { type: 'Unconfined' } })],
  [
    'baseline',
    'AppArmor: metadata.annotations.container.apparmor.security.beta.kubernetes.io/main',
    {
      metadata: { annotations: { 'container.apparmor.security.beta.kubernetes.io/main': 'unconfined' } },
      ...restricted(),
    },
  ],
  [
    'baseline',
    'SELinux: spec.securityContext.seLinuxOptions.type',
    inPodContext({ seLinuxOptions: { type: 'spc_t' } }),
  ],
  ['baseline', `SELinux: ${CONTEXT}.seLinuxOptions.user`, inContext({ seLinuxOptions: { user: 'a' } })],
  ['baseline', `/proc mount type: ${CONTEXT}.procMount`, inContext({ procMount: 'Unmasked' })],
  ['baseline', `seccomp: ${CONTEXT}.seccompProfile.type`, inContext({ seccompProfile: { type: 'Unconfined' } })],
  [
    'baseline',
    'sysctls: spec.securityContext.sysctls[0].name',
    inPodContext({ sysctls: [{ name: 'kernel.msgmax', value: '1' }] }),
  ],
  [
    'restricted',
    'volume types: spec.volumes[0]',
    restricted({ volumes: [{ name: 'a', nfs: { server: 'a', path: '/' } }] }),
  ],
  [
    'restricted',
    `privilege escalation: ${CONTEXT}.allowPrivilegeEscalation`,
    inContext({ allowPrivilegeEscalation: true }),
  ],
  ['restricted', 'running as non-root: spec.securityContext.runAsNonRoot', inPodContext({ runAsNonRoot: false })],
  ['restricted', `running as non-root: ${CONTEXT}.runAsNonRoot`, inContext({ runAsNonRoot: false })],
  ['restricted', `running as non-root user: ${CONTEXT}.runAsUser`, inContext({ runAsUser: 0 })],
  ['restricted', `capabilities: ${CONTEXT}.capabilities.drop`, inContext({ capabilities: { drop: ['NET_RAW'] } })],
  [
    'restricted',
    `capabilities: ${CONTEXT}.capabilities.add[0]`,
    inContext({ capabilities: { drop: ['ALL'], add: ['CHOWN'] } }),
  ],
  [
    'restricted',
    `/proc mount type: ${CONTEXT}.procMount`,
    { spec: { ...inContext({ procMount: 'Unmasked' }).spec, hostUsers: false } },
  ],
])('%s refuses %s', (level, problem, pod) => {
  expect(podSecurityProblems(pod, level)).toContain(problem);
  expect(podSecurityProblems(pod, 'restricted')).toContain(problem);
  // What only the higher level refuses, the lower one admits.
  expect(podSecurityProblems(pod, 'baseline').length > 0).toBe(level === 'baseline');
});

test('a pod that says nothing is admitted by baseline alone; a sidecar is a container as any other', () => {
  const bare = { spec: { containers: [container], initContainers: [{ name: 'helper', restartPolicy: 'Always' }] } };
  expect(podSecurityProblems(bare, 'baseline')).toEqual([]);
  expect(podSecurityProblems(bare, 'restricted')).toEqual([
    'privilege escalation: spec.initContainers[0].securityContext.allowPrivilegeEscalation',
    'running as non-root: spec.containers[0].securityContext.runAsNonRoot',
    'running as non-root: spec.initContainers[0].securityContext.runAsNonRoot',
    'seccomp: spec.containers[0].securityContext.seccompProfile.type',
    'seccomp: spec.initContainers[0].securityContext.seccompProfile.type',
    'capabilities: spec.initContainers[0].securityContext.capabilities.drop',
  ]);
});
