/**
 * Templates of keys, by which requests for runs belong together, and runs are limited: `${option.<name>}` and `${parameters.<name>}` are
 * replaced by values of the run. The names of options are checked when the job is saved; values when a run is requested, if they are needed.
 */
import { ExactNumber } from '../domain/exact-number.js';
import { MAX_REQUEST_KEY_LENGTH } from '../domain/limits.js';
import { isJsonObject, type JsonValue } from './fields.js';
import type { JobOption } from './options.js';

/** A placeholder in a template: the text between `${` and `}` names the value. */
export const KEY_PLACE = /\$\{([^{}]*)\}/g;
const OPTION = 'option.';
const PARAMETERS = 'parameters.';

/** The problem of a template, independent of any request; null if there is none. */
export function templateProblem(template: string, options: readonly Pick<JobOption, 'name' | 'type'>[]): string | null {
  if (template.replaceAll(KEY_PLACE, '').includes('${')) return 'has a "${" without a closing "}"';
  for (const name of namesIn(template)) {
    if (name.startsWith(PARAMETERS) && name.length > PARAMETERS.length) continue;
    if (!name.startsWith(OPTION))
      return `contains "\${${name}}": only \${option.<name>} and \${parameters.<name>} are possible in a key`;
    const option = options.find((each) => each.name === name.slice(OPTION.length));
    if (!option) return `refers to "${name}", which is not an option of this job`;
    if (option.type === 'secret') return `refers to the secret option "${option.name}": a key is not secret`;
  }
  return null;
}

/** The values of a request: texts of the options by name, and its parameters, merged over those of the job. */
export interface KeyValues {
  readonly options: ReadonlyMap<string, string>;
  readonly parameters: JsonValue | undefined;
}

export type RenderedKey =
  | { readonly ok: true; readonly key: string }
  /** `path`: the field of the request that is missing or invalid. */
  | { readonly ok: false; readonly path: string; readonly message: string };

/** `of`: the field of the job that has the template, for messages. */
export function renderKey(template: string, values: KeyValues, of: string): RenderedKey {
  const texts = new Map<string, string>();
  for (const name of namesIn(template)) {
    const path = name.startsWith(OPTION) ? `options.${name.slice(OPTION.length)}` : name;
    const text = textOf(name, values);
    if (text === undefined || text === '') return { ok: false, path, message: `is required by the key of ${of}` };
    if (text === null)
      return {
        ok: false,
        path,
        message: `must be a text, a number, true or false, because the key of ${of} contains it`,
      };
    texts.set(name, text);
  }
  const key = template.replaceAll(KEY_PLACE, (_, name: string) => texts.get(name) ?? '');
  if (key.length <= MAX_REQUEST_KEY_LENGTH) return { ok: true, key };
  const [longest = ''] = [...texts].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const path = longest.startsWith(OPTION) ? `options.${longest.slice(OPTION.length)}` : longest;
  return {
    ok: false,
    path,
    message: `makes the key of ${of} longer than ${MAX_REQUEST_KEY_LENGTH} characters`,
  };
}

/** The names of the values in a template, in order. */
export const namesIn = (template: string): string[] => [...template.matchAll(KEY_PLACE)].map(([, name = '']) => name);

export interface KeyReference {
  readonly of: 'option' | 'parameters';
  /** For parameters: a path into an object, its steps joined by dots. */
  readonly name: string;
}

/** The option or parameter to which a placeholder refers; null if it refers to neither. */
export function keyReference(name: string): KeyReference | null {
  if (name.startsWith(OPTION)) return { of: 'option', name: name.slice(OPTION.length) };
  return name.startsWith(PARAMETERS) ? { of: 'parameters', name: name.slice(PARAMETERS.length) } : null;
}

/** The value at this path, whose steps are joined by dots. */
export const valueAt = (value: JsonValue | undefined, steps: string): JsonValue | undefined =>
  steps.split('.').reduce(memberOf, value);

/** Undefined where there is no such value, null where the value cannot be written in a text. */
function textOf(name: string, { options, parameters }: KeyValues): string | null | undefined {
  if (name.startsWith(OPTION)) return options.get(name.slice(OPTION.length));
  const value = valueAt(parameters, name.slice(PARAMETERS.length));
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' && !(value instanceof ExactNumber) ? null : String(value);
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
