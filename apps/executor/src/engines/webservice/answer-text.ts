/** The text of an answer's body. Servers, and gateways before them, compress although nobody has asked for it. Pure. */
import { brotliDecompressSync, constants, inflateRawSync, inflateSync, gunzipSync } from 'node:zlib';

/** A few bytes may become many. */
const MAX_DECODED_BYTES = 1_048_576;
/** Only the beginning of a body may have been read: what there is of it is decoded. */
const PARTLY = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_DECODED_BYTES };
const BROTLI_PARTLY = { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: MAX_DECODED_BYTES };

type Decode = (bytes: Buffer) => Buffer;
const gzip: Decode = (bytes) => gunzipSync(bytes, PARTLY);
/** Some servers leave out the header of zlib. */
const deflate: Decode = (bytes) => {
  try {
    return inflateSync(bytes, PARTLY);
  } catch {
    return inflateRawSync(bytes, PARTLY);
  }
};
const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', (bytes) => brotliDecompressSync(bytes, BROTLI_PARTLY)],
]);

/** At most `most` bytes of it. A body that its encoding does not fit is taken as it is; one of too many bytes is left out. */
export function answerText(bytes: Buffer, encoding: string | null, most: number): string {
  return decoded(bytes, encoding?.trim().toLowerCase() ?? '')
    .subarray(0, most)
    .toString('utf8');
}

function decoded(bytes: Buffer, encoding: string): Buffer {
  try {
    return DECODERS.get(encoding)?.(bytes) ?? bytes;
  } catch (error) {
    return error instanceof RangeError ? Buffer.alloc(0) : bytes;
  }
}
