/** Checks the connection string of MongoDB, whose user and password are percent-encoded. */
import { percentDecoded } from '../domain/percent-decoded.js';

const SCHEME = /^mongodb(?:\+srv)?:\/\//;
const QUERY = /\?[A-Za-z]+=.*$/s;
const LOGIN = /^[^:@/?#[\]]*(?::[^:@/?#[\]]*)?$/;

/** Throws with a message that shows nothing of it: with a bare `@` or `/`, the driver takes a part of the password for the host. */
export function mongoAddress(text: string): string {
  if (!SCHEME.test(text)) throw new Error('must begin with mongodb:// or mongodb+srv://');
  const named = text.replace(SCHEME, '').replace(QUERY, '');
  const login = named.slice(0, Math.max(0, named.lastIndexOf('@')));
  if (!LOGIN.test(login) || percentDecoded(login) === null)
    throw new Error(
      'the user or the password has characters that must be percent-encoded: %40 for @, %3A for :, %2F for /, %25 for %',
    );
  return text;
}
