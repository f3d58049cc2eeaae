/** How a client of OAuth proves its secret in a header. Pure. */

/** As in a form: ids and secrets of letters, digits and `-._*` stay as they are. */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/**
 * The values of `Authorization`, in the order in which they are tried: id and secret form-encoded (RFC 6749, 2.3.1), and as they are, for
 * the servers that do not decode them. Only one value if both are the same.
 */
export function basicProofs(clientId: string, secret: string): string[] {
  return [...new Set([basic(formEncoded(clientId), formEncoded(secret)), basic(clientId, secret)])];
}
