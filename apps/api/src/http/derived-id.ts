/** Ids made from a mutation's seed: a repeat makes the same ids. */
import { createHash } from 'node:crypto';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const HASH_LENGTH = 16;

/** 24 hexadecimal digits. */
export const plainId = (seed: string, purpose: string): string =>
  createHash('sha256').update(`${purpose}/${seed}`).digest('hex').slice(0, 24);

/** 26 letters and digits that sort by `at` (epoch milliseconds), in the form of a ULID. */
export function sortableId(seed: string, purpose: string, at: number): string {
  let time = '';
  for (let rest = at, i = 0; i < TIME_LENGTH; i++, rest = Math.floor(rest / 32)) {
    time = `${CROCKFORD[rest % 32] ?? ''}${time}`;
  }
  const digest = createHash('sha256').update(`${purpose}/${seed}`).digest();
  return time + [...digest.subarray(0, HASH_LENGTH)].map((byte) => CROCKFORD[byte % 32] ?? '').join('');
}
