/** Sign-in by the issuer, in the web UI or by a code on a device without a browser: the person gets a session. */
import { z } from 'zod';
import type { Clock } from '#common/clock/clock.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { parseJson } from '#common/domain/parse-json.js';
import { AppError } from '#common/errors/app-error.js';
import type { DeviceQuestion, IssuerClient } from './issuer-client.js';
import type { Session, Sessions } from './sessions.js';

export const SIGN_IN_PATH = '/sign-in';
/** The time in which a person must return from the issuer. */
export const QUESTION_SECONDS = 600;
const MS_PER_SECOND = 1_000;

const deviceShape = z.object({ code: z.string(), until: z.number() });
const questionShape = z.object({ verifier: z.string(), state: z.string(), nonce: z.string(), until: z.number() });

/** The code that a device shows, and the text that it keeps until the code is confirmed. */
export interface DeviceSignIn extends Omit<DeviceQuestion, 'code'> {
  readonly device: string;
}

export class SignIn {
  constructor(
    private readonly issuer: IssuerClient | null,
    readonly sessions: Sessions,
    private readonly secrets: Pick<SecretBox, 'seal' | 'open'>,
    private readonly clock: Clock,
  ) {}

  get isOffered(): boolean {
    return this.issuer !== null;
  }

  /**
   * The address for the browser, and the text that it keeps until it returns. `isAsked`: the issuer is to ask who the person is. Throws
   * NOT_FOUND if sign-in is not offered, UNAVAILABLE.
   */
  async begin(isAsked: boolean): Promise<{ readonly address: URL; readonly kept: string }> {
    const issuer = this.requireIssuer();
    const question = issuer.newQuestion();
    const until = this.clock.now() + QUESTION_SECONDS * MS_PER_SECOND;
    const kept = this.secrets.seal(JSON.stringify({ ...question, until }));
    return { address: await issuer.addressFor(question, isAsked), kept: Buffer.from(kept).toString('base64url') };
  }

  /**
   * A new session. `kept` is the text that the browser at `address` kept, `query` the query with which it returned. Throws
   * UNAUTHENTICATED, FORBIDDEN for a person without any role, UNAVAILABLE.
   */
  async finish(kept: string | null, query: string, address: string): Promise<Session> {
    const issuer = this.requireIssuer();
    return this.sessions.open(await issuer.claimsFor(this.questionIn(kept), query), address);
  }

  /** Throws NOT_FOUND if it is not offered, UNAVAILABLE. */
  async beginDevice(): Promise<DeviceSignIn> {
    const { code, ...publicFields } = await this.requireIssuer().beginDevice();
    const until = this.clock.now() + publicFields.expiresInSeconds * MS_PER_SECOND;
    const device = Buffer.from(this.secrets.seal(JSON.stringify({ code, until }))).toString('base64url');
    return { ...publicFields, device };
  }

  /** The same as `finish`; before the code is confirmed `pending`, or `slowDown` if this is called too often. */
  async finishDevice(device: string, address: string): Promise<Session | 'pending' | 'slowDown'> {
    const issuer = this.requireIssuer();
    const claims = await issuer.claimsForDevice(this.deviceIn(device));
    return typeof claims === 'string' ? claims : this.sessions.open(claims, address);
  }

  private questionIn(kept: string | null): z.output<typeof questionShape> {
    try {
      const sealed = Buffer.from(kept ?? '', 'base64url').toString();
      const question = questionShape.parse(parseJson(this.secrets.open(sealed)));
      if (question.until > this.clock.now()) return question;
    } catch {
      // The browser has sent a value that this service has not issued.
    }
    throw new AppError(
      'UNAUTHENTICATED',
      'the sign-in was not started in this browser, or was started too long ago: start the sign-in again',
    );
  }

  private deviceIn(device: string): string {
    try {
      const sealed = Buffer.from(device, 'base64url').toString();
      const { code, until } = deviceShape.parse(parseJson(this.secrets.open(sealed)));
      if (until > this.clock.now()) return code;
    } catch {
      // This service has not begun the sign-in.
    }
    throw new AppError(
      'UNAUTHENTICATED',
      'the sign-in was not started here, or was started too long ago: start the sign-in again',
    );
  }

  private requireIssuer(): IssuerClient {
    if (!this.issuer) throw new AppError('NOT_FOUND', 'this installation does not offer a sign-in by an OIDC issuer');
    return this.issuer;
  }
}
