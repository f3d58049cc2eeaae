/** Why an OIDC token is refused, as a constant phrase for the log: it shows nothing of the token. Pure. */
import { z } from 'zod';

export const NO_ACCESS_TOKEN = 'it is no access token, but an ID token, a logout token or of another type';

/** By the codes of jose. */
const BY_CODE: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'it has expired',
  ERR_JOSE_ALG_NOT_ALLOWED: 'its algorithm is not accepted',
  ERR_JWKS_NO_MATCHING_KEY: 'it names a key that the issuer does not publish',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'no key of the issuer has signed it',
};
const BY_CLAIM: Readonly<Record<string, string>> = {
  aud: 'its claim aud is not OIDC_AUDIENCE',
  iss: 'its claim iss is not OIDC_ISSUER',
  nbf: 'its claim nbf lies ahead: compare the clocks of the issuer and of the api',
};
const claimShape = z.object({ claim: z.enum(['aud', 'iss', 'nbf', 'exp', 'sub', 'iat']), reason: z.string() });
const codeShape = z.object({ code: z.string() });

/** The reason of an error of jose. */
export function refusalOf(error: unknown): string {
  const { data: failed } = claimShape.safeParse(error);
  const { data: coded } = codeShape.safeParse(error);
  const byCode = coded && BY_CODE[coded.code];
  if (byCode !== undefined) return byCode;
  if (!failed) return 'it cannot be read';
  const { claim, reason } = failed;
  if (reason === 'missing') return `it has no claim ${claim}`;
  const byClaim = reason === 'check_failed' ? BY_CLAIM[claim] : undefined;
  return byClaim ?? `its claim ${claim} is not valid`;
}
