/**
 * The objects that the attempts of a run share in a cluster: a headless service that gives each pod its name, lists of hosts, a
 * network policy, a key pair, volume claims. Sources: V20, V21, V26, V34, V35.
 */
import type { JsonValue } from '#common/spec/fields.js';
import type { ClaimSpec } from '#common/spec/volumes.js';
import { hostFiles, hostLists, sshConfig, type HostLists } from '#common/run/hosts.js';
import { labelValue, MANAGER, POD_ANNOTATIONS, POD_LABELS, shardLabel } from '#common/run/pod-contract.js';
import type { RunSite } from '../../engine.js';
import { siteMark } from '../../../launch/run-site.js';
import { podHostname, type SiteNames } from './pod-name.js';

/** The kinds in the order in which they are made. */
export const SITE_KINDS = [
  'services',
  'networkpolicies',
  'configmaps',
  'secrets',
  'persistentvolumeclaims',
  'podgroups',
] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

export interface SiteObject {
  readonly kind: SiteKind;
  readonly name: string;
  /** The whole manifest, except for the keys of a Secret. */
  readonly manifest: Readonly<Record<string, JsonValue>>;
  /** The fields that depend on the number of hosts, by their JSON pointer; empty if none does. */
  readonly following: Readonly<Record<string, JsonValue>>;
}

/** A key pair as OpenSSH reads it: PEM, and the line of an authorized_keys file. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Kubernetes' value for a service without an address. */
const HEADLESS = 'None';
const HOSTS_POINTER = `/metadata/annotations/${POD_ANNOTATIONS.hosts.replaceAll('/', '~1')}`;
export const RUN_POINTER = `/metadata/annotations/${POD_ANNOTATIONS.run.replaceAll('/', '~1')}`;

export const needsName = ({ svc, ssh }: RunSite): boolean => svc !== null || ssh !== null;

/** `<hostname>.<subdomain>` of every pod. */
export const siteHosts = (site: RunSite, { subdomain }: SiteNames): HostLists =>
  hostLists(site.tasks, (task, index) => `${podHostname({ slug: site.slug, key: { task, index } })}.${subdomain}`);

export function siteObjects(site: RunSite, names: SiteNames, instance: string): readonly SiteObject[] {
  const { svc, ssh, claims, gangs } = site;
  const hosts = svc || ssh ? siteHosts(site, names) : new Map<string, readonly string[]>();
  const metadata = (name: string, own: Readonly<Record<string, string>> = {}): Record<string, JsonValue> => ({
    name,
    labels: labelsOf(site, instance),
    annotations: { [POD_ANNOTATIONS.run]: site.run, ...own },
  });
  const fixed = (kind: SiteKind, name: string, rest: Readonly<Record<string, JsonValue>>): SiteObject => ({
    kind,
    name,
    manifest: { ...rest, metadata: metadata(name) },
    following: {},
  });
  const mark = siteMark(site);
  return [
    ...(needsName(site) ? [fixed('services', names.subdomain, service(site, names))] : []),
    ...(svc?.networkPolicy === true ? [fixed('networkpolicies', names.subdomain, networkPolicy(names))] : []),
    ...(svc ? [hostsObject(names.hosts, { hosts, mark, metadata })] : []),
    ...(ssh ? [keysObject(names.keys, { ssh, hosts, mark, metadata })] : []),
    ...claims.map(({ volume, spec }) =>
      fixed('persistentvolumeclaims', names.claim(volume), {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        spec: claimSpec(spec),
      }),
    ),
    ...gangs.map((gang) => gangObject(gang, { name: names.gang(gang.wave), mark, metadata })),
  ];
}

interface Listing {
  readonly hosts: HostLists;
  readonly mark: string;
  readonly metadata: (name: string, own: Readonly<Record<string, string>>) => Record<string, JsonValue>;
}

function hostsObject(name: string, { hosts, mark, metadata }: Listing): SiteObject {
  const data = { ...hostFiles(hosts) };
  return {
    kind: 'configmaps',
    name,
    manifest: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metadata(name, { [POD_ANNOTATIONS.hosts]: mark }),
      data,
    },
    following: { '/data': data, [HOSTS_POINTER]: mark },
  };
}

function keysObject(
  name: string,
  { ssh, hosts, mark, metadata }: Listing & { readonly ssh: NonNullable<RunSite['ssh']> },
): SiteObject {
  const config = base64(sshConfig(hosts, { port: ssh.port, keyFile: `${ssh.keyFilePath}/id_rsa` }));
  return {
    kind: 'secrets',
    name,
    manifest: {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: metadata(name, { [POD_ANNOTATIONS.hosts]: mark }),
      data: { config },
    },
    following: { '/data/config': config, [HOSTS_POINTER]: mark },
  };
}

/** Volcano places the pods of the group together or not at all (V27); it reads their needs from the pods themselves. */
function gangObject(
  { members, queue, priorityClassName }: RunSite['gangs'][number],
  { name, mark, metadata }: Omit<Listing, 'hosts'> & { readonly name: string },
): SiteObject {
  return {
    kind: 'podgroups',
    name,
    manifest: {
      apiVersion: 'scheduling.volcano.sh/v1beta1',
      kind: 'PodGroup',
      metadata: metadata(name, { [POD_ANNOTATIONS.hosts]: mark }),
      spec: { minMember: members, queue, ...(priorityClassName !== null && { priorityClassName }) },
    },
    following: { '/spec/minMember': members, [HOSTS_POINTER]: mark },
  };
}

function claimSpec({ accessModes, resources, ...rest }: ClaimSpec): Record<string, JsonValue> {
  const { requests, limits } = resources;
  const fields = Object.entries(rest).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  return {
    accessModes,
    resources: { requests, ...(limits !== undefined && { limits }) },
    ...Object.fromEntries(fields),
  };
}

/** The Secret's manifest with its keys. */
export function withKeys(object: SiteObject, { privateKey, publicKey }: KeyPair): Record<string, JsonValue> {
  const id_rsa = base64(privateKey);
  const id_rsa_pub = base64(publicKey);
  return withData(object, { id_rsa, 'id_rsa.pub': id_rsa_pub, authorized_keys: id_rsa_pub });
}

/** The Secret's manifest with the keys of another Secret of the same run, in base64. */
export function withData({ manifest }: SiteObject, keys: Readonly<Record<string, string>>): Record<string, JsonValue> {
  const config = (manifest['data'] as Record<string, JsonValue>)['config'] ?? '';
  return { ...manifest, data: { ...keys, config } };
}

/** The mark on an object with these annotations; the empty text if the object lists no hosts. */
export const markOf = (annotations: Readonly<Record<string, string>>): string =>
  annotations[POD_ANNOTATIONS.hosts] ?? '';

function labelsOf(site: RunSite, instance: string): Record<string, string> {
  return {
    [POD_LABELS.managedBy]: MANAGER,
    [POD_LABELS.instance]: instance,
    [POD_LABELS.scope]: 'run',
    [POD_LABELS.tenant]: labelValue(site.tenant),
    [POD_LABELS.job]: labelValue(site.job),
    [POD_LABELS.run]: labelValue(site.run),
    [POD_LABELS.shard]: shardLabel(site.run),
  };
}

/** The run's pods have its name as a label of their own: values of other labels may be cut. */
const podsOf = ({ subdomain }: SiteNames): Record<string, string> => ({ [POD_LABELS.subdomain]: subdomain });

const service = ({ svc }: RunSite, names: SiteNames): Record<string, JsonValue> => ({
  apiVersion: 'v1',
  kind: 'Service',
  spec: {
    clusterIP: HEADLESS,
    selector: podsOf(names),
    publishNotReadyAddresses: svc?.publishNotReadyAddresses ?? false,
  },
});

/** Only the run's own pods may talk to each other. */
const networkPolicy = (names: SiteNames): Record<string, JsonValue> => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  spec: {
    podSelector: { matchLabels: podsOf(names) },
    policyTypes: ['Ingress'],
    ingress: [{ from: [{ podSelector: { matchLabels: podsOf(names) } }] }],
  },
});

const base64 = (text: string): string => btoa(text);
