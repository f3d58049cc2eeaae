/** The identity of a job: for whom its attempts are given tokens, and what a token says of them (docs/guide/identity.md). */
import { z } from 'zod';
import { MAX_AUDIENCE_LENGTH, MAX_AUDIENCES } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import type { FieldProblem } from '../schedule/parse-schedule.js';

export const audienceText = z
  .string()
  .max(MAX_AUDIENCE_LENGTH)
  .regex(/^[\u0021-\u007e]+$/, 'must be printable ASCII without spaces');

export const identitySpec = z.strictObject({
  audience: z
    .array(audienceText)
    .min(1)
    .max(MAX_AUDIENCES)
    .refine((list) => new Set(list).size === list.length, 'must not name one twice')
    .meta({
      description: 'For whom the token is (`aud`): each must be among the `identityAudiences` of the tenant.',
      examples: [['sts.amazonaws.com']],
    }),
});
export type IdentitySpec = z.output<typeof identitySpec>;

/** The header in which web services are given the token. */
const AUTHORIZATION = 'authorization';
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The issuer of tokens (`iss`); null where nobody could trust its keys, because they would come without TLS from another host. */
export function issuerOf({
  PUBLIC_URL: url,
  PATH_PREFIX: prefix,
}: {
  readonly PUBLIC_URL: string;
  readonly PATH_PREFIX: string;
}): string | null {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || LOOPBACK.test(hostname) ? `${url}${prefix}` : null;
}

/** What a job's identity has to agree with, when it is saved and again when an attempt starts. */
export interface IdentityPlace {
  readonly issuer: string | null;
  /** Of its tenant. */
  readonly audiences: readonly string[] | undefined;
  /** Names of the headers that worker and job set themselves. */
  readonly headers: readonly string[];
}

export function identityProblems(identity: IdentitySpec | undefined, place: IdentityPlace): readonly FieldProblem[] {
  if (identity === undefined) return [];
  const problems: FieldProblem[] = identity.audience.flatMap((audience, i) =>
    place.audiences?.includes(audience) === true
      ? []
      : [{ path: `identity.audience.${i}`, message: `"${audience}" is not among the identityAudiences of the tenant` }],
  );
  if (place.issuer === null)
    problems.push({ path: 'identity', message: 'is not possible: PUBLIC_URL is neither https nor of this host' });
  if (place.headers.some((name) => name.toLowerCase() === AUTHORIZATION))
    problems.push({ path: 'identity', message: 'is not possible: the worker or the job sets Authorization itself' });
  return problems;
}

interface Made {
  readonly id: string;
  readonly createdAt: Instant;
}

/** Ids are used again, their times of creation are not. */
const RADIX = 36;
const markOf = ({ id, createdAt }: Made): string => `${id}:${createdAt.toString(RADIX)}`;

/** The subject (`sub`) of a job's tokens. Its form never changes: others compare it with what they have stored. */
export const subjectOf = (tenant: Made, job: Made): string => `tenant:${markOf(tenant)}:job:${markOf(job)}`;
