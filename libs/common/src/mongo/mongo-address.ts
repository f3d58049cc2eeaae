/** Checks the connection string of MongoDB, whose user and password are percent-encoded. */
import { accessSync, constants } from 'node:fs';
import mongoose from 'mongoose';
import { messageOf } from '../errors/app-error.js';
import { percentDecoded } from '../domain/percent-decoded.js';

const SCHEME = /^mongodb(?:\+srv)?:\/\//;
const QUERY = /\?[A-Za-z]+=.*$/s;
/** MongoDB's limits of the names of databases; the driver leaves them to the server. */
const NOT_IN_NAMES = /[/\\ "$]/;
const MAX_NAME_BYTES = 63;
const LOGIN = /^[^:@/?#[\]]*(?::[^:@/?#[\]]*)?$/;

/**
 * Throws what the driver would throw at each connection, as for an option that it does not know. The message shows nothing of the user and the
 * password: with a bare `@` or `/`, the driver takes a part of the password for the host.
 */
export function mongoAddress(text: string): string {
  if (!SCHEME.test(text)) throw new Error('must begin with mongodb:// or mongodb+srv://');
  const named = text.replace(SCHEME, '').replace(QUERY, '');
  const login = named.slice(0, Math.max(0, named.lastIndexOf('@')));
  if (!LOGIN.test(login) || percentDecoded(login) === null)
    throw new Error(
      'the user or the password has characters that must be percent-encoded: %40 for @, %3A for :, %2F for /, %25 for %',
    );
  const [options = ''] = QUERY.exec(text) ?? [];
  try {
    const client = new mongoose.mongo.MongoClient(text);
    const { tlsCAFile, tlsCertificateKeyFile, tlsCRLFile } = client.options;
    for (const file of [tlsCAFile, tlsCertificateKeyFile, tlsCRLFile])
      if (file !== undefined) accessSync(file, constants.R_OK);
    const { databaseName } = client.db();
    if (NOT_IN_NAMES.test(databaseName) || Buffer.byteLength(databaseName) > MAX_NAME_BYTES)
      throw new Error(`a server has no database of the name ${JSON.stringify(databaseName)}`);
  } catch (error) {
    // An @ in the options may end a password that has a bare question mark.
    throw new Error(options.includes('@') ? 'is not a valid connection string' : sentenceOf(messageOf(error)));
  }
  return text;
}

const sentenceOf = (reason: string): string => `is not a valid connection string: ${reason}`;
