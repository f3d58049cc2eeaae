/** Whether JSON text may have numbers that JavaScript would write in another way: see exact-number.ts. */

/**
 * A number with many digits, an exponent, a fraction that ends in 0, or the number -0, at a place where JSON may have a number. It may also
 * be found within a string.
 */
const CANDIDATE = /(?:^|[[:,\s])-?(?:[\d.]{16}|0\.0{6}|\d+(?:\.\d+)?[eE][-+\d]|(?:\d+\.\d*0|(?<=-)0)(?:[\],}\s]|$))/;

export const mayHaveExactNumber = (text: string): boolean => CANDIDATE.test(text);
