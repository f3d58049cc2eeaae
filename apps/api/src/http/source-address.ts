/** The addresses under which requests are counted for limits. */
import ipaddr from 'ipaddr.js';

/** The holder of one IPv6 address has its whole /64. */
const IPV6_PREFIX_PARTS = 4;

/** The address of a client. A server on `::` is given addresses of IPv4 as `::ffff:10.0.0.1`. */
export const clientAddress = ({ ip }: { readonly ip: string }): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/** The address by which a sender's requests are counted together. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, IPV6_PREFIX_PARTS).join(':')}::/64`;
}
