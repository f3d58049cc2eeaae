/** The library has no types of its own. */
declare module 'proxy-from-env' {
  /** The address of the proxy for requests to the URL, as the environment names it; empty for none. */
  export function getProxyForUrl(url: string): string;
}
