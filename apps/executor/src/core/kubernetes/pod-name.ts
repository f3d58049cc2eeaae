/** Names of what an attempt becomes in a cluster: stable, so that a start that is repeated finds what the first one made. */
import type { AttemptKey, JobId, TenantId } from '#common/domain/ids.js';
import { attemptId } from '#common/domain/ids.js';

/** Longest name that is also a label value and a hostname. */
const MAX_NAME_LENGTH = 63;
const HASH_LENGTH = 8;
const HASH_HEX_DIGITS = 10;
const SECRET_HEX_DIGITS = 32;
/** The task of a job that names none; left out of names. */
const PLAIN_TASK = 'main';
const MAX_TASK_LENGTH = 24;

/** A hash that nobody can find two texts for, as hexadecimal digits (SHA-256). */
export type Digest = (text: string) => string;

export interface NamedAttempt {
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly key: AttemptKey;
  /** A DNS label made of the job's name. */
  readonly slug: string;
}

/**
 * `<slug>-<task>-<index>-<hash>`; the hash covers tenant, job and the whole attempt. `salt` is 0 for the name itself and
 * counts up where something else has taken it.
 */
export function podName(attempt: NamedAttempt, salt: number, digest: Digest): string {
  const bits = digest(`${fullName(attempt)}${salt === 0 ? '' : `#${salt}`}`).slice(0, HASH_HEX_DIGITS);
  const hash = BigInt(`0x${bits}`).toString(36).padStart(HASH_LENGTH, '0');
  return fit(attempt.slug, `${place(attempt.key)}-${hash}`);
}

/** The attempt's own Secret. Its hash is long: whoever could make two attempts share it would read the other's secrets. */
export function secretName(attempt: NamedAttempt, digest: Digest): string {
  return `${podName(attempt, 0, digest)}-${digest(`secret/${fullName(attempt)}`).slice(0, SECRET_HEX_DIGITS)}`;
}

const fullName = ({ tenant, job, key }: NamedAttempt): string => `${tenant}/${job}/${attemptId(key)}`;

/** The container's own host name: `<slug>-<index>`, with the task where there are several. The same for every attempt. */
export function podHostname(attempt: NamedAttempt): string {
  return fit(attempt.slug, place(attempt.key));
}

function place({ task, index }: AttemptKey): string {
  const label = task === PLAIN_TASK ? '' : dnsLabel(task).slice(0, MAX_TASK_LENGTH).replace(/-+$/, '');
  return label === '' ? `-${index}` : `-${label}-${index}`;
}

/** The slug cut so that the whole fits; the end is what tells attempts apart. */
function fit(slug: string, end: string): string {
  const head = dnsLabel(slug)
    .slice(0, MAX_NAME_LENGTH - end.length)
    .replace(/-+$/, '');
  return `${head === '' ? 'job' : head}${end}`;
}

const dnsLabel = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
