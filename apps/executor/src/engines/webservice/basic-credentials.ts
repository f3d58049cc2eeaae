import { loginIn } from '#common/domain/percent-decoded.js';

/**
 * The value of the header that `https://name:password@host` stands for (RFC 7617); null for an address without a name and a password.
 * Throws for malformed ones.
 */
export function basicCredentials(address: Pick<URL, 'username' | 'password'>): string | null {
  const { user, password } = loginIn(address);
  return user === '' && password === '' ? null : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
