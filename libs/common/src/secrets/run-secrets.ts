/** All secrets that the workers of a run are given: no text from the workers may show one. */
import { parseExactJson } from '../domain/parse-json.js';
import { channelIn } from '../notices/channel-address.js';
import type { JsonValue } from '../spec/fields.js';
import { readable, type SecretBox } from '../crypto/secret-box.js';
import { openAddress } from '../crypto/call-address.js';
import type { AttemptId } from '../domain/ids.js';
import type { Run } from '../run/run.js';
import { IDENTITY_MASK } from '../domain/identity-mask.js';
import { HIDE_EVERYTHING, secretMask, secretTexts, type SecretMask } from '../domain/secret-mask.js';
import type { RunSpec } from '../spec/definitions.js';
import type { HeldSecretsStore } from '../mongo/held-secrets.store.js';
import type { MappedSecrets } from './mapped-secrets.js';
import { allMasks, printMask } from './secret-prints.js';

const MIN_SECRET_PATH_LENGTH = 12;
const MIN_SECRET_QUERY_LENGTH = 8;

type SecretsOf = Pick<Run, 'tenant' | 'overrides'>;

export class RunSecrets {
  private readonly common: readonly string[];

  constructor(
    private readonly box: Pick<SecretBox, 'open' | 'callbackTokens'>,
    private readonly mapped: Pick<MappedSecrets, 'valuesOf'>,
    private readonly held: Pick<HeldSecretsStore, 'of'>,
    /** The `VCAP_SERVICES` that every worker gets; null if there is none. */
    vcapServices: string | null,
  ) {
    this.common = vcapServices === null ? [] : credentialsIn(vcapServices);
  }

  /**
   * Hides all secrets, and the callback tokens of these attempts. If a secret's key is missing, its words are unknown: then
   * everything is hidden. Throws AppError UNAVAILABLE where values cannot be read now.
   */
  async maskOf(run: SecretsOf, spec: RunSpec, attempts: readonly AttemptId[]): Promise<SecretMask> {
    const held = (spec.job.secretsFrom ?? []).length === 0 ? [] : await this.held.of(attempts);
    const named = held.flatMap(({ mapped }) => mapped);
    const mapped = secretTexts(await this.mapped.valuesOf(run, spec, named));
    const own = readable(() => storedSecrets(this.box, run, spec));
    const prints = readable(() => held.flatMap((each) => (each.prints === null ? [] : [this.box.open(each.prints)])));
    if (own === null || prints === null) return HIDE_EVERYTHING;
    const tokens = attempts.flatMap((attempt) => this.box.callbackTokens(attempt));
    const byValue = secretMask([...own, ...mapped, ...this.common, ...tokens]);
    const identity = spec.job.identity === undefined ? [] : [IDENTITY_MASK];
    return allMasks([byValue, ...prints.map(printMask), ...identity]);
  }
}

/** True if the snapshot or the run has a secret, stored or referred to, that its workers get. */
export function hasSecrets(
  { overrides }: Pick<Run, 'overrides'>,
  { sealed, job, worker, taskWorkers = [] }: RunSpec,
): boolean {
  if ((job.secretsFrom ?? []).length > 0 || job.identity !== undefined) return true;
  const texts = [sealed.secureParameters, sealed.options, overrides?.secureParameters, overrides?.secretOptions];
  const headers = [sealed.httpHeaders, ...taskWorkers.map(({ httpHeaders }) => httpHeaders)];
  const named = [worker, ...taskWorkers.map((each) => each.worker)].flatMap(({ envFrom = [] }) => envFrom);
  return texts.some((text) => text != null) || headers.some((each) => Object.keys(each).length > 0) || named.length > 0;
}

/** Decrypts the secrets that are stored encrypted. Throws UnreadableSecret. */
function storedSecrets(box: Pick<SecretBox, 'open'>, { overrides }: SecretsOf, spec: RunSpec): string[] {
  const { secureParameters, secretOptions } = overrides ?? {};
  const structures = [spec.sealed.secureParameters, spec.sealed.options, secureParameters, secretOptions]
    .filter((sealed) => sealed != null)
    .map((sealed) => parseExactJson(box.open(sealed)) as JsonValue);
  const sealedHeaders = [spec.sealed.httpHeaders, ...(spec.taskWorkers ?? []).map(({ httpHeaders }) => httpHeaders)];
  const headers = sealedHeaders.flatMap((each) => Object.values(each)).map((sealed) => box.open(sealed));
  // The worker did not get a secret that cannot be decrypted.
  const webhooks = (spec.job.notify ?? []).flatMap(({ webhook }) => readable(() => box.open(webhook)) ?? []);
  const called = [spec.job, spec.worker, ...(spec.taskWorkers ?? []).map((each) => each.worker)]
    .flatMap((holder) => [holder.url ?? [], 'cancelUrl' in holder ? (holder.cancelUrl ?? []) : []].flat())
    .map((stored) => openAddress(box, stored));
  return secretTexts([
    ...structures,
    ...headers.flatMap(partsOfHeader),
    ...webhooks.flatMap(partsOfAddress),
    ...called.flatMap(partsOfQuery),
  ]);
}

/** A header's value, and its credentials without their scheme; those of `Basic` also decoded. */
function partsOfHeader(value: string): string[] {
  const [, scheme, credentials] = /^\s*([A-Za-z][\w-]*)\s+(\S.*?)\s*$/.exec(value) ?? [];
  if (scheme === undefined || credentials === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, credentials];
  const plain = Buffer.from(credentials, 'base64').toString('utf8');
  return [value, credentials, plain, plain.slice(plain.indexOf(':') + 1)];
}

/** The part of a notice address after its host is secret; a short path is not hidden, because it is a common word. */
function partsOfAddress(address: string): string[] {
  if (channelIn(address) !== null) return [];
  if (!URL.canParse(address)) return [address];
  const { pathname, search, password } = new URL(address);
  const path = `${pathname}${search}`.slice(1);
  return [address, password, ...(path.length >= MIN_SECRET_PATH_LENGTH ? [path] : [])];
}

/** The values in the query of an address of runs; short values are not hidden, because they are common words. */
function partsOfQuery(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { search, searchParams } = new URL(address);
  const values = [...searchParams.values()].filter((value) => value.length >= MIN_SECRET_QUERY_LENGTH);
  return values.length === 0 ? [] : [search, ...values];
}

/** Texts under every `credentials` of `VCAP_SERVICES`; the whole text where it is no JSON. */
function credentialsIn(vcapServices: string): string[] {
  let value: JsonValue;
  try {
    value = parseExactJson(vcapServices) as JsonValue;
  } catch {
    return secretTexts(vcapServices);
  }
  return secretTexts(under('credentials', value));
}

function under(name: string, value: JsonValue): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === name ? [each] : under(name, each)));
}
