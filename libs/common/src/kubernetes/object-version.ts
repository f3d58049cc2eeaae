/** Which of two readings of one object is the older: answers and watches overtake each other. */
const DIGITS = /^\d+$/;

/** Versions only grow with a server that has not lost its store (KEP-5504); others are taken for new. */
export const isOlderVersion = (a: string, b: string): boolean =>
  DIGITS.test(a) && DIGITS.test(b) && BigInt(a) < BigInt(b);
