/**
 * Addresses that runs are sent to, as they are shown to those who may not see secrets: without their query, in which credentials
 * stand. Sent back as it was shown, one means the address that is there.
 */
import { MASK } from '#common/spec/fields.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';

/** True for an address that is kept as a secret. */
export const hasQuery = (address: string): boolean => URL.canParse(address) && new URL(address).search !== '';

export function withHiddenQuery(address: string): string {
  if (!hasQuery(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}?${MASK}`;
}

/** True for an address that shows what is kept as a secret. */
export const showsQuery = (address: string | undefined): boolean =>
  address !== undefined && withHiddenQuery(address) !== address;

/** The present address in place of its hidden form. Anything else that is hidden is a mistake, added to `problems`. */
export function revealAddress<T extends string | undefined>(
  path: string,
  written: T,
  present: string | undefined,
  problems: FieldProblem[],
): T | string {
  if (written === undefined || !hasQuery(written) || withHiddenQuery(written) !== written) return written;
  if (present !== undefined && withHiddenQuery(present) === written) return present;
  problems.push({ path, message: 'is masked, but no stored address exists: give the address itself' });
  return written;
}
