import { networkInterfaces } from 'node:os';

/**
 * The address to listen on for clients of IPv6 and of IPv4: a server on `::` takes both. Where the kernel has no IPv6 it cannot be opened,
 * and no interface has an address of it.
 */
export function everyAddress(interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces()): string {
  const families = Object.values(interfaces).flatMap((addresses = []) => addresses.map(({ family }) => family));
  return families.includes('IPv6') ? '::' : '0.0.0.0';
}
