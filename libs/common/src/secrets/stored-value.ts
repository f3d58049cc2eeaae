/** Job storage in which a worker has put secrets of its run: it keeps what it saved, and nobody else reads it. */
import { parseJson } from '../domain/parse-json.js';
import { jsonValue, type JsonValue } from '../spec/fields.js';
import { opening, type SecretBox } from '../crypto/secret-box.js';
import type { SecretMask } from '../domain/secret-mask.js';

/** `secret`: the value is a sealed text, of JSON. */
export interface StoredValue {
  readonly value: JsonValue;
  readonly secret?: true;
}

/** The value as it is stored: sealed as a whole where one of the secrets is in it. */
export function toStoredValue(box: Pick<SecretBox, 'seal'>, mask: SecretMask, value: JsonValue): StoredValue {
  const json = JSON.stringify(value);
  return mask.mayHide(json) ? { value: box.seal(json), secret: true } : { value };
}

/** The value as it was saved. Throws UnreadableSecret where its key is gone. */
export function openStoredValue(box: Pick<SecretBox, 'open'>, { value, secret }: StoredValue): JsonValue {
  if (secret !== true || typeof value !== 'string') return value;
  return jsonValue.parse(parseJson(opening('jobStorage', () => box.open(value))));
}
