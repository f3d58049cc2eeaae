/** A definition as YAML, with its secrets in the requested form. */
import { Scalar, stringify } from 'yaml';
import { keptTexts } from '#common/spec/yaml-texts.js';
import { isNamedInTenant, type KindName, type Spec } from './definition.js';
import { MASK } from '#common/domain/mask.js';
import { withSecrets, type Found } from '#common/domain/secret-fields.js';

/** `mask`: `***`; `env`: `!env NAME`; `plain`: the values that the server shows to the caller, and `!env NAME` for the others. */
export const SECRET_FORMS = ['mask', 'env', 'plain'] as const;
export type SecretForm = (typeof SECRET_FORMS)[number];

/** The order of fields in an exported definition: identity first. */
const FIRST = [
  'kind',
  'id',
  'tenant',
  'name',
  'description',
  'labels',
  'worker',
  'engine',
  'enabled',
  'cron',
  'schedule',
];

export interface SecretNames {
  /** The names of variables that definitions of the same export use. */
  readonly taken: Set<string>;
  /** True for a value that is shown although it might be a secret by its place. */
  readonly isPlain?: (secret: Found) => boolean;
}

export function exportedText(
  kind: KindName,
  spec: Spec,
  form: SecretForm,
  { taken, isPlain }: SecretNames = { taken: new Set() },
): string {
  const rank = ([field]: readonly [string, unknown]): number =>
    FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length;
  const owner = [kind, ...(isNamedInTenant(kind) ? [String(spec['tenant'])] : []), String(spec['id'])];
  const exported = withSecrets(kind, spec, (secret) =>
    isPlain?.(secret) === true ? secret.value : writtenSecret(secret, form, owner, taken),
  );
  const fields = Object.entries({ kind, ...exported }).sort((a, b) => rank(a) - rank(b));
  return stringify(Object.fromEntries(fields), { lineWidth: 0, customTags: keptTexts });
}

function writtenSecret(
  { value, hidden, name }: Found,
  form: SecretForm,
  owner: readonly string[],
  taken: Set<string>,
): unknown {
  const hidesNothing = value === hidden && !String(hidden).endsWith(MASK);
  if (hidesNothing) return value;
  if (form === 'mask') return hidden;
  // The server shows some secrets to nobody, and others not to every caller.
  if (form === 'plain' && value !== hidden) return value;
  return variables(value, [...owner, ...name], taken);
}

/** Every text and number in the value as the name of a variable that holds it. */
function variables(value: unknown, name: readonly string[], taken: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((each, at) => variables(each, [...name, String(at)], taken));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([field, each]) => [field, variables(each, [...name, field], taken)]),
    );
  const scalar = new Scalar(
    freeName(
      name
        .join('_')
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]+/g, '_'),
      taken,
    ),
  );
  scalar.tag = '!env';
  return scalar;
}

/** Ids that differ only in their signs give the same name. */
function freeName(base: string, taken: Set<string>): string {
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  taken.add(name);
  return name;
}
