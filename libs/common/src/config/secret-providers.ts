/** `SECRET_PROVIDERS`: the external stores of jobs' secrets, how they are read, and which secrets each tenant may read. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { messageOf } from '../errors/app-error.js';
import { MAX_PROVIDER_PATHS, MAX_SECRET_PROVIDERS, SECRET_TIMEOUT_MS } from '../domain/limits.js';
import { objectName, slug } from '../spec/fields.js';
import { TENANT } from '../spec/secret-access.js';
import { providerName } from '../spec/secret-reference.js';
import { jsonText } from './json-text.js';
import { webAddress } from './service-config.js';

const NAMES =
  /^(?:\{tenant\}|\*|[A-Za-z0-9_][A-Za-z0-9_.@+=-]*)(?:\/(?:\{tenant\}|\*|[A-Za-z0-9_][A-Za-z0-9_.@+=-]*))*(?:\/\*\*)?$/;
const pattern = z
  .string()
  .max(512)
  .regex(
    NAMES,
    'must be names separated by slashes; {tenant} and * stand for one name each, ** at the end for any number of further names',
  );
const paths = z.array(pattern).min(1).max(MAX_PROVIDER_PATHS);
const tenants = z.array(slug).min(1).max(1_000).nullable().default(null);
const file = z.string().startsWith('/', 'must be an absolute path');
const mount = z.string().regex(/^[A-Za-z0-9_][\w.-]*(?:\/[\w.-]+)*$/, 'must be the path of an auth mount');

const auth = z.discriminatedUnion('method', [
  /** A file that an agent beside the service renews: it is read for each request. */
  z.strictObject({ method: z.literal('token'), file }),
  z.strictObject({
    method: z.literal('kubernetes'),
    role: z.string().min(1).max(512),
    mount: mount.default('kubernetes'),
    file: file.default('/var/run/secrets/kubernetes.io/serviceaccount/token'),
  }),
  z.strictObject({
    method: z.literal('approle'),
    roleIdFile: file,
    secretIdFile: file,
    mount: mount.default('approle'),
  }),
]);

const vault = z
  .strictObject({
    kind: z.literal('vault'),
    address: webAddress,
    namespace: z.string().min(1).max(512).optional(),
    caFile: file.optional(),
    auth,
    timeoutSeconds: z
      .number()
      .min(0.1)
      .max(60)
      .default(SECRET_TIMEOUT_MS / 1_000),
    paths,
    tenants,
  })
  .refine(({ paths: all }) => all.every((each) => !/^(?:\*|\{|sys\/|auth\/|identity\/|cubbyhole\/)/.test(each)), {
    path: ['paths'],
    message: 'must each begin with the name of a secrets mount',
  });
const files = z.strictObject({ kind: z.literal('files'), folder: file, paths, tenants });
const kubernetes = z.strictObject({
  kind: z.literal('kubernetes'),
  /** Null: the namespace of the requesting tenant, which it must not share. */
  namespace: objectName.nullable().default(null),
  paths,
  tenants,
});

const provider = z.discriminatedUnion('kind', [vault, files, kubernetes]).superRefine((settings, ctx) => {
  if (settings.tenants !== null || (settings.kind === 'kubernetes' && settings.namespace === null)) return;
  for (const [i, path] of settings.paths.entries())
    if (!path.split('/').includes(TENANT))
      ctx.addIssue({
        code: 'custom',
        path: ['paths', i],
        message: `lets every tenant read the same secrets: use ${TENANT} in the path, or list the tenants that may use the provider in tenants`,
      });
});
export type SecretProviderConfig = z.output<typeof provider>;
export type VaultConfig = z.output<typeof vault>;
export type FilesConfig = z.output<typeof files>;
export type KubernetesConfig = z.output<typeof kubernetes>;

/** JSON, or the path of a file with it. */
const textOrFile = z.string().transform((text, ctx) => {
  if (!text.startsWith('/')) return text;
  try {
    return readFileSync(text, 'utf8');
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: messageOf(error) });
    return z.NEVER;
  }
});

export const secretProviders = textOrFile
  .pipe(jsonText)
  .pipe(z.record(providerName, provider))
  .refine(
    (providers) => Object.keys(providers).length <= MAX_SECRET_PROVIDERS,
    `must be at most ${MAX_SECRET_PROVIDERS}`,
  )
  .transform((providers): ReadonlyMap<string, SecretProviderConfig> => new Map(Object.entries(providers)));
