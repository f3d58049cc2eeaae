/**
 * Connections through a proxy. It resolves the names of hosts, so it decides which networks can be reached; addresses in place of names are
 * judged here as ever.
 */
import { request as requestInClear, type IncomingMessage } from 'node:http';
import { request as requestByTls } from 'node:https';
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { proxyOf } from '#common/config/outgoing-proxy.js';
import { basicCredentials } from './basic-credentials.js';

type Options = buildConnector.Options;
/** Makes TLS over a connection that exists. */
type Upgrade = (options: Options & { readonly httpSocket: Socket }, callback: buildConnector.Callback) => void;

/** Connects through a proxy where one is named, otherwise directly. `connect` makes the direct connections, and TLS within tunnels. */
export const throughProxy =
  (connect: buildConnector.connector, timeoutMs: number): buildConnector.connector =>
  (options, callback) => {
    const proxy = proxyOf({ protocol: options.protocol, host: options.host ?? options.hostname });
    if (proxy === null) {
      connect(options, callback);
      return;
    }
    openTunnel(proxy, options, timeoutMs).then(
      (httpSocket) => {
        if (options.protocol === 'https:') (connect as Upgrade)({ ...options, httpSocket }, callback);
        else callback(null, httpSocket);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), null);
      },
    );
  };

/** Rejects where the proxy cannot be reached, or refuses: then nothing has reached the host. */
async function openTunnel(proxy: URL, { protocol, hostname, port }: Options, timeoutMs: number): Promise<Socket> {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  const authority = `${host}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const request = proxy.protocol === 'https:' ? requestByTls : requestInClear;
  const credentials = basicCredentials(proxy);
  const proxyCredentials = credentials === null ? {} : { 'proxy-authorization': credentials };
  return new Promise((resolve, reject) => {
    const connecting = request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyCredentials },
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port,
      agent: false,
      timeout: timeoutMs,
    });
    connecting.once('connect', ({ statusCode }: IncomingMessage, socket: Socket) => {
      if (statusCode === 200) {
        resolve(socket.setTimeout(0));
        return;
      }
      socket.destroy();
      reject(new Error(`the proxy ${proxy.host} refused the connection to ${authority}: ${statusCode}`));
    });
    connecting.once('timeout', () => connecting.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    connecting.once('error', (error) => {
      reject(new Error(`the proxy ${proxy.host} did not connect to ${authority}: ${error.message}`, { cause: error }));
    });
    connecting.end();
  });
}
