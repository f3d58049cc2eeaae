/** The doctor's findings about proxies in front of the api, which say the addresses of clients. */
import ipaddr from 'ipaddr.js';
import { fine, warning, type Finding } from './finding.js';

export interface Proxies {
  readonly publicUrl: string;
  /** Addresses and networks of `TRUSTED_PROXIES`. */
  readonly trusted: readonly string[];
}

/** Networks of pods are as large as this, or larger. */
const WIDE_PREFIX = { ipv4: 16, ipv6: 64 } as const;
const ADVICE =
  'Set TRUSTED_PROXIES to the addresses of the proxy alone. See docs/installation.md, "A proxy of your own".';

export function proxyFindings({ publicUrl, trusted }: Proxies): Finding[] {
  const wide = trusted.filter(isWide);
  if (wide.length > 0) {
    const text = `TRUSTED_PROXIES trusts whole networks: ${wide.join(', ')}. Whoever is in them can name any address as its own.`;
    return [warning('proxies', text, ADVICE)];
  }
  // The api itself has no TLS.
  if (trusted.length === 0 && publicUrl.startsWith('https:')) {
    const text = 'A proxy is in front of the api, but TRUSTED_PROXIES names none: all clients count as one address.';
    return [warning('proxies', text, ADVICE)];
  }
  return [fine('proxies', 'The addresses of clients are known.')];
}

function isWide(network: string): boolean {
  if (!ipaddr.isValidCIDR(network)) return false;
  const [address, prefix] = ipaddr.parseCIDR(network);
  return prefix <= WIDE_PREFIX[address.kind()];
}
