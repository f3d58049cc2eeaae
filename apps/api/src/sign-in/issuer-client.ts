/** The requests to the OIDC issuer when a person signs in: authorization code with PKCE, or the device flow (RFC 8628). */
import * as oidc from 'openid-client';
import type { Clock } from '#common/clock/clock.js';
import { basicProofs } from '#common/domain/client-proof.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';

const REQUEST_TIMEOUT_SECONDS = 5;
/** The issuer's metadata is read again after this time. */
const FRESH_MS = 10 * 60_000;

export interface IssuerClientOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  readonly redirectUri: string;
}

/** The values which prove that an answer of the issuer belongs to a request of this browser. */
export interface Question {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** The interval if the issuer gives none (RFC 8628, 3.2). */
const DEFAULT_INTERVAL_SECONDS = 5;

/** The code that a device without a browser shows, to be confirmed in a browser on another device. */
export interface DeviceQuestion {
  /** A code that only the issuer and Carillon know. */
  readonly code: string;
  readonly userCode: string;
  readonly address: string;
  /** The address with the user code; null if the issuer gives none. */
  readonly addressWithCode: string | null;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

type Claims = Record<string, unknown>;

export class IssuerClient {
  private configuration: { readonly discovery: Promise<oidc.Configuration>; readonly at: number } | null = null;
  /** Null for a public client. */
  private readonly secret: ClientSecret | null;

  constructor(
    private readonly options: IssuerClientOptions,
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly log: Logger,
  ) {
    this.secret = options.clientSecret === undefined ? null : new ClientSecret(options.clientId, options.clientSecret);
  }

  newQuestion(): Question {
    return { verifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() };
  }

  /**
   * The address to which the browser is sent with the question. `isAsked`: the issuer asks who the person is, although it knows somebody
   * from before. Throws UNAVAILABLE.
   */
  async addressFor({ verifier, state, nonce }: Question, isAsked: boolean): Promise<URL> {
    const { scopes, redirectUri } = this.options;
    const configuration = await this.discovered();
    return oidc.buildAuthorizationUrl(configuration, {
      ...(isAsked && { prompt: promptOf(configuration.serverMetadata()) }),
      redirect_uri: redirectUri,
      scope: scopes,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
  }

  /**
   * The claims about the person who has signed in: from the verified ID token and the issuer's user information. `query` is the query with
   * which the browser returned. Throws UNAUTHENTICATED for an answer that does not belong to this question, UNAVAILABLE if the issuer is
   * unreachable.
   */
  async claimsFor(question: Question, query: string): Promise<Claims> {
    const configuration = await this.discovered();
    const answered = new URL(`${this.options.redirectUri}${query}`);
    try {
      const tokens = await this.prove(configuration, async () =>
        oidc.authorizationCodeGrant(configuration, answered, {
          pkceCodeVerifier: question.verifier,
          expectedState: question.state,
          expectedNonce: question.nonce,
          idTokenExpected: true,
        }),
      );
      return await this.claimsOf(configuration, tokens);
    } catch (cause) {
      throw refused(cause);
    }
  }

  /** Throws NOT_FOUND if the issuer has no device flow, or none for our client; UNAVAILABLE. */
  async beginDevice(): Promise<DeviceQuestion> {
    const configuration = await this.discovered();
    if (configuration.serverMetadata().device_authorization_endpoint === undefined) throw noDeviceFlow();
    try {
      const answer = await this.prove(configuration, async () =>
        oidc.initiateDeviceAuthorization(configuration, { scope: this.options.scopes }),
      );
      return {
        code: answer.device_code,
        userCode: answer.user_code,
        address: answer.verification_uri,
        addressWithCode: answer.verification_uri_complete ?? null,
        expiresInSeconds: answer.expires_in,
        intervalSeconds: answer.interval ?? DEFAULT_INTERVAL_SECONDS,
      };
    } catch (cause) {
      throw isAway(cause) ? away(cause) : noDeviceFlow(cause);
    }
  }

  /**
   * The claims about the person who has confirmed the device's question; before that `pending`, or `slowDown` if this is called too often.
   * Throws UNAUTHENTICATED if the question was denied or has expired, UNAVAILABLE.
   */
  async claimsForDevice(code: string): Promise<Claims | 'pending' | 'slowDown'> {
    const configuration = await this.discovered();
    try {
      const tokens = await this.prove(configuration, async () =>
        oidc.genericGrantRequest(configuration, DEVICE_GRANT, { device_code: code }),
      );
      return await this.claimsOf(configuration, tokens);
    } catch (cause) {
      const error = cause instanceof oidc.ResponseBodyError ? cause.error : null;
      if (error === 'authorization_pending') return 'pending';
      if (error === 'slow_down') return 'slowDown';
      if (error === 'access_denied') throw new AppError('UNAUTHENTICATED', 'the sign-in was denied', { cause });
      if (error === 'expired_token')
        throw new AppError('UNAUTHENTICATED', 'nobody confirmed the code in time: start the sign-in again', { cause });
      throw refused(cause);
    }
  }

  private async claimsOf(
    configuration: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  ): Promise<Claims> {
    const claims = tokens.claims();
    if (!claims) throw new Error('the OIDC issuer sent no ID token');
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await this.userInformation(configuration, tokens.access_token, claims.sub) : {};
    return { ...more, ...claims };
  }

  /** Further claims; none from an issuer that does not give them to us, because its ID token may say enough. */
  private async userInformation(configuration: oidc.Configuration, token: string, subject: string): Promise<Claims> {
    try {
      return await oidc.fetchUserInfo(configuration, token, subject);
    } catch (error) {
      if (isAway(error) || !isNoInformation(error)) throw error;
      this.log.warn({ error: messageOf(error) }, 'the OIDC issuer gave no user information: only its ID token counts');
      return {};
    }
  }

  private async prove<T>(configuration: oidc.Configuration, request: () => Promise<T>): Promise<T> {
    return this.secret ? this.secret.prove(configuration, request) : request();
  }

  private async discovered(): Promise<oidc.Configuration> {
    const now = this.clock.monotonic();
    if (!this.configuration || now - this.configuration.at > FRESH_MS) {
      const discovery = this.discover();
      this.configuration = { discovery: discovery, at: now };
      discovery.catch(() => {
        this.configuration = null;
      });
    }
    return this.configuration.discovery.catch((cause: unknown) => {
      throw away(cause);
    });
  }

  private async discover(): Promise<oidc.Configuration> {
    const { issuer, clientId } = this.options;
    // The operator has named an issuer without TLS: such as one on the same machine.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is marked so only to be thought about
    const execute = issuer.startsWith('http://') ? { execute: [oidc.allowInsecureRequests] } : {};
    const options = { timeout: REQUEST_TIMEOUT_SECONDS, ...execute };
    return oidc.discovery(new URL(issuer), clientId, undefined, this.secret?.auth ?? oidc.None(), options);
  }
}

/** Issuers that list what they know may know only that the person signs in again. */
export const promptOf = ({ prompt_values_supported: listed }: oidc.ServerMetadata): string =>
  Array.isArray(listed) && !listed.includes('select_account') && listed.includes('login') ? 'login' : 'select_account';

/** Answers that tell of nobody: a refusal, or a page. An answer about another person is not among them. */
const NO_INFORMATION: ReadonlySet<unknown> = new Set([
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);
const isNoInformation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_INFORMATION.has(error.code);

const SERVER_ERROR = 500;

/** True for failures of the connection, and of servers on the way; a response of the issuer itself is an answer. */
function isAway(error: unknown): boolean {
  if (error instanceof Response) return error.status >= SERVER_ERROR;
  if (error instanceof TypeError || (error instanceof oidc.ClientError && error.code === 'OAUTH_TIMEOUT')) return true;
  return error instanceof Error && (['TimeoutError', 'AbortError'].includes(error.name) || isAway(error.cause));
}
const away = (cause: unknown): AppError =>
  new AppError('UNAVAILABLE', 'the OIDC issuer cannot be reached, so you cannot sign in now; try again later', {
    cause,
  });
const refused = (cause: unknown): AppError =>
  isAway(cause)
    ? away(cause)
    : new AppError('UNAUTHENTICATED', 'the OIDC issuer did not confirm your identity', { cause });
const noDeviceFlow = (cause?: unknown): AppError =>
  new AppError('NOT_FOUND', 'the OIDC issuer does not offer a sign-in by a code', { cause });

/*
 * How the client proves its secret to the issuer (RFC 6749, 2.3.1): in the header `Authorization`, or in the body. Issuers list the ways
 * that they know, and may permit a client only one of them, which they do not tell.
 */

type Way = 'client_secret_post' | 'client_secret_basic' | 'client_secret_basic, not encoded';

/** An issuer that lists none takes the header (OpenID Connect Discovery 1.0, 3). */
const DEFAULT_WAYS: readonly string[] = ['client_secret_basic'] satisfies readonly Way[];

export class ClientSecret {
  private readonly methods: ReadonlyMap<Way, oidc.ClientAuth>;
  private refused: readonly Way[] = [];

  constructor(clientId: string, secret: string) {
    const [encoded = '', plain] = basicProofs(clientId, secret);
    this.methods = new Map<Way, oidc.ClientAuth>([
      ['client_secret_post', oidc.ClientSecretPost(secret)],
      ['client_secret_basic', inHeader(encoded)],
      ...(plain === undefined ? [] : [['client_secret_basic, not encoded', inHeader(plain)] as const]),
    ]);
  }

  readonly auth: oidc.ClientAuth = (server, ...rest) => {
    const way = this.waysFor(server)[0];
    if (way !== undefined) this.methods.get(way)?.(server, ...rest);
  };

  /** Makes a request that proves the secret; again in each other way that the issuer may take, while it refuses the client. */
  async prove<T>(configuration: oidc.Configuration, request: () => Promise<T>): Promise<T> {
    const before = this.refused;
    for (;;) {
      const [way, ...others] = this.waysFor(configuration.serverMetadata());
      try {
        return await request();
      } catch (error) {
        if (!isInvalidClient(error) || way === undefined) throw error;
        this.refused = others.length === 0 ? before : [...new Set([...this.refused, way])];
        if (others.length === 0) throw error;
      }
    }
  }

  /** Those that have not been refused. */
  private waysFor(server: oidc.ServerMetadata): Way[] {
    const listed = server.token_endpoint_auth_methods_supported ?? DEFAULT_WAYS;
    const isPosted = listed.includes('client_secret_post');
    // Where neither is listed, the header is what every issuer must take (RFC 6749, 2.3.1).
    const isInHeader = !isPosted || listed.includes('client_secret_basic');
    return [...this.methods.keys()].filter(
      (way) => (way === 'client_secret_post' ? isPosted : isInHeader) && !this.refused.includes(way),
    );
  }
}

const inHeader =
  (proof: string): oidc.ClientAuth =>
  (_server, _client, _body, headers) => {
    headers.set('authorization', proof);
  };

const UNAUTHORIZED = 401;

function isInvalidClient(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_client';
  return error instanceof oidc.WWWAuthenticateChallengeError && error.status === UNAUTHORIZED;
}
