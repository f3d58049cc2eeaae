/**
 * What NetworkPolicies mean, as their specification says: a pod that no policy selects for a direction may do everything in it; one that
 * some select may do what any of them allows, and nothing else. A connection needs the leave of both ends.
 */
import { BlockList, isIPv6 } from 'node:net';
import { z } from 'zod';

const labels = z.record(z.string(), z.string());
const selector = z.strictObject({
  matchLabels: labels.optional(),
  matchExpressions: z
    .array(
      z.strictObject({
        key: z.string(),
        operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: z.array(z.string()).optional(),
      }),
    )
    .optional(),
});
const peer = z.strictObject({
  podSelector: selector.optional(),
  namespaceSelector: selector.optional(),
  ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()).optional() }).optional(),
});
const ports = z.array(z.strictObject({ protocol: z.enum(['TCP', 'UDP']).default('TCP'), port: z.number() })).optional();
const policySchema = z.looseObject({
  kind: z.literal('NetworkPolicy'),
  metadata: z.looseObject({ name: z.string(), namespace: z.string() }),
  spec: z.strictObject({
    podSelector: selector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(z.strictObject({ from: z.array(peer).optional(), ports })).optional(),
    egress: z.array(z.strictObject({ to: z.array(peer).optional(), ports })).optional(),
  }),
});
type Selector = z.output<typeof selector>;
type Peer = z.output<typeof peer>;
type Labels = Readonly<Record<string, string>>;
export type Policy = z.output<typeof policySchema>;
export type Direction = 'Ingress' | 'Egress';

export interface Pod {
  readonly namespace: string;
  readonly labels: Labels;
  readonly ip: string;
}

export interface Cluster {
  readonly policies: readonly Policy[];
  readonly pods: readonly Pod[];
  /** The labels of each namespace besides its name, which every one has as `kubernetes.io/metadata.name`. */
  readonly namespaces: Readonly<Record<string, Labels>>;
  /** To some engines an `ipBlock` never means a pod; the specification leaves that to them. */
  readonly blocksAreOutside?: boolean;
}

/** Addresses that are meant: all but `except`. */
export interface Block {
  readonly cidr: string;
  readonly except: readonly string[];
  /** Such an address of no pod. */
  readonly isOutside?: boolean;
}

/** The connections that are allowed at a pod in a direction: with these addresses, at these ports; null is any. */
export interface Rule {
  readonly blocks: readonly Block[] | null;
  readonly ports: readonly { readonly protocol: 'TCP' | 'UDP'; readonly port: number }[] | null;
}

/** Those among manifests. Throws at a field that is not understood here. */
export const policiesOf = (manifests: readonly { readonly kind: string }[]): Policy[] =>
  manifests.filter(({ kind }) => kind === 'NetworkPolicy').map((each) => policySchema.parse(each));

/** All that may be done at a pod in a direction; null where no policy selects it: everything. */
export function rulesOf(pod: Pod, direction: Direction, cluster: Cluster): Rule[] | null {
  const selecting = cluster.policies.filter(
    ({ metadata, spec }) =>
      metadata.namespace === pod.namespace &&
      spec.policyTypes.includes(direction) &&
      isSelected(pod.labels, spec.podSelector),
  );
  if (selecting.length === 0) return null;
  return selecting.flatMap(({ metadata, spec }) => {
    const rules =
      direction === 'Ingress'
        ? (spec.ingress ?? []).map(({ from, ports: at }) => ({ peers: from, at }))
        : (spec.egress ?? []).map(({ to, ports: at }) => ({ peers: to, at }));
    return rules.map(({ peers, at }) => ({
      blocks: peers === undefined ? null : peers.flatMap((each) => blocksOf(each, metadata.namespace, cluster)),
      ports: at ?? null,
    }));
  });
}

/** An end of a connection: a pod, or an address outside. */
export type End = Pod | { readonly ip: string };

/** Whether both ends let the connection through. */
export function isAllowed(
  from: End,
  to: End,
  { port, protocol = 'TCP' }: { readonly port: number; readonly protocol?: 'TCP' | 'UDP' },
  cluster: Cluster,
): boolean {
  const lets = (pod: End, other: End, direction: Direction): boolean => {
    if (!('labels' in pod)) return true;
    const rules = rulesOf(pod, direction, cluster);
    return (
      rules === null ||
      rules.some(
        ({ blocks, ports: at }) =>
          (blocks === null ||
            blocks.some((block) => isWithin(other.ip, block) && !(block.isOutside && 'labels' in other))) &&
          (at === null || at.some((each) => each.port === port && each.protocol === protocol)),
      )
    );
  };
  return lets(from, to, 'Egress') && lets(to, from, 'Ingress');
}

function isSelected(has: Labels, { matchLabels = {}, matchExpressions = [] }: Selector): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => has[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = has[key];
      const isIn = value !== undefined && values.includes(value);
      return { In: isIn, NotIn: !isIn, Exists: value !== undefined, DoesNotExist: value === undefined }[operator];
    })
  );
}

function blocksOf({ podSelector, namespaceSelector, ipBlock }: Peer, own: string, cluster: Cluster): Block[] {
  if (ipBlock) {
    const { cidr, except = [] } = ipBlock;
    return [{ cidr, except, isOutside: cluster.blocksAreOutside === true }];
  }
  const isPeer = ({ namespace, labels: ofPod }: Pod): boolean => {
    const ofNamespace = { ...cluster.namespaces[namespace], 'kubernetes.io/metadata.name': namespace };
    const isThere = namespaceSelector ? isSelected(ofNamespace, namespaceSelector) : namespace === own;
    return isThere && isSelected(ofPod, podSelector ?? {});
  };
  return cluster.pods.filter(isPeer).map(({ ip }) => ({ cidr: `${ip}/${isIPv6(ip) ? 128 : 32}`, except: [] }));
}

function isWithin(ip: string, { cidr, except }: Block): boolean {
  const has = (range: string): boolean => {
    const [network = '', bits = ''] = range.split('/');
    const list = new BlockList();
    list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
    return isIPv6(network) === isIPv6(ip) && list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
  };
  return has(cidr) && !except.some(has);
}
