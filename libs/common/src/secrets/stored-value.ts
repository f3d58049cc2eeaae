/** Job storage in which a worker has saved secrets of its run: the worker gets its value back, nobody else reads it. */
import { parseExactJson } from '../domain/parse-json.js';
import { jsonValue, type JsonValue } from '../spec/fields.js';
import { opening, type SecretBox } from '../crypto/secret-box.js';
import type { SecretMask } from '../domain/secret-mask.js';

/** `secret`: the value is an encrypted text, of JSON. */
export interface StoredValue {
  readonly value: JsonValue;
  readonly secret?: true;
}

/** The stored form of the value: encrypted as a whole where it contains one of the secrets. */
export function toStoredValue(box: Pick<SecretBox, 'seal'>, mask: SecretMask, value: JsonValue): StoredValue {
  const json = JSON.stringify(value);
  return mask.mayHide(json) ? { value: box.seal(json), secret: true } : { value };
}

/** The saved value. Throws UnreadableSecret where its key is missing. */
export function openStoredValue(box: Pick<SecretBox, 'open'>, { value, secret }: StoredValue): JsonValue {
  if (secret !== true || typeof value !== 'string') return value;
  return jsonValue.parse(parseExactJson(opening('jobStorage', () => box.open(value))));
}
