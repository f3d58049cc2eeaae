/** References of a job to secrets that are kept outside: read when an attempt starts, and never stored. */
import { z } from 'zod';
import {
  MAX_SECRET_KEY_LENGTH,
  MAX_SECRET_PATH_LENGTH,
  MAX_SECRET_REFERENCES,
  MAX_SECRET_VERSION,
} from '../domain/limits.js';
import { envName } from './fields.js';
import type { Problem } from './problem.js';

/** Neither `.` nor `..`, no hidden name, no character with a special meaning in an address or a file system. */
const SEGMENT = '[A-Za-z0-9_][A-Za-z0-9_.@+=-]*';
const secretPath = z
  .string()
  .max(MAX_SECRET_PATH_LENGTH)
  .regex(
    new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`),
    'must be names between slashes, each of letters, digits, "_", ".", "@", "+", "=" and "-", not starting with "."',
  );

/** The name of a provider in `SECRET_PROVIDERS`. */
export const providerName = z
  .string()
  .regex(/^[a-z](?:[a-z0-9-]{0,30}[a-z0-9])?$/, 'must be 1 to 32 lower case letters, digits or "-"');

const secretReference = z.strictObject({
  as: envName.describe(
    'The name of the environment variable that holds the value, which is judged as a variable of `env`; web services find the value under this name in `secrets`.',
  ),
  from: providerName
    .describe('The name of the provider, as an administrator has declared it.')
    .meta({ examples: ['vault'] }),
  path: secretPath
    .describe(
      'Where the secret is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider.',
    )
    .meta({ examples: ['secret/data/acme/db'] }),
  key: z
    .string()
    .min(1)
    .max(MAX_SECRET_KEY_LENGTH)
    .regex(/^[\w.-]+$/, 'must be letters, digits, "_", "." and "-"')
    .optional()
    .describe('The key of the value in the secret; only for Vault and Kubernetes, which require it.'),
  version: z
    .int()
    .min(1)
    .max(MAX_SECRET_VERSION)
    .optional()
    .describe('Vault, KV version 2: the version of the secret. Default: the newest.'),
});
export type SecretReference = z.output<typeof secretReference>;

export const secretReferences = z
  .array(secretReference)
  .max(MAX_SECRET_REFERENCES)
  .superRefine((references, ctx) => {
    const names = references.map(({ as }) => as);
    for (const [i, as] of names.entries())
      if (names.indexOf(as) < i)
        ctx.addIssue({
          code: 'custom',
          path: [i, 'as'],
          message: `"${as}" occurs twice, but a variable has only one value`,
        });
  });

type Variables = Readonly<Record<string, string>>;

/** A variable is set by a secret, or by the job and its tasks. */
export function variableProblems({
  env = {},
  tasks = [],
  secretsFrom = [],
}: {
  readonly env?: Variables | undefined;
  readonly tasks?: readonly { readonly env?: Variables | undefined }[] | undefined;
  readonly secretsFrom?: readonly SecretReference[] | undefined;
}): readonly Problem[] {
  const places = [{ at: 'env', env }, ...tasks.map((task, i) => ({ at: `tasks.${i}.env`, env: task.env ?? {} }))];
  return secretsFrom.flatMap(({ as }, i) => {
    const place = places.find((each) => Object.hasOwn(each.env, as));
    return place ? [{ path: ['secretsFrom', i, 'as'], message: `"${as}" is already a variable in ${place.at}` }] : [];
  });
}
