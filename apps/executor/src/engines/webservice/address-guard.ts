/**
 * Checks which addresses web services may have. Every address of a name is checked, and connections are made only to a checked address.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { lookup as addressesOf } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { serverName } from '#common/domain/server-name.js';
import { messageOf } from '#common/errors/app-error.js';
import { systemClock } from '#common/clock/clock.js';
import {
  allowsAddress,
  isOrdinaryAddress,
  parseCallRanges,
  trustsName,
  type CallRanges,
} from '#common/domain/call-ranges.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';

/** How long the addresses of guarded hosts are used without asking for them again. */
const GUARDED_FOR_MS = 10_000;

/** Thrown if a connection would leave the allowed ranges; nothing was sent. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

export class AddressGuard {
  private readonly ranges: CallRanges;
  private readonly cache = new TtlCache<'guarded', Promise<ReadonlySet<string>>>(1, GUARDED_FOR_MS, systemClock);
  /** The addresses of guarded hosts. */
  private lastKnown: ReadonlyMap<string, readonly string[]> = new Map();

  /** `guarded` gives, and never fails, the hosts whose addresses no trusted name may have, such as the database's. */
  constructor(
    ranges: readonly string[],
    private readonly guarded: () => Promise<readonly string[]> = async () => Promise.resolve([]),
    private readonly resolve: typeof systemLookup = systemLookup,
  ) {
    this.ranges = parseCallRanges(ranges);
  }

  allows(address: string): boolean {
    return allowsAddress(this.ranges, address);
  }

  /** The first address that is not allowed to this name; null where all of them are. */
  private async refusedOf(hostname: string, addresses: readonly LookupAddress[]): Promise<LookupAddress | null> {
    const outside = addresses.filter(({ address }) => !this.allows(address));
    const [first] = outside;
    if (first === undefined || !trustsName(this.ranges, hostname)) return first ?? null;
    const never = await this.guardedAddresses();
    return outside.find(({ address }) => never.has(address) || !isOrdinaryAddress(address)) ?? null;
  }

  /** A server may move. */
  private guardedAddresses(): Promise<ReadonlySet<string>> {
    const cached = this.cache.get('guarded');
    if (cached !== undefined) return cached;
    const addresses = this.readGuarded();
    this.cache.set('guarded', addresses);
    return addresses;
  }

  /** Of a name that cannot be resolved, the last known addresses: its server may still be there. */
  private async readGuarded(): Promise<ReadonlySet<string>> {
    const hosts = await this.guarded();
    const byHost = await Promise.all(
      hosts.map(async (host) => {
        const addresses = await addressesOf(host, { all: true }).catch(() => null);
        return [host, addresses?.map(({ address }) => address) ?? this.lastKnown.get(host) ?? []] as const;
      }),
    );
    this.lastKnown = new Map(byHost);
    return new Set([...this.lastKnown.values()].flat());
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
      const answer = (refused: LookupAddress | null): void => {
        const [first] = addresses;
        if (refused) callback(refusal(hostname, refused.address), '', 0);
        else if (options.all === true) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family ?? 0);
      };
      this.refusedOf(hostname, addresses).then(answer, (problem: unknown) => {
        callback(new Error(messageOf(problem)), '', 0);
      });
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
  const host = serverName(hostname).toLowerCase();
  return allowed.some((pattern) => {
    const wanted = pattern.toLowerCase();
    return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
  });
}
