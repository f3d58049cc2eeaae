/**
 * Secrets of workers beside their headers: queries of addresses, and secrets of the template for new jobs. Stored encrypted in their
 * places.
 */
import { parseJson } from '#common/domain/parse-json.js';
import { jsonObject, jsonValue, MASK, type JsonValue } from '#common/spec/fields.js';
import { notifyRules } from '#common/spec/notify.js';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import { openAddress } from '#common/crypto/call-address.js';
import type { StoredWorker } from '#common/spec/definitions.js';
import { UNREADABLE_ORIGIN } from '#common/domain/sealed-text.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import { isJsonObject } from '../http/core/merge-patch.js';
import { sameJson } from '../http/core/same-json.js';
import { hasQuery, revealAddress, withHiddenQuery } from '../jobs/core/addresses.js';
import { maskedJson } from '../jobs/core/job-secrets.js';
import { withHiddenWebhooks } from '../jobs/core/webhooks.js';
import type { Unreadable } from '../jobs/secret-keeper.js';

type Spec = StoredWorker['spec'];
type Template = NonNullable<Spec['template']>;

const ADDRESSES = ['url', 'cancelUrl'] as const;
/** Fields of a template that are secret in a job. */
const SECRET_FIELDS = ['secureParameters', 'httpHeaders'] as const;

export class WorkerSecrets {
  constructor(private readonly box: Pick<SecretBox, 'seal' | 'open' | 'reseal'>) {}

  /** The plain form. A secret that cannot be decrypted becomes an unreachable address or an empty template, and is reported to `note`. */
  open(spec: Spec, note?: (unreadable: Unreadable) => void): Spec {
    const opened = { ...spec };
    for (const field of ADDRESSES) {
      const stored = spec[field];
      if (stored === undefined) continue;
      const open = (): string => openAddress(this.box, stored);
      opened[field] = readable(open, (secret) => note?.({ field, secret })) ?? `${UNREADABLE_ORIGIN}/${MASK}`;
    }
    const sealed = sealedTemplate(spec.template);
    if (sealed !== null) {
      const open = (): Template => jsonObject.parse(parseJson(this.box.open(sealed)));
      opened.template = readable(open, (secret) => note?.({ field: 'template', secret })) ?? {};
    }
    return opened;
  }

  /** The specification as it is stored; secrets unchanged since `before` keep their encrypted form, if it is under the first key. */
  seal(spec: Spec, before: Spec | null): Spec {
    const known = before && this.open(before);
    const sealed = { ...spec };
    for (const field of ADDRESSES) {
      const address = spec[field];
      if (address === undefined || !hasQuery(address)) continue;
      sealed[field] = this.sealed(address, known?.[field] === address ? before?.[field] : null);
    }
    return { ...sealed, ...this.sealedTemplateOf(spec, sameJson(known?.template, spec.template) ? before : null) };
  }

  private sealedTemplateOf({ template }: Spec, before: Spec | null): Pick<Spec, 'template'> {
    if (template === undefined || !holdsSecrets(template)) return {};
    return { template: { [MASK]: this.sealed(JSON.stringify(template), sealedTemplate(before?.template)) } };
  }

  /** `kept`: its stored form, if it has not changed. */
  private sealed(plain: string, kept: string | null | undefined): string {
    return kept == null ? this.box.seal(plain) : this.box.reseal(kept);
  }
}

/** The specification for callers who may not see its secrets. */
export const withHiddenSecrets = (spec: Spec): Spec => ({
  ...spec,
  ...(spec.url !== undefined && { url: withHiddenQuery(spec.url) }),
  ...(spec.cancelUrl !== undefined && { cancelUrl: withHiddenQuery(spec.cancelUrl) }),
  ...(spec.template && { template: hiddenTemplate(spec.template) }),
});

/**
 * The written specification, with present addresses in place of hidden ones; a hidden address without a present one is added to
 * `problems`.
 */
export const revealed = (spec: Spec, present: Spec | null, problems: FieldProblem[]): Spec => ({
  ...spec,
  ...(spec.url !== undefined && { url: revealAddress('url', spec.url, present?.url, problems) }),
  ...(spec.cancelUrl !== undefined && {
    cancelUrl: revealAddress('cancelUrl', spec.cancelUrl, present?.cancelUrl, problems),
  }),
});

function sealedTemplate(template: Template | undefined): string | null {
  const sealed = template?.[MASK];
  return typeof sealed === 'string' ? sealed : null;
}

const secretDefaults = (options: JsonValue | undefined): boolean =>
  Array.isArray(options) && options.some((each) => isSecretOption(each) && each['default'] !== undefined);
const isSecretOption = (option: JsonValue): option is Record<string, JsonValue> =>
  isJsonObject(option) && option['type'] === 'secret';

const holdsSecrets = ({ options, ...template }: Template): boolean =>
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

function hiddenTemplate(template: Template): Template {
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
