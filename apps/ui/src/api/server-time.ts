/** The time of the server: jobs run by it, and the clocks of some browsers are wrong by hours. */

/** The header has whole seconds, and an answer is under way for a while: a smaller difference is none. */
const TOLERANCE_MS = 5_000;

let aheadMs = 0;

/** Takes the time from an answer that was made just now. */
export function hearTime({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  aheadMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** The present in milliseconds; that of the browser until the server has answered. */
export const serverNow = (): number => Date.now() + aheadMs;
