/** Interprets answers of Vault by its documented HTTP API. Pure. */
import { z } from 'zod';
import { MAX_OUTSIDE_SECRET_BYTES } from '#common/domain/limits.js';

/** A lease without a duration is checked after this time. */
const MIN_LEASE_SECONDS = 1;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const secretAnswer = z.object({
  lease_id: z.string().nullish(),
  lease_duration: z.number().nullish(),
  renewable: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
});
/** The answer of a mount of KV version 2, which wraps the values. */
const versioned = z.object({ data: z.record(z.string(), z.unknown()), metadata: z.record(z.string(), z.unknown()) });
const loginAnswer = z.object({
  auth: z.object({
    client_token: z.string().min(1),
    accessor: z.string().nullish(),
    lease_duration: z.number(),
  }),
});
const errorAnswer = z.object({ errors: z.array(z.string()) });

interface VaultSecret {
  readonly values: ReadonlyMap<string, string>;
  readonly lease: { readonly id: string; readonly seconds: number; readonly isRenewable: boolean } | null;
}

/**
 * The secret in an answer; null if the answer contains none. Values that are not texts, numbers or booleans, and too large values, are
 * left out.
 */
export function secretIn(answer: unknown): VaultSecret | null {
  const parsed = secretAnswer.safeParse(answer);
  if (!parsed.success) return null;
  const { data, lease_id: id } = parsed.data;
  const hasLease = typeof id === 'string' && id !== '';
  const kv2 = hasLease ? null : versioned.safeParse(data).data;
  const values = Object.entries(kv2?.data ?? data ?? {}).flatMap(([key, value]) => {
    const text = scalar.safeParse(value);
    return text.success && Buffer.byteLength(String(text.data)) <= MAX_OUTSIDE_SECRET_BYTES
      ? [[key, String(text.data)] as const]
      : [];
  });
  return { values: new Map(values), lease: hasLease ? { id, ...termsOf(parsed.data) } : null };
}

/** The terms of a lease, also after its renewal; null if the answer contains none. */
export function leaseTermsIn(answer: unknown): Omit<NonNullable<VaultSecret['lease']>, 'id'> | null {
  const parsed = secretAnswer.safeParse(answer);
  return parsed.success ? termsOf(parsed.data) : null;
}

const termsOf = (
  answer: z.output<typeof secretAnswer>,
): { readonly seconds: number; readonly isRenewable: boolean } => ({
  seconds: Math.max(MIN_LEASE_SECONDS, answer.lease_duration ?? 0),
  isRenewable: answer.renewable === true,
});

export interface VaultLogin {
  readonly token: string;
  readonly accessor: string | null;
  /** 0: the lease does not end. */
  readonly seconds: number;
}

export function loginIn(answer: unknown): VaultLogin | null {
  const parsed = loginAnswer.safeParse(answer);
  if (!parsed.success) return null;
  const { client_token: token, accessor, lease_duration: seconds } = parsed.data.auth;
  return { token, accessor: accessor ?? null, seconds };
}

const MAX_ERROR_LENGTH = 200;
/** Vault's reason for a refusal, in one line. */
export function errorsIn(answer: unknown): string {
  const parsed = errorAnswer.safeParse(answer);
  return parsed.success ? parsed.data.errors.join('; ').replace(/\s+/g, ' ').slice(0, MAX_ERROR_LENGTH) : '';
}
