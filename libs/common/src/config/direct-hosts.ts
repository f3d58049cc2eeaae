/** The entries of `NO_PROXY`, as they are written. Pure, and apart from `outgoing-proxy.ts`, whose packages the command line does not load. */
export const directHosts = (env: Readonly<Record<string, string | undefined>>): string[] =>
  (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[,\s]+/).filter((entry) => entry !== '');
