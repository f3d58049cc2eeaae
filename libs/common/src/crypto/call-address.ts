/** Addresses that runs are sent to: one with a query is stored sealed, because credentials stand in queries. */
import { opening, type SecretBox } from './secret-box.js';
import { openWebhook } from './webhook-address.js';

/** The address as it is called; one without a query, or stored before they were sealed, is plain. Throws UnreadableSecret. */
export const openCallAddress = (box: Pick<SecretBox, 'open'>, field: string, stored: string): string =>
  opening(field, () => openWebhook(box, stored));

/** The fields of these names, those that are there opened. */
export function withOpenAddresses<
  T extends { readonly url?: string | undefined; readonly cancelUrl?: string | undefined },
>(box: Pick<SecretBox, 'open'>, holder: T): T {
  const { url, cancelUrl } = holder;
  return {
    ...holder,
    ...(url !== undefined && { url: openCallAddress(box, 'url', url) }),
    ...(cancelUrl !== undefined && { cancelUrl: openCallAddress(box, 'cancelUrl', cancelUrl) }),
  };
}
