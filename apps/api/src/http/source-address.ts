/** The addresses under which requests are counted for limits. */
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The holder of one IPv6 address has its whole /64. */
const IPV6_PREFIX_PARTS = 4;
const FORWARDED = 'x-forwarded-for';

/** Some proxies write a port into `X-Forwarded-For`, another one for each connection: `203.0.113.7:54321`, `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[([\da-f:.]+(?:%[\w.-]+)?)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/i;

function withoutPort(address: string): string {
  const parts = WITH_PORT.exec(address);
  return parts?.[1] ?? parts?.[2] ?? address;
}

/** Takes the ports out of `X-Forwarded-For`, of which a trusted proxy could not be recognised, and the client would count anew for each connection. */
export function nameForwarders(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const header = headers[FORWARDED];
    if (typeof header === 'string') {
      headers[FORWARDED] = header
        .split(',')
        .map((each) => withoutPort(each.trim()))
        .join(', ');
    }
    done();
  });
}

/** The address of a client. A server on `::` is given addresses of IPv4 as `::ffff:10.0.0.1`. */
export const clientAddress = ({ ip }: { readonly ip: string }): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/** The address by which a sender's requests are counted together. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const parsed = ipaddr.process(ip);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, IPV6_PREFIX_PARTS).join(':')}::/64`;
}
