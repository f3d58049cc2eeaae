/**
 * Secrets of workers beside their headers: queries of addresses, and secrets of the template for new jobs. Stored encrypted in their
 * places.
 */
import { parseJson } from '#common/domain/parse-json.js';
import { MASK } from '#common/domain/mask.js';
import { jsonObject } from '#common/spec/fields.js';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import { openAddress } from '#common/crypto/call-address.js';
import type { StoredWorker } from '#common/spec/definitions.js';
import { UNREADABLE_ORIGIN } from '#common/domain/sealed-text.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import { sameJson } from '../http/core/same-json.js';
import { hasQuery, revealAddress, withHiddenQuery } from '../jobs/core/addresses.js';
import type { Unreadable } from '../jobs/secret-keeper.js';
import { hiddenTemplate, holdsSecrets, revealedTemplate, type Template } from './core/template-secrets.js';

type Spec = StoredWorker['spec'];

const ADDRESSES = ['url', 'cancelUrl'] as const;

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
    const opened = before && this.open(before);
    const sealed = { ...spec };
    for (const field of ADDRESSES) {
      const address = spec[field];
      if (address === undefined || !hasQuery(address)) continue;
      sealed[field] = this.sealed(address, opened?.[field] === address ? before?.[field] : null);
    }
    return { ...sealed, ...this.sealedTemplateOf(spec, sameJson(opened?.template, spec.template) ? before : null) };
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
 * The written specification, with present secrets in place of hidden ones; a hidden one without a present one is added to `problems`.
 */
export const revealed = (spec: Spec, present: Spec | null, problems: FieldProblem[]): Spec => ({
  ...spec,
  ...(spec.url !== undefined && { url: revealAddress('url', spec.url, present?.url, problems) }),
  ...(spec.cancelUrl !== undefined && {
    cancelUrl: revealAddress('cancelUrl', spec.cancelUrl, present?.cancelUrl, problems),
  }),
  ...(spec.template && { template: revealedTemplate(spec.template, present?.template ?? {}, problems) }),
});

function sealedTemplate(template: Template | undefined): string | null {
  const sealed = template?.[MASK];
  return typeof sealed === 'string' ? sealed : null;
}
