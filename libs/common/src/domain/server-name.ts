/**
 * The name by which a server is asked for in TLS: without the dot at the end of an absolute name (RFC 6066, 3). Servers refuse a name with it,
 * and people write it so that a resolver does not try search domains first.
 */
export const serverName = (host: string): string => host.replace(/\.$/, '');
