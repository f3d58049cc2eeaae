/** Addresses of notices are stored sealed, because whoever knows one can often write to it. */
import type { SecretBox } from './secret-box.js';

/** Addresses that were stored before they were sealed are plain, and stay so until their job is edited. */
export const openWebhook = (box: Pick<SecretBox, 'open'>, stored: string): string =>
  /^https?:/i.test(stored) ? stored : box.open(stored);
