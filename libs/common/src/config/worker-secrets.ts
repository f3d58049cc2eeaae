/** `WORKER_SECRETS`: what every worker is given of secrets that lie in its own place. */
import { z } from 'zod';
import { messageOf } from '../errors/app-error.js';

/** `{"yl.env/db2": "db2"}`: secret / key to variable. */
export const workerSecrets = z
  .string()
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      ctx.addIssue({ code: 'custom', message: `must be JSON: ${messageOf(error)}` });
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      z.string().regex(/^[^/]+\/[^/]+$/, 'must have the form secret/key'),
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be an environment variable name'),
    ),
  )
  .transform((mapping) =>
    Object.entries(mapping).map(([place, as]) => {
      const [secret = '', key = ''] = place.split('/');
      return { secret, key, as };
    }),
  );
