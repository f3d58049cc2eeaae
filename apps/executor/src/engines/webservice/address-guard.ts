/**
 * Checks which addresses web services may have. Every address of a name is checked, and connections are made only to a checked address.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Every address that is routed on the public internet. */
export const PUBLIC = 'public';

type Range = typeof PUBLIC | readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Thrown if a connection would leave the allowed ranges; nothing was sent. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/** Parses ranges such as `public` or `10.0.0.0/8`; throws an Error that names the wrong one. */
export function parseRanges(texts: readonly string[]): Range[] {
  return texts.map((text) => {
    if (text === PUBLIC) return PUBLIC;
    try {
      return text.includes('/') ? ipaddr.parseCIDR(text) : single(ipaddr.parse(text));
    } catch {
      throw new Error(`"${text}" is neither "${PUBLIC}" nor an address range such as 10.0.0.0/8`);
    }
  });
}

const single = (address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
];

export class AddressGuard {
  private readonly ranges: readonly Range[];

  constructor(
    ranges: readonly string[],
    private readonly resolve: typeof systemLookup = systemLookup,
  ) {
    this.ranges = parseRanges(ranges);
  }

  allows(text: string): boolean {
    // An IPv4 address inside an IPv6 one counts as that IPv4 address.
    const address = ipaddr.process(text);
    return this.ranges.some((range) => {
      if (range === PUBLIC) return address.range() === 'unicast';
      return range[0].kind() === address.kind() && address.match([...range]);
    });
  }

  /** Throws when a host that is an address is not allowed; names are checked when they are resolved. */
  checkHost(hostname: string): void {
    const bare = hostname.replace(/^\[|\]$/g, '');
    if (isIP(bare) !== 0 && !this.allows(bare)) throw refusal(bare, bare);
  }

  /** Replaces the system's lookup: gives the addresses only if all of them are allowed. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) {
        callback(error, '', 0);
        return;
      }
      const refused = addresses.find(({ address }) => !this.allows(address));
      const [first] = addresses;
      if (refused) callback(refusal(hostname, refused.address), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}

const refusal = (host: string, address: string): AddressNotAllowed =>
  new AddressNotAllowed(
    host === address
      ? `${host} is outside WEBSERVICE_ALLOW`
      : `${host} resolves to ${address}, outside WEBSERVICE_ALLOW`,
  );

/** True when a tenant's list of hosts (`api.example.com`, `*.example.com`) names the host, or there is no list. */
export function hostIsNamed(hostname: string, allowed: readonly string[] | null): boolean {
  if (allowed === null) return true;
  const host = hostname.toLowerCase();
  return allowed.some((pattern) => {
    const wanted = pattern.toLowerCase();
    return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
  });
}
