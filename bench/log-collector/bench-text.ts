const WORDS = ['error', 'request', 'handled', 'customer', 'row', 'saved', 'retry', 'timeout', 'ok', 'users/42'];

/** A line of this many bytes that resembles a log and differs from all others. */
export function logText(number: number, lineBytes: number): string {
  let text = `line ${number}`;
  for (let seed = number + 1; text.length < lineBytes; seed = (seed * 48_271) % 2_147_483_647)
    text += ` ${WORDS[seed % WORDS.length] ?? ''}=${seed % 9_973}`;
  return text.slice(0, lineBytes);
}
