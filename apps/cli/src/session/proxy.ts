/** Requests go through the proxy that the environment names, as those of other command lines do. */
import { CliError } from '../errors.js';
import type { Host } from '../host.js';

const PROXIES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'] as const;
/** No proxy leads to this machine: a quickstart is asked directly, whatever the environment names. */
const HERE = 'localhost,127.0.0.1,[::1]';

/** Node 24.14 and newer; earlier ones ask directly. */
interface ProxyAware {
  readonly setGlobalProxyFromEnv?: (env: Readonly<Record<string, string>>) => unknown;
}

/** Throws CliError for a variable that is no address: the error of the runtime does not name it. */
export function useProxy({ env }: Pick<Host, 'env'>): void {
  const named = PROXIES.flatMap((name) => {
    const text = env[name] ?? '';
    return text === '' ? [] : [[name, text] as const];
  });
  for (const [name, text] of named)
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
      throw new CliError(`${name} must be an http or https URL, such as http://proxy:8080`);
  if (named.length === 0) return;
  const direct = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  // Loaded only here: the module takes a tenth of the time of a whole command.
  const { setGlobalProxyFromEnv } = process.getBuiltinModule('node:http') as ProxyAware;
  setGlobalProxyFromEnv?.({ ...Object.fromEntries(named), no_proxy: `${direct},${HERE}` });
}
