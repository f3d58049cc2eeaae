/** The value of the header that `https://name:password@host` stands for (RFC 7617); null for an address without a name and a password. */
export function basicCredentials({ username, password }: Pick<URL, 'username' | 'password'>): string | null {
  if (username === '' && password === '') return null;
  const pair = [username, password].map(decodeURIComponent).join(':');
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
