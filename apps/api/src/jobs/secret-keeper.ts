import { z } from 'zod';
import { jsonValue, type JsonValue } from '#common/contracts/common.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { openWebhook } from '#common/crypto/webhook-address.js';
import type { SealedSecrets } from '#common/domain/definitions.js';
import { sameJson } from '../http/core/same-json.js';
import type { PlainJob } from './core/job-edit.js';
import { isNothing, type Secrets } from './core/job-secrets.js';

const stored = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(jsonValue);

const storedTexts = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.record(z.string(), z.string()));

/** Seals and opens the secrets of definitions. */
export class SecretKeeper {
  constructor(private readonly box: SecretBox) {}

  open(sealed: SealedSecrets): Secrets {
    return {
      secureParameters: sealed.secureParameters === null ? {} : stored.parse(this.box.open(sealed.secureParameters)),
      httpHeaders: this.openHeaders(sealed.httpHeaders),
      options: sealed.options == null ? {} : storedTexts.parse(this.box.open(sealed.options)),
    };
  }

  openHeaders(sealed: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(sealed).map(([name, value]) => [name, this.box.open(value)]));
  }

  /** Seals anew what has changed; what has not keeps its sealed form, so that the stored text tells of no edit. */
  seal(secrets: Secrets, before: SealedSecrets | null): SealedSecrets {
    const known = before ? this.open(before) : null;
    const { secureParameters, options } = secrets;
    const isKept = known !== null && sameJson(known.secureParameters, secureParameters);
    const keepsOptions = known !== null && sameJson(known.options, options);
    const sealedOptions = keepsOptions ? before?.options : this.sealValues(options);
    return {
      secureParameters: isKept ? (before?.secureParameters ?? null) : this.sealValues(secureParameters),
      ...(sealedOptions != null && { options: sealedOptions }),
      httpHeaders: this.sealHeaders(secrets.httpHeaders, before?.httpHeaders ?? {}),
    };
  }

  sealHeaders(
    headers: Readonly<Record<string, string>>,
    before: Readonly<Record<string, string>>,
  ): Record<string, string> {
    const known = this.openHeaders(before);
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        const kept = known[name] === value ? before[name] : undefined;
        return [name, kept ?? this.box.seal(value)];
      }),
    );
  }

  /** A specification as people know it. */
  openSpec<T extends Pick<PlainJob, 'notify'>>(stored: T): T {
    const notify = stored.notify?.map((rule) => ({ ...rule, webhook: openWebhook(this.box, rule.webhook) }));
    return { ...stored, ...(notify && { notify }) };
  }

  /** A specification as it is stored; an address that was there before keeps its sealed form. */
  sealSpec(spec: PlainJob, before: PlainJob | null): PlainJob {
    const known = new Map(before?.notify?.map(({ webhook }) => [openWebhook(this.box, webhook), webhook]));
    const notify = spec.notify?.map((rule) => {
      const kept = known.get(rule.webhook);
      const isSealed = kept !== undefined && kept !== rule.webhook;
      return { ...rule, webhook: isSealed ? kept : this.box.seal(rule.webhook) };
    });
    return { ...spec, ...(notify && { notify }) };
  }

  /** Values as one sealed text; null where there are none. */
  sealValues(values: JsonValue): string | null {
    return isNothing(values) ? null : this.box.seal(JSON.stringify(values));
  }
}
