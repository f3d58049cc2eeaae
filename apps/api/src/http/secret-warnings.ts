/** Warnings in an answer about secrets that cannot be shown or used, because they cannot be decrypted. */
import { z } from 'zod';
import type { Unreadable } from '../jobs/secret-keeper.js';
import { text } from './page.js';

const secretWarning = z.object({
  field: z.string().meta({
    description: 'The field that the warning concerns.',
    examples: ['secureParameters', 'httpHeaders.Authorization', 'notify.0.webhook'],
  }),
  reason: z
    .enum(['SecretKeyMissing', 'SecretDamaged'])
    .describe(
      'Why the secret cannot be decrypted: its key is not among the present keys, or the stored value is damaged.',
    ),
  key: text('The id of the key with which the secret is encrypted.'),
  message: text('The reason, as a sentence.'),
});
export type SecretWarning = z.output<typeof secretWarning>;

/** The field of views; absent without a warning. */
export const shownWarnings = z
  .array(secretWarning)
  .optional()
  .describe(
    'Secrets that cannot be decrypted with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until new values are given. The field is left out if there are none.',
  );

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
