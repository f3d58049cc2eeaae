/** Warnings in an answer about secrets that cannot be shown or used, because they cannot be decrypted. */
import { z } from 'zod';
import type { Unreadable } from '../jobs/secret-keeper.js';

const secretWarning = z.object({
  field: z.string().meta({
    description: 'The field that it concerns.',
    examples: ['secureParameters', 'httpHeaders.Authorization', 'notify.0.webhook'],
  }),
  reason: z
    .enum(['SecretKeyMissing', 'SecretDamaged'])
    .describe('Why it cannot be opened: its key is not among the present ones, or the stored value is damaged.'),
  key: z.string().meta({ description: 'The id of the key that it is sealed with.' }),
  message: z.string().describe('The same as a sentence.'),
});
export type SecretWarning = z.output<typeof secretWarning>;

/** The field of views; left out where there is nothing to warn of. */
export const shownWarnings = z.array(secretWarning).optional().meta({
  description:
    'Secrets that cannot be read with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until they are given anew. Left out where there are none.',
});

export const withWarnings = (unreadable: readonly Unreadable[]): { warnings?: SecretWarning[] } =>
  unreadable.length === 0
    ? {}
    : {
        warnings: unreadable.map(({ field, secret }) => ({
          field,
          reason: secret.reason,
          key: secret.keyId,
          message: secret.of(field).message,
        })),
      };
