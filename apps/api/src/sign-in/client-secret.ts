/**
 * How the client proves its secret to the issuer (RFC 6749, 2.3.1): in the header `Authorization`, or in the body. Issuers list the ways
 * that they know, and may permit a client only one of them, which they do not tell.
 */
import * as oidc from 'openid-client';

type Way = 'client_secret_post' | 'client_secret_basic';

/** An issuer that lists none takes the header (OpenID Connect Discovery 1.0, 3). */
const DEFAULT_WAYS: readonly string[] = ['client_secret_basic'] satisfies readonly Way[];
const OTHER: Readonly<Record<Way, Way>> = {
  client_secret_post: 'client_secret_basic',
  client_secret_basic: 'client_secret_post',
};

export class ClientSecret {
  private readonly methods: Readonly<Record<Way, oidc.ClientAuth>>;
  private refused: Way | null = null;

  constructor(secret: string) {
    this.methods = {
      client_secret_post: oidc.ClientSecretPost(secret),
      client_secret_basic: oidc.ClientSecretBasic(secret),
    };
  }

  readonly auth: oidc.ClientAuth = (server, ...rest) => {
    this.methods[this.wayOf(server)](server, ...rest);
  };

  /** Makes a request that proves the secret; once more in the other way if the issuer knows it, too, and refused the client in this one. */
  async prove<T>(configuration: oidc.Configuration, request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      const server = configuration.serverMetadata();
      const way = this.wayOf(server);
      if (!isInvalidClient(error) || !waysOf(server).includes(OTHER[way])) throw error;
      this.refused = way;
      return request();
    }
  }

  private wayOf(server: oidc.ServerMetadata): Way {
    const way = waysOf(server).includes('client_secret_post') ? 'client_secret_post' : 'client_secret_basic';
    return way === this.refused ? OTHER[way] : way;
  }
}

const waysOf = (server: oidc.ServerMetadata): readonly string[] =>
  server.token_endpoint_auth_methods_supported ?? DEFAULT_WAYS;

const UNAUTHORIZED = 401;

function isInvalidClient(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_client';
  return error instanceof oidc.WWWAuthenticateChallengeError && error.status === UNAUTHORIZED;
}
