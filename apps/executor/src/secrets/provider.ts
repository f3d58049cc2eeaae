/** The port of providers, which keep secrets of jobs outside Carillon. */
import type { HeldLease } from '#common/domain/held-lease.js';
import type { Instant } from '#common/run/run.js';
import { REASONS } from '../run/reasons.js';

export interface SecretRequest {
  readonly tenant: string;
  /** The namespace of the tenant's pods; null is the common one. */
  readonly namespace: string | null;
  readonly path: string;
  readonly version: number | null;
}

/** A secret as it is now: its values by their keys, and its lease if the secret was made for this request. */
export interface SecretRead {
  readonly values: ReadonlyMap<string, string>;
  readonly lease: Omit<HeldLease, 'provider'> | null;
}

export type Renewal =
  | { readonly type: 'renewed'; readonly seconds: number; readonly isRenewable: boolean }
  /** The lease is gone, or cannot be renewed any more. */
  | { readonly type: 'lost'; readonly message: string };

export interface SecretProvider {
  /** Reads one secret; a provider whose values are files returns the content of its file under the empty key. Throws ProviderFailure. */
  read(request: SecretRequest): Promise<SecretRead>;
  /** Throws ProviderFailure if the outcome is unknown. */
  renew?(lease: HeldLease): Promise<Renewal>;
  /** A lease that does not exist counts as revoked. Throws ProviderFailure. */
  revoke?(lease: HeldLease): Promise<void>;
  /** Kubernetes only: whether a pod of the tenant can refer to the secret by itself, so that the executor need not read it. */
  refersTo?(request: SecretRequest): Promise<boolean>;
  /** Throws ProviderFailure if secrets cannot be read now. */
  probe(now: Instant): Promise<void>;
  close?(): Promise<void>;
}

export type FailureReason = 'SecretsUnavailable' | 'SecretRefused' | 'SecretMissing';

/** The message contains no secret value. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';

  constructor(
    readonly reason: FailureReason,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

export const unavailable = (message: string, cause?: unknown): ProviderFailure =>
  new ProviderFailure(REASONS.SecretsUnavailable, message, { cause });
export const refused = (message: string): ProviderFailure => new ProviderFailure(REASONS.SecretRefused, message);
export const missing = (message: string): ProviderFailure => new ProviderFailure(REASONS.SecretMissing, message);
