/** Addresses that Carillon calls. Webhooks are stored encrypted, as are worker addresses with a query: both may contain credentials. */
import { opening, type SecretBox } from './secret-box.js';

/** The address to call; one without a query, or stored before addresses were encrypted, is plain. Throws UnreadableSecret. */
export const openCallAddress = (box: Pick<SecretBox, 'open'>, field: string, stored: string): string =>
  opening(field, () => openWebhook(box, stored));

/** The holder with its url and cancelUrl opened. */
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

/** Opens a stored address; one that was stored before addresses were encrypted is plain until its job is edited. */
export const openWebhook = (box: Pick<SecretBox, 'open'>, stored: string): string =>
  /^https?:/i.test(stored) ? stored : box.open(stored);
