/** The hosts that `NO_PROXY` names, as they are written: for the services and the command line, which reach them in ways of their own. Pure. */
export const directHosts = (env: Readonly<Record<string, string | undefined>>): string[] =>
  (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[,\s]+/).filter((entry) => entry !== '');
