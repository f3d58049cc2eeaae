/** @promise S6 */
import * as oidc from 'openid-client';
import { ClientSecret, promptOf } from './issuer-client.js';

const SECRET = 'p+a/b:%';

function configurationOf(ways: readonly string[] | undefined, secret: ClientSecret): oidc.Configuration {
  const lists = ways && { token_endpoint_auth_methods_supported: [...ways] };
  const server = { issuer: 'https://issuer.test', token_endpoint: 'https://issuer.test/token', ...lists };
  return new oidc.Configuration(server, 'my:client', undefined, secret.auth);
}

/** An issuer that permits the client one way, and how the client has proved its secret so far. */
function issuerOf(
  permitted: string,
  proofs?: readonly string[],
): { readonly seen: string[]; readonly fetch: oidc.CustomFetch } {
  const seen: string[] = [];
  const fetch: oidc.CustomFetch = async (_url, { headers, body }) => {
    const given = new Headers(headers).get('authorization');
    const sent = new URLSearchParams(body as URLSearchParams | undefined);
    const way = given === null ? 'client_secret_post' : 'client_secret_basic';
    const proof = given === null ? sent.get('client_secret') : Buffer.from(given.slice(6), 'base64').toString();
    seen.push(`${way} ${proof ?? ''}`);
    await Promise.resolve();
    return way === permitted && proofs?.includes(proof ?? '') !== false
      ? Response.json({ access_token: 'a', token_type: 'bearer' })
      : Response.json({ error: 'invalid_client' }, { status: 401 });
  };
  return { seen, fetch };
}

async function grant(ways: readonly string[] | undefined, permitted: string, times = 1): Promise<string[]> {
  const secret = new ClientSecret('my:client', SECRET);
  const configuration = configurationOf(ways, secret);
  const { seen, fetch } = issuerOf(permitted);
  configuration[oidc.customFetch] = fetch;
  for (let each = 0; each < times; each++)
    await secret.prove(configuration, async () => oidc.clientCredentialsGrant(configuration));
  return seen;
}

// RFC 6749, 2.3.1: id and secret are form-encoded before they are joined.
const BASIC = 'client_secret_basic my%3Aclient:p%2Ba%2Fb%3A%25';
/** Servers that do not decode it: panva/openid-client 134, 161, 236. */
const PLAIN = `client_secret_basic my:client:${SECRET}`;
const POST = `client_secret_post ${SECRET}`;

test('the client proves its secret in a way that the issuer lists; in the header if it lists none', async () => {
  expect(await grant(['client_secret_basic'], 'client_secret_basic')).toEqual([BASIC]);
  expect(await grant(undefined, 'client_secret_basic')).toEqual([BASIC]);
  expect(await grant(['client_secret_post'], 'client_secret_post')).toEqual([POST]);
});

test('an issuer that lists both ways and permits the client only one is asked in the other, and from then on in that', async () => {
  const both = ['client_secret_basic', 'client_secret_post'];
  expect(await grant(both, 'client_secret_basic', 2)).toEqual([POST, BASIC, BASIC]);
  expect(await grant(both, 'client_secret_post', 2)).toEqual([POST, POST]);
});

test('a wrong secret is proved once in each way', async () => {
  await expect(grant(['client_secret_basic'], 'none')).rejects.toThrow();
  const secret = new ClientSecret('my:client', SECRET);
  const configuration = configurationOf(['client_secret_basic', 'client_secret_post'], secret);
  const { seen, fetch } = issuerOf('none');
  configuration[oidc.customFetch] = fetch;
  await expect(secret.prove(configuration, async () => oidc.clientCredentialsGrant(configuration))).rejects.toThrow();
  expect(seen).toEqual([POST, BASIC, PLAIN]);
});

test('an issuer that does not decode the header gets the secret as it is, from then on at once', async () => {
  const secret = new ClientSecret('my:client', SECRET);
  const configuration = configurationOf(['client_secret_basic'], secret);
  const { seen, fetch } = issuerOf('client_secret_basic', [`my:client:${SECRET}`]);
  configuration[oidc.customFetch] = fetch;
  const ask = async (): Promise<unknown> =>
    secret.prove(configuration, async () => oidc.clientCredentialsGrant(configuration));
  await ask();
  await Promise.all([ask(), ask()]);
  expect(seen).toEqual([BASIC, PLAIN, PLAIN, PLAIN]);
});

test.each([
  [undefined, 'select_account'],
  [['none', 'login', 'consent'], 'login'],
  [['login', 'select_account'], 'select_account'],
])('an issuer that lists the prompts %j asks who the person is by %s', (listed, expected) => {
  expect(promptOf({ issuer: 'https://issuer.test', ...(listed && { prompt_values_supported: listed }) })).toBe(
    expected,
  );
});
