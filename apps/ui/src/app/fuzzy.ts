/** How well a typed text fits a label: letters of it in their order, best together and at the beginning of words. Pure. */

const AT_WORD = 8;
const TOGETHER = 5;
/** Each letter that is left out between two that fit. */
const SKIPPED = 1;

/** Higher is better; null: it does not fit. Signs between words count as blanks do. */
export function fitOf(typed: string, label: string): number | null {
  const letters = typed.toLowerCase().replace(/\s+/g, '');
  const text = label.toLowerCase();
  const whole = text.indexOf(typed.toLowerCase().trim());
  if (whole >= 0) return 1_000 - whole;
  let score = 0;
  let last = -1;
  for (const letter of letters) {
    const at = text.indexOf(letter, last + 1);
    if (at < 0) return null;
    if (at === last + 1) score += TOGETHER;
    else score -= Math.min(at - last, 10) * SKIPPED;
    if (at === 0 || !/[a-z0-9]/.test(text.charAt(at - 1))) score += AT_WORD;
    last = at;
  }
  return score;
}

/** Those that fit, the best first; without a text all in their order. */
export function fitting<T extends { readonly label: string }>(choices: readonly T[], typed: string): T[] {
  if (typed.trim() === '') return [...choices];
  return choices
    .flatMap((choice) => {
      const fit = fitOf(typed, choice.label);
      return fit === null ? [] : [{ choice, fit }];
    })
    .sort((a, b) => b.fit - a.fit)
    .map(({ choice }) => choice);
}
