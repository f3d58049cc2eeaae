/** `WEBSERVICE_ALLOW`: which addresses and names of web services may be called. Pure. */
import ipaddr from 'ipaddr.js';

/** Every address that is routed on the public internet. */
export const PUBLIC = 'public';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

export interface CallRanges {
  readonly isPublic: boolean;
  readonly networks: readonly Network[];
  /** Ends of trusted names, such as `.shop.svc`: whoever gives them their addresses is trusted, as a cluster is. */
  readonly names: readonly string[];
}

/** At least two labels, so that no entry trusts all namespaces of a cluster. */
const NAMES = /^\*((?:\.[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?){2,8})$/;
/** The last labels of names of a cluster, which entries leave out. */
const CLUSTER_DOMAIN = '.cluster.local';
/** What addresses of a trusted name may be: not the host itself, and no link-local address, as those of a cloud's metadata are. */
const ORDINARY = new Set(['unicast', 'private', 'carrierGradeNat', 'uniqueLocal']);
/** Metadata of clouds at other addresses: AWS, Google, Alibaba. */
const METADATA = new Set(['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200']);

/** Parses entries such as `public`, `10.0.0.0/8` or `*.shop.svc`; throws an Error that names the wrong one. */
export function parseCallRanges(texts: readonly string[]): CallRanges {
  const named = texts.map((text) => NAMES.exec(text)?.[1] ?? null);
  const names = named.filter((end) => end !== null);
  const networks = texts.filter((text, i) => text !== PUBLIC && named[i] === null).map(networkOf);
  return { isPublic: texts.includes(PUBLIC), networks, names };
}

function networkOf(text: string): Network {
  const network = parseNetwork(text);
  if (network !== null) return network;
  throw new Error(
    `"${text}" is neither "${PUBLIC}" nor an address range such as 10.0.0.0/8, nor names such as *.shop.svc`,
  );
}

/** An address, or a network with the length of its prefix; null for anything else, also for shortened forms (`10/8` would be `0.0.0.10/8`). */
export function parseNetwork(text: string): Network | null {
  const [bare = '', prefix] = text.split('/');
  const isAddress = bare.includes(':') ? ipaddr.IPv6.isValid(bare) : ipaddr.IPv4.isValidFourPartDecimal(bare);
  if (!isAddress) return null;
  if (prefix !== undefined) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null;
  const address = ipaddr.parse(bare);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

export function allowsAddress({ isPublic, networks }: CallRanges, text: string): boolean {
  // An IPv4 address inside an IPv6 one counts as that IPv4 address.
  const address = ipaddr.process(text);
  if (isPublic && address.range() === 'unicast') return true;
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits]));
}

/** True where a trusted name may have this address, unless it is that of a guarded server. */
export function isOrdinaryAddress(text: string): boolean {
  const address = ipaddr.process(text);
  return ORDINARY.has(address.range()) && !METADATA.has(address.toString());
}

export function trustsName({ names }: CallRanges, hostname: string): boolean {
  const name = bareHost(hostname);
  const short = name.endsWith(`.svc${CLUSTER_DOMAIN}`) ? name.slice(0, -CLUSTER_DOMAIN.length) : name;
  return names.some((end) => name.endsWith(end) || short.endsWith(end));
}

/**
 * True for addresses in the installation's own cluster or network, as far as the text tells: names of Services (`billing.shop.svc`,
 * `billing.shop.svc.cluster.local`), names of one label, as containers of one network have, and addresses that are not public.
 */
export function isInside(url: string): boolean {
  const host = bareHost(new URL(url).hostname);
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast';
  return !host.includes('.') || /\.svc(\.cluster\.local)?$/.test(host);
}

/** True if no call to this address can be allowed, whatever its name resolves to. */
export function isOutside(ranges: CallRanges, url: string): boolean {
  const host = bareHost(new URL(url).hostname);
  if (ipaddr.isValid(host)) return !allowsAddress(ranges, host);
  return isInside(url) && ranges.networks.length === 0 && !trustsName(ranges, host);
}

const bareHost = (hostname: string): string => hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
