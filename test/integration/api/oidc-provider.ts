/** A real OIDC provider on this machine, and a browser that signs in at it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT_ID = 'carillon-ui';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const TTL_SECONDS = 3_600;
const MAX_PAGES = 15;

export interface LocalProvider {
  readonly issuer: string;
  /** From now on a proxy in front of it answers (503) for its paths that begin so: `/` for all of them, null for none. */
  readonly beAway: (paths: string | null, status?: number) => void;
  readonly stop: () => Promise<void>;
}

/** Accepts everybody under the name that they type; `groupsOf` gives their groups, in ID tokens only if `idTokenIsWhole`. */
export async function startProvider(
  redirectUri: string,
  groupsOf: (login: string) => readonly string[],
  idTokenIsWhole = false,
): Promise<LocalProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code', DEVICE_GRANT],
      },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'] },
    conformIdTokenClaims: !idTokenIsWhole,
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => ({ sub: login, preferred_username: `${login} h`, groups: groupsOf(login) }),
    }),
    cookies: { keys: ['of the test'] },
    ttl: {
      Interaction: TTL_SECONDS,
      Session: TTL_SECONDS,
      Grant: TTL_SECONDS,
      AccessToken: TTL_SECONDS,
      IdToken: TTL_SECONDS,
    },
    features: { devInteractions: { enabled: true }, deviceFlow: { enabled: true } },
  });
  const serve = provider.callback();
  let gone: string | null = null;
  let goneStatus = 503;
  server.on('request', (request, response) => {
    response.setHeader('connection', 'close');
    if (gone !== null && request.url?.startsWith(gone) === true)
      response.writeHead(goneStatus, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>');
    else serve(request, response);
  });
  return {
    issuer,
    beAway: (paths, status = 503) => {
      gone = paths;
      goneStatus = status;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Keeps cookies by origin, follows nothing by itself. */
export class Browser {
  readonly setCookies: string[] = [];
  private readonly jars = new Map<string, Map<string, string>>();

  async visit(
    address: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; location: string | null; text: string }> {
    const url = new URL(address);
    const jar = this.jarOf(url.origin);
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: this.cookiesFor(url.origin), connection: 'close' },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const each of response.headers.getSetCookie()) {
      this.setCookies.push(each);
      const [pair = ''] = each.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0\b|expires=thu, 01 jan 1970/i.test(each)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    const text = await response.text();
    return { status: response.status, location: location === null ? null : new URL(location, url).href, text };
  }

  cookiesFor(origin: string): string {
    return [...this.jarOf(origin)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** From the address to which the service sends the browser, to the one to which the provider sends it back. */
  async signInAt(provider: LocalProvider, authorization: string, login: string): Promise<string> {
    let { location } = await this.visit(authorization);
    for (let steps = 0; steps < 10 && location?.startsWith(provider.issuer) === true; steps++) {
      const isQuestion = location.includes('/interaction/');
      const page = await this.visit(location);
      const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1];
      ({ location } = isQuestion
        ? await this.visit(location, { prompt: prompt ?? 'consent', login, password: 'any' })
        : page);
    }
    if (location === null) throw new Error('the provider does not send back');
    return location;
  }

  /** Confirms the code of a device, or denies it; gives the last page. */
  async confirmAt(address: string, login: string, isDenied = false): Promise<string> {
    let at = address;
    let form: Record<string, string> | undefined;
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page = await this.visit(at, form);
      form = undefined;
      if (page.location !== null) {
        at = page.location;
        continue;
      }
      const hidden = [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
      if (hidden.length === 0) return page.text;
      const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
      if (action !== undefined) at = new URL(action, at).href;
      const isConfirmation = hidden.some(([, name]) => name === 'confirm');
      const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
      if (isConfirmation && isDenied) return (await this.visit(at, { ...fields, abort: 'yes' })).text;
      form = { ...fields, login, password: 'any' };
    }
    throw new Error('the provider asks on and on');
  }

  private jarOf(origin: string): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }
}
