/**
 * Addresses of jobs and workers that Carillon calls. They are stored encrypted where they have a query, which may contain
 * credentials, and plain where they have none.
 */
import { opening, type SecretBox } from './secret-box.js';

/** The address to call. Throws UnreadableSecret. */
export const openAddress = (box: Pick<SecretBox, 'open'>, stored: string): string =>
  /^https?:/i.test(stored) ? stored : box.open(stored);

/** Like `openAddress`, but the error names the field. */
export const openAddressOf = (box: Pick<SecretBox, 'open'>, field: string, stored: string): string =>
  opening(field, () => openAddress(box, stored));

/** The holder with its url and cancelUrl opened. Throws UnreadableSecret. */
export function withOpenAddresses<
  T extends { readonly url?: string | undefined; readonly cancelUrl?: string | undefined },
>(box: Pick<SecretBox, 'open'>, holder: T): T {
  const { url, cancelUrl } = holder;
  return {
    ...holder,
    ...(url !== undefined && { url: openAddressOf(box, 'url', url) }),
    ...(cancelUrl !== undefined && { cancelUrl: openAddressOf(box, 'cancelUrl', cancelUrl) }),
  };
}
