import { isAllowed, policiesOf, type Pod } from './rules.js';

const pod = (namespace: string, name: string, ip: string): Pod => ({ namespace, labels: { name }, ip });
const a = pod('one', 'a', '10.0.0.1');
const b = pod('one', 'b', '10.0.0.2');
const c = pod('two', 'a', '10.0.0.3');
const outside = { ip: '192.0.2.1' };

const policy = (spec: object): { kind: string; metadata: object; spec: object } => ({
  kind: 'NetworkPolicy',
  metadata: { name: 'it', namespace: 'one' },
  spec: { podSelector: { matchLabels: { name: 'a' } }, ...spec },
});
const clusterWith = (...policies: { kind: string }[]) => ({
  policies: policiesOf(policies),
  pods: [a, b, c],
  namespaces: { two: { team: 'x' } },
});
const at = { port: 80 };

test('a pod that no policy selects may do everything', () => {
  const cluster = clusterWith(policy({ policyTypes: ['Ingress'] }));
  expect(isAllowed(c, b, at, cluster)).toBe(true);
  expect(isAllowed(a, outside, at, cluster)).toBe(true);
});

test('a selected pod may do only what some policy allows, each direction by itself', () => {
  const closed = policy({ policyTypes: ['Ingress', 'Egress'] });
  const cluster = clusterWith(closed, policy({ policyTypes: ['Ingress'], ingress: [{ ports: [{ port: 80 }] }] }));
  expect(isAllowed(b, a, at, cluster)).toBe(true);
  expect(isAllowed(b, a, { port: 81 }, cluster)).toBe(false);
  expect(isAllowed(b, a, { port: 80, protocol: 'UDP' }, cluster)).toBe(false);
  expect(isAllowed(a, b, at, cluster)).toBe(false);
});

test('both ends have to allow a connection', () => {
  const out = { ...policy({ policyTypes: ['Egress'], egress: [{}] }), metadata: { name: 'out', namespace: 'two' } };
  const cluster = clusterWith(policy({ policyTypes: ['Ingress'] }), out);
  expect(isAllowed(c, a, at, cluster)).toBe(false);
  expect(isAllowed(c, b, at, cluster)).toBe(true);
});

test.each([
  ['pods of its own namespace', { podSelector: {} }, [true, false, false]],
  [
    'pods by label and namespace',
    { podSelector: { matchLabels: { name: 'a' } }, namespaceSelector: {} },
    [false, true, false],
  ],
  ['namespaces by their label', { namespaceSelector: { matchLabels: { team: 'x' } } }, [false, true, false]],
  [
    'namespaces by name',
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'two' } } },
    [false, true, false],
  ],
  [
    'pods by an expression',
    { podSelector: { matchExpressions: [{ key: 'name', operator: 'NotIn', values: ['a'] }] } },
    [true, false, false],
  ],
  ['addresses but some', { ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/24'] } }, [false, false, true]],
])('peers are %s', (_what, from, wanted) => {
  const cluster = clusterWith(policy({ policyTypes: ['Ingress'], ingress: [{ from: [from] }] }));
  expect([b, c, outside].map((each) => isAllowed(each, a, at, cluster))).toEqual(wanted);
});

test('an unknown rule is refused', () => {
  expect(() => policiesOf([policy({ policyTypes: ['Ingress'], ingress: [{ ports: [{ port: 'http' }] }] })])).toThrow();
});
