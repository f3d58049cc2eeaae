/** Secrets in the template of a worker: which they are, how they are hidden, and how those that are sent back hidden are kept. Pure. */
import { parseJson } from '#common/domain/parse-json.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import { MASK } from '#common/domain/mask.js';
import { isJsonObject, jsonValue, type JsonValue } from '#common/spec/fields.js';
import { notifyRules } from '#common/spec/notify.js';
import { hasQuery, withHiddenQuery } from '../../jobs/core/addresses.js';
import { maskedJson } from '../../jobs/core/job-secrets.js';
import { withHiddenWebhooks } from '../../jobs/core/webhooks.js';

/** Fields of a job, of any form: a template is judged only where a job is made from it. */
export type Template = Readonly<Record<string, JsonValue>>;

/** Fields of a template that are secret in a job. */
const SECRET_FIELDS = ['secureParameters', 'httpHeaders'] as const;
/** Fields of which the whole or a part is shown as the mask. */
const FIELDS_WITH_SECRETS = [...SECRET_FIELDS, 'options', 'url', 'notify'] as const;

const secretDefaults = (options: JsonValue | undefined): boolean =>
  Array.isArray(options) && options.some((each) => isSecretOption(each) && each['default'] !== undefined);
const isSecretOption = (option: JsonValue): option is Record<string, JsonValue> =>
  isJsonObject(option) && option['type'] === 'secret';

/** Whether it is stored encrypted. */
export const holdsSecrets = ({ options, ...template }: Template): boolean =>
  SECRET_FIELDS.some((field) => template[field] !== undefined) ||
  secretDefaults(options) ||
  addressOf(template) !== null;

function addressOf({ url }: Template): string | null {
  return typeof url === 'string' && hasQuery(url) ? url : null;
}

/** A template may hold anything: what is no list of rules is hidden as a whole. */
function hiddenNotify(notify: JsonValue): JsonValue {
  const { data: rules } = notifyRules.safeParse(notify);
  return jsonValue.parse(parseJson(JSON.stringify(rules ? withHiddenWebhooks(rules) : maskedJson(notify))));
}

/** The template for callers who may not see its secrets. */
export function hiddenTemplate(template: Template): Template {
  const hidden = { ...template };
  for (const field of SECRET_FIELDS) {
    const value = template[field];
    if (value !== undefined) hidden[field] = maskedJson(value);
  }
  const { options, notify } = template;
  if (Array.isArray(options))
    hidden['options'] = options.map((each) =>
      isSecretOption(each) && each['default'] !== undefined ? { ...each, default: MASK } : each,
    );
  const address = addressOf(template);
  if (address !== null) hidden['url'] = withHiddenQuery(address);
  if (notify !== undefined) hidden['notify'] = hiddenNotify(notify);
  return hidden;
}

/**
 * The written template with the present secrets in place of those that were sent back as they are shown. Adds to `problems` a mask without
 * a present value, such as one in an address whose host was changed.
 */
export function revealedTemplate(written: Template, present: Template, problems: FieldProblem[]): Template {
  const hidden = hiddenTemplate(present);
  const revealed = { ...written };
  for (const field of FIELDS_WITH_SECRETS) {
    const value = written[field];
    if (value !== undefined)
      revealed[field] = filled(
        value,
        { hidden: hidden[field], present: present[field] },
        `template.${field}`,
        problems,
      );
  }
  return revealed;
}

/** A stored value, and how it is shown. */
interface Stored {
  readonly hidden: JsonValue | undefined;
  readonly present: JsonValue | undefined;
}

function filled(written: JsonValue, stored: Stored, path: string, problems: FieldProblem[]): JsonValue {
  if (Array.isArray(written))
    return written.map((each, i) => filled(each, itemOf(stored, each, i), `${path}[${i}]`, problems));
  if (isJsonObject(written)) {
    const fields = Object.entries(written).map(([name, value]) => [
      name,
      filled(value, fieldOf(stored, name), `${path}.${name}`, problems),
    ]);
    return Object.fromEntries(fields) as JsonValue;
  }
  if (typeof written !== 'string' || !isHidden(written)) return written;
  if (written === stored.hidden && stored.present !== undefined) return stored.present;
  problems.push({ path, message: `is "${written}", but no stored value exists that could be kept` });
  return written;
}

/** The mask, or an address with the mask in place of its end. */
const isHidden = (text: string): boolean => text === MASK || (/^https?:/u.test(text) && text.endsWith(MASK));

const fieldOf = ({ hidden, present }: Stored, name: string): Stored => ({
  hidden: ownOf(hidden, name),
  present: ownOf(present, name),
});

const ownOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  value !== undefined && isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Options are the same if they have the same name, wherever they stand; other items if they stand in the same place. */
function itemOf({ hidden, present }: Stored, written: JsonValue, position: number): Stored {
  const [hiddenItems, presentItems] = [hidden, present].map((list) => (Array.isArray(list) ? list : []));
  const name = ownOf(written, 'name');
  const own = name === undefined ? position : (presentItems ?? []).findIndex((each) => ownOf(each, 'name') === name);
  return { hidden: hiddenItems?.[own], present: presentItems?.[own] };
}
