/** Requests go through the proxy that the environment names, as those of other command lines do. */
import { directHosts } from '#common/config/direct-hosts.js';
import { CliError } from '../errors.js';
import type { Host } from '../host.js';

const PROXIES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'] as const;
/** No proxy leads to this machine: a quickstart is asked directly, whatever the environment names. */
const HERE = 'localhost,127.0.0.1,[::1]';

type Surroundings = Pick<Host, 'env'>;

const named = ({ env }: Surroundings): (readonly [name: string, text: string])[] =>
  PROXIES.flatMap((name) => {
    const text = env[name] ?? '';
    return text === '' ? [] : [[name, text] as const];
  });

/** What an unreachable server may owe to the environment; null without a proxy. The address may contain a password. */
export function proxyHint(host: Surroundings): string | null {
  const names = named(host).map(([name]) => name);
  return names.length === 0
    ? null
    : `requests go through the proxy of ${names.join(' and ')}, except to hosts of no_proxy`;
}

/** Node 24.14 and newer; earlier ones ask directly. */
interface ProxyAware {
  readonly setGlobalProxyFromEnv?: (env: Readonly<Record<string, string>>) => unknown;
}

/** Throws CliError for a variable that is no address: the error of the runtime does not name it. */
export function useProxy(host: Surroundings): void {
  const { env } = host;
  const proxies = named(host);
  for (const [name, text] of proxies)
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
      throw new CliError(`${name} must be an http or https URL, such as http://proxy:8080`);
  if (proxies.length === 0) return;
  const direct = directHosts(env);
  // As other command lines read it, a host stands for its subdomains, too.
  const below = direct.filter((entry) => /^[a-z]/i.test(entry)).map((entry) => `.${entry}`);
  // Loaded only here: the module takes a tenth of the time of a whole command.
  const { setGlobalProxyFromEnv } = process.getBuiltinModule('node:http') as ProxyAware;
  setGlobalProxyFromEnv?.({ ...Object.fromEntries(proxies), no_proxy: [...direct, ...below, HERE].join() });
}
