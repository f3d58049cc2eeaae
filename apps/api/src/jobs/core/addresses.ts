/**
 * Addresses of runs as callers see them who may not see secrets: without their query, which may contain credentials. An address that is
 * sent back as it was shown means the stored address.
 */
import { hiddenForm } from '#common/domain/secret-fields.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';

/** True for an address that is kept as a secret. */
export const hasQuery = (address: string): boolean => URL.canParse(address) && new URL(address).search !== '';

export const withHiddenQuery = (address: string): string =>
  hasQuery(address) ? hiddenForm(address, 'query') : address;

/** True for an address that shows the part that is kept as a secret. */
export const showsQuery = (address: string | undefined): boolean =>
  address !== undefined && withHiddenQuery(address) !== address;

/** The present address in place of its hidden form. Any other hidden address is a mistake, which is added to `problems`. */
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
