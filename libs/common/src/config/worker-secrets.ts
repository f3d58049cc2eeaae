/** `WORKER_SECRETS`: the secrets that every worker gets in its environment. */
import { z } from 'zod';
import { jsonText } from './json-text.js';

/** `{"yl.env/db2": "db2"}`: secret / key to variable. */
export const workerSecrets = jsonText
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
