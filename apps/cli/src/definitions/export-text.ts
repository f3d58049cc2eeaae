/** A definition as YAML, with its secrets in the requested form. */
import { Scalar, stringify } from 'yaml';
import type { KindName, Spec } from './definition.js';

/** `mask`: `***`; `env`: `!env NAME`; `plain`: the values, as far as the caller may see them. */
export const SECRET_FORMS = ['mask', 'env', 'plain'] as const;
export type SecretForm = (typeof SECRET_FORMS)[number];

const SECRET_FIELDS: readonly string[] = ['secureParameters', 'httpHeaders'];
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

export function exportedText(kind: KindName, spec: Spec, form: SecretForm): string {
  const rank = ([field]: readonly [string, unknown]): number =>
    FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length;
  const fields = Object.entries({ kind, ...spec }).sort((a, b) => rank(a) - rank(b));
  const own = `${kind}_${String(spec['id'])}`;
  const shown = fields.map(([field, value]) => [
    field,
    SECRET_FIELDS.includes(field) && form !== 'plain' ? hidden(value, own, form) : value,
  ]);
  return stringify(Object.fromEntries(shown), { lineWidth: 0 });
}

/** Every value is hidden; the names of the values are shown. */
function hidden(value: unknown, name: string, form: Exclude<SecretForm, 'plain'>): unknown {
  if (Array.isArray(value)) return value.map((each, at) => hidden(each, `${name}_${at}`, form));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([field, each]) => [field, hidden(each, `${name}_${field}`, form)]),
    );
  const scalar = new Scalar(form === 'mask' ? '***' : name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_'));
  if (form === 'env') scalar.tag = '!env';
  return scalar;
}
