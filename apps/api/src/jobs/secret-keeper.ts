import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';
import { MASK } from '#common/domain/mask.js';
import { jsonValue, type JsonValue } from '#common/spec/fields.js';
import { readable, UnreadableSecret, type SecretBox } from '#common/crypto/secret-box.js';
import { openAddress } from '#common/crypto/call-address.js';
import type { SealedSecrets } from '#common/spec/definitions.js';
import { keyIdOf, UNREADABLE_ORIGIN } from '#common/domain/sealed-text.js';
import { sameJson } from '../http/core/same-json.js';
import { hasQuery } from './core/addresses.js';
import type { PlainJob } from './core/job-edit.js';
import { isNothing, type Secrets } from './core/job-secrets.js';

const stored = z
  .string()
  .transform((text): unknown => parseJson(text))
  .pipe(jsonValue);

const storedTexts = z
  .string()
  .transform((text): unknown => parseJson(text))
  .pipe(z.record(z.string(), z.string()));

/** A secret that cannot be decrypted, by the field that contains it. */
export interface Unreadable {
  readonly field: string;
  readonly secret: UnreadableSecret;
}

/**
 * Encrypts and decrypts the secrets of definitions. A secret that cannot be decrypted does not hide others, and stays as it is until a new
 * value is given.
 */
export class SecretKeeper {
  constructor(private readonly box: SecretBox) {}

  /** Never throws for a secret that cannot be decrypted: it is among the `lost`, and `note` is called for it. */
  open(sealed: SealedSecrets, note?: (unreadable: Unreadable) => void): Secrets {
    const { secureParameters, options = null } = sealed;
    // Wrapped in an object, because null is a value, too.
    const opened = this.try('secureParameters', () => ({ value: this.values(stored, secureParameters) }), note);
    const defaults = this.try('options', () => this.values(storedTexts, options), note);
    const headers = this.openHeaders(sealed.httpHeaders, note);
    const lost = {
      ...(opened === null && { secureParameters: secureParameters ?? '' }),
      ...(Object.keys(headers.lost).length > 0 && { httpHeaders: headers.lost }),
      ...(defaults === null && { options: options ?? '' }),
    };
    return {
      secureParameters: opened === null ? {} : opened.value,
      httpHeaders: headers.httpHeaders,
      options: defaults ?? {},
      ...(Object.keys(lost).length > 0 && { lost }),
    };
  }

  openHeaders(
    sealed: Readonly<Record<string, string>>,
    note?: (unreadable: Unreadable) => void,
  ): { readonly httpHeaders: Record<string, string>; readonly lost: Record<string, string> } {
    const opened = Object.entries(sealed).map(([name, value]) => ({
      name,
      sealed: value,
      plain: this.try(`httpHeaders.${name}`, () => this.box.open(value), note),
    }));
    return {
      httpHeaders: Object.fromEntries(opened.flatMap(({ name, plain }) => (plain === null ? [] : [[name, plain]]))),
      lost: Object.fromEntries(opened.flatMap((each) => (each.plain === null ? [[each.name, each.sealed]] : []))),
    };
  }

  /**
   * Encrypts changed secrets; unchanged ones keep their encrypted form, so that the stored text reveals no edit. A secret under an old key
   * is encrypted again with the first key.
   */
  seal(secrets: Secrets, before: SealedSecrets | null): SealedSecrets {
    const opened = before ? this.open(before) : null;
    const { secureParameters, options, lost = {} } = secrets;
    const isKept = opened !== null && sameJson(opened.secureParameters, secureParameters);
    const keepsOptions = opened !== null && sameJson(opened.options, options);
    const sealedOptions =
      lost.options ?? (keepsOptions ? this.kept(opened, 'options', before) : this.sealValues(options));
    return {
      secureParameters:
        lost.secureParameters ??
        (isKept ? this.kept(opened, 'secureParameters', before) : this.sealValues(secureParameters)),
      ...(sealedOptions != null && { options: sealedOptions }),
      httpHeaders: { ...this.sealHeaders(secrets.httpHeaders, before?.httpHeaders ?? {}), ...lost.httpHeaders },
    };
  }

  sealHeaders(
    headers: Readonly<Record<string, string>>,
    before: Readonly<Record<string, string>>,
  ): Record<string, string> {
    const opened = this.openHeaders(before).httpHeaders;
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        const kept = opened[name] === value ? before[name] : undefined;
        return [name, kept === undefined ? this.box.seal(value) : this.box.reseal(kept)];
      }),
    );
  }

  /**
   * A specification with decrypted addresses; an address of notices or runs that cannot be decrypted is replaced by an unreachable one,
   * and `note` is called for it.
   */
  openSpec<T extends Pick<PlainJob, 'notify' | 'url'>>(stored: T, note?: (unreadable: Unreadable) => void): T {
    const notify = stored.notify?.map((rule, position) => {
      const field = `notify.${position}.webhook`;
      const webhook = this.try(field, () => this.box.open(rule.webhook), note);
      return { ...rule, webhook: webhook ?? `${UNREADABLE_ORIGIN}/${digestOf(rule.webhook)}` };
    });
    const { url: storedUrl } = stored;
    if (storedUrl === undefined) return { ...stored, ...(notify && { notify }) };
    const url = this.try('url', () => openAddress(this.box, storedUrl), note) ?? `${UNREADABLE_ORIGIN}/${MASK}`;
    return { ...stored, url, ...(notify && { notify }) };
  }

  /** A specification as it is stored; an address that a former specification contains keeps its encrypted form. */
  sealSpec(spec: PlainJob, former: readonly PlainJob[]): PlainJob {
    const addresses = new Map(former.flatMap((each) => this.addressesOf(each)));
    const notify = spec.notify?.map((rule) => ({
      ...rule,
      webhook: addresses.get(rule.webhook) ?? this.box.seal(rule.webhook),
    }));
    return {
      ...spec,
      ...(notify && { notify }),
      ...(spec.url !== undefined && { url: this.sealUrl(spec.url, former) }),
    };
  }

  /** An address without a query is not a secret. A value that could not be decrypted stays as it is stored. */
  private sealUrl(url: string, former: readonly PlainJob[]): string {
    const kept = former.find((each) => each.url !== undefined && this.openSpec({ url: each.url }).url === url)?.url;
    if (kept !== undefined && url.startsWith(UNREADABLE_ORIGIN)) return kept;
    if (!hasQuery(url)) return url;
    return kept === undefined ? this.box.seal(url) : this.box.reseal(kept);
  }

  /** Values as one encrypted text; null if there are none. */
  sealValues(values: JsonValue): string | null {
    return isNothing(values) ? null : this.box.seal(JSON.stringify(values));
  }

  /** Addresses as plain text, each with its encrypted form. */
  private addressesOf(spec: PlainJob): [string, string][] {
    const opened = this.openSpec(spec).notify ?? [];
    return (spec.notify ?? []).map(({ webhook: stored }, position) => {
      const webhook = opened[position]?.webhook ?? '';
      return [webhook, webhook.startsWith(UNREADABLE_ORIGIN) ? stored : this.box.reseal(stored)];
    });
  }

  private values<T>(schema: z.ZodType<T>, sealed: string | null): T | Record<string, never> {
    if (sealed === null) return {};
    const text = this.box.open(sealed);
    try {
      return schema.parse(text);
    } catch (cause) {
      throw new UnreadableSecret('SecretDamaged', keyIdOf(sealed), { cause });
    }
  }

  private kept(opened: Secrets, field: 'secureParameters' | 'options', before: SealedSecrets | null): string | null {
    const sealed = before?.[field] ?? null;
    // A value that could not be decrypted and is not in `lost` any more was removed by the caller.
    if (sealed === null || opened.lost?.[field] !== undefined) return null;
    return this.box.reseal(sealed);
  }

  private try<T>(field: string, open: () => T, note?: (unreadable: Unreadable) => void): T | null {
    return readable(open, (secret) => note?.({ field, secret }));
  }
}

const DIGEST_LENGTH = 12;
const digestOf = (sealed: string): string =>
  createHash('sha256').update(sealed).digest('base64url').slice(0, DIGEST_LENGTH);
