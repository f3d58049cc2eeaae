/** Who is shown the identity of a pod: the pod sends its tokens, which are verified by the published keys of the issuer, as a stranger would. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import { z } from 'zod';
import { until } from '#testing/until.js';
import type { Target } from '#testing/tcp-relay.js';

const shown = z.object({ mode: z.string(), ofFile: z.string(), renewed: z.string() });
type Shown = z.output<typeof shown>;
const discovery = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });

/** What a pod runs: it ends when it is answered. There are no names here, so it finds the api by address. */
const SHOW = `const { readFileSync, statSync } = require('fs');
const { CARILLON_IDENTITY_TOKEN_FILE: file, CARILLON_IDENTITY_URL: url, CARILLON_CALLBACK_TOKEN: own } = process.env;
const [api, recipient] = process.argv.slice(1);
(async () => {
  const ofFile = readFileSync(file, 'utf8');
  const headers = { authorization: 'Bearer ' + own };
  const answer = await fetch(api + new URL(url).pathname + '?audience=vault', { headers });
  if (!answer.ok) throw new Error(answer.status + ' ' + (await answer.text()));
  const { token: renewed } = await answer.json();
  console.log('I am ' + ofFile);
  console.log(JSON.stringify({ renewed }));
  const body = JSON.stringify({ mode: statSync(file).mode.toString(8), ofFile, renewed });
  await fetch(recipient, { method: 'POST', body });
})();`;

export class Recipient {
  private tokensShown: Shown | null = null;
  private waiting: ServerResponse | null = null;
  private readonly server: Server;

  private constructor(private readonly api: string) {
    this.server = createServer((request, response) => void this.take(request, response));
  }

  static async start(api: string): Promise<Recipient> {
    const recipient = new Recipient(api);
    await new Promise<void>((resolve) => recipient.server.listen(0, '127.0.0.1', resolve));
    return recipient;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get target(): Target {
    return { host: '127.0.0.1', port: (this.server.address() as AddressInfo).port };
  }

  commandOf(ownAddress: string): string[] {
    return ['node', '-e', SHOW, this.api, ownAddress];
  }

  async tokens(limitMs: number): Promise<Shown> {
    return until('a pod to say who it is', () => this.tokensShown, limitMs);
  }

  /** The pod goes on, and ends. */
  letGo(): void {
    this.waiting?.end();
  }

  /** The claims. Throws if the token is not of this issuer, or is not valid. */
  async verified(issuer: string, token: string): Promise<JWTPayload> {
    const found = discovery.parse(await this.read('/.well-known/openid-configuration'));
    const keys = createLocalJWKSet((await this.read(new URL(found.jwks_uri).pathname)) as JSONWebKeySet);
    return (await jwtVerify(token, keys, { issuer: found.issuer === issuer ? issuer : '', audience: 'vault' })).payload;
  }

  private async read(path: string): Promise<unknown> {
    return (await fetch(`${this.api}${path}`)).json();
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    this.waiting = response;
    this.tokensShown = shown.parse(JSON.parse(text));
  }
}
