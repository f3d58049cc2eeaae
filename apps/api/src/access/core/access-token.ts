/** Distinguishes access tokens from other tokens that an issuer signs with the same keys for the same client. Pure. */
import { z } from 'zod';

const headerShape = z.object({ typ: z.string().optional() });
const claimsShape = z.object({
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  /** Keycloak's own type of the token. */
  typ: z.unknown().optional(),
  events: z.unknown().optional(),
  nonce: z.unknown().optional(),
  at_hash: z.unknown().optional(),
  c_hash: z.unknown().optional(),
  s_hash: z.unknown().optional(),
  scope: z.unknown().optional(),
  scp: z.unknown().optional(),
  client_id: z.unknown().optional(),
});

/**
 * True unless a sign speaks against it. A token whose header says so (RFC 9068) is an access token. Other tokens are not if they name
 * another type; if they have claims that only ID tokens (`nonce`, hashes of other tokens) or logout tokens (`events`) have; or if they are
 * for the UI's own client, as its ID tokens are, and do not name a permitted use.
 */
export function isAccessToken(header: unknown, claims: unknown, clientId: string | undefined): boolean {
  const parsedHeader = headerShape.safeParse(header);
  const parsed = claimsShape.safeParse(claims);
  if (!parsedHeader.success || !parsed.success || parsed.data.events !== undefined) return false;
  const typ = parsedHeader.data.typ?.toLowerCase().replace(/^application\//, '');
  if (typ === 'at+jwt') return true;
  return typ === undefined || typ === 'jwt' ? hasClaimsOfAccess(parsed.data, clientId) : false;
}

function hasClaimsOfAccess(claims: z.output<typeof claimsShape>, clientId: string | undefined): boolean {
  const { aud = [], typ: word, nonce, at_hash, c_hash, s_hash, scope, scp, client_id } = claims;
  if (word !== undefined) return typeof word === 'string' && word.toLowerCase() === 'bearer';
  if ([nonce, at_hash, c_hash, s_hash].some((claim) => claim !== undefined)) return false;
  const isForClient = clientId !== undefined && [aud].flat().includes(clientId);
  return !isForClient || [scope, scp, client_id].some((claim) => claim !== undefined);
}
