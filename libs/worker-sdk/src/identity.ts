/** For attempts of a job with an identity: their tokens, renewed before they expire. */
import { chmod, rename, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseJson } from '#common/domain/parse-json.js';
import { MAX_TIMER_MS } from './longest-timer.js';

const ANSWER_WITHIN_MS = 15_000;
/** A token is renewed when this much of its life is left, so that a recipient whose clock is ahead accepts it. */
const LEFT_MS = 5 * 60_000;
const TRY_AGAIN_MS = 10_000;
const PRIVATE_FILE = 0o600;

export interface IdentityAccess {
  /** `CARILLON_IDENTITY_URL`, or `callback.identity` of an invocation. */
  readonly url: string;
  /** `CARILLON_CALLBACK_TOKEN`, or `callback.token` of an invocation. */
  readonly token: string;
}

interface Renewed {
  readonly token: string;
  readonly renewAt: number;
}

/** The access that a process or a pod is given; null if its job has no identity. */
export function ownIdentity(env: Readonly<Record<string, string | undefined>>): Identity | null {
  const { CARILLON_IDENTITY_URL: url, CARILLON_CALLBACK_TOKEN: token } = env;
  return url === undefined || token === undefined ? null : new Identity({ url, token });
}

export class Identity {
  private readonly tokens = new Map<string, Promise<Renewed>>();

  constructor(private readonly access: IdentityAccess) {}

  /** A token that is valid for minutes, for one audience of the job or all of them. Throws if the api cannot be asked or refuses. */
  async token(audience = ''): Promise<string> {
    const present = await this.tokens.get(audience);
    if (present && present.renewAt > Date.now()) return present.token;
    const renewing = this.renew(audience);
    this.tokens.set(audience, renewing);
    renewing.catch(() => this.tokens.delete(audience));
    return (await renewing).token;
  }

  /**
   * Keeps a token in a file that is only its user's, for libraries that read one (`AWS_WEB_IDENTITY_TOKEN_FILE`), until the signal. Rejects
   * if the first one cannot be had; later it tries again.
   */
  async keepIn(file: string, signal: AbortSignal, audience = ''): Promise<void> {
    const write = async (): Promise<number> => {
      const token = await this.token(audience);
      await writeFile(`${file}.next`, token, { mode: PRIVATE_FILE });
      await chmod(`${file}.next`, PRIVATE_FILE);
      await rename(`${file}.next`, file);
      return Math.max(TRY_AGAIN_MS, ((await this.tokens.get(audience))?.renewAt ?? 0) - Date.now());
    };
    let waitMs = await write();
    const keep = async (): Promise<void> => {
      while (!signal.aborted) {
        await delay(Math.min(waitMs, MAX_TIMER_MS), undefined, { signal, ref: false });
        waitMs = await write().catch(() => TRY_AGAIN_MS);
      }
    };
    void keep().catch(() => undefined);
  }

  private async renew(audience: string): Promise<Renewed> {
    const url = audience === '' ? this.access.url : `${this.access.url}?audience=${encodeURIComponent(audience)}`;
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${this.access.token}` },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`no identity token was given: ${answer.status} ${await answer.text()}`);
    const { token, expiresAt } = parseJson(await answer.text()) as { token: string; expiresAt: string };
    const leftMs = Date.parse(expiresAt) - Date.now();
    return { token, renewAt: Date.now() + Math.max(leftMs - LEFT_MS, leftMs / 2) };
  }
}
