/** Names of the objects of an attempt in a cluster: stable, so a repeated start finds the objects of the first one. */
import type { AttemptId, AttemptKey, JobId, RunId, TenantId } from '#common/domain/ids.js';
import { attemptId, fnv1a } from '#common/domain/ids.js';

/** The longest name that is also a label value and a hostname. */
const MAX_POD_NAME_LENGTH = 63;
const HASH_LENGTH = 8;
const HASH_HEX_DIGITS = 10;
/** The task of a job without tasks; left out of names. */
const PLAIN_TASK = 'main';
const MAX_TASK_LENGTH = 24;

/** A collision-resistant hash as hexadecimal digits (SHA-256). */
export type Digest = (text: string) => string;

/**
 * Texts that cannot be derived without a key of ours (lower case hexadecimal digits): first the text of the present key, then the texts of
 * former keys, with which an object may have been named.
 */
export type Tags = (text: string) => readonly [string, ...string[]];

export interface Naming {
  readonly digest: Digest;
  readonly tags: Tags;
}

export interface NamedAttempt {
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly key: AttemptKey;
  /** A DNS label made of the job's name. */
  readonly slug: string;
}

/**
 * `<slug>-<task>-<index>-<hash>`; the hash covers tenant, job and the whole attempt. `salt` is 0 for the name itself and counts up if
 * another object has the name.
 */
export function podName(attempt: NamedAttempt, salt: number, digest: Digest): string {
  const hash = shortHash(digest(`${fullName(attempt)}${salt === 0 ? '' : `#${salt}`}`));
  return fit(attempt.slug, `${place(attempt.key)}-${hash}`);
}

/**
 * Names that the attempt's Secret may have: under the present key and former ones. They cannot be guessed, because a pod that
 * names a Secret can read it. They follow from the attempt alone, so its leftovers are found without a list.
 */
export const secretNames = (attempt: AttemptId, { tags }: Pick<Naming, 'tags'>): readonly [string, ...string[]] =>
  named('attempt', tags(`secret/${attempt}`));

/** The same for the Secret with the key pair of a run. */
export const keysNames = (run: RunId, { tags }: Pick<Naming, 'tags'>): readonly [string, ...string[]] =>
  named('run', tags(`keys/${run}`));

const named = (what: string, [present, ...former]: ReturnType<Tags>): readonly [string, ...string[]] => [
  `carillon-${what}-${present}`,
  ...former.map((tag) => `carillon-${what}-${tag}`),
];

const fullName = ({ tenant, job, key }: NamedAttempt): string => `${tenant}/${job}/${attemptId(key)}`;

/**
 * The hostname of the container: `<slug>-<index>`, with the task if there are several. It is the same for every attempt, and different for
 * every index of a run: the slug is cut equally for all, a task's name is never cut without a hash.
 */
export function podHostname({ slug, key }: Pick<NamedAttempt, 'slug'> & { readonly key: HostKey }): string {
  return `${hostSlug(slug)}${hostPlace(key)}`;
}

type HostKey = Pick<AttemptKey, 'task' | 'index'>;

/** Names of what a run's attempts share: the service and subdomain, and names that begin with it. */
export interface SiteNames {
  /** The subdomain, which is also the name of the network policy. */
  readonly subdomain: string;
  readonly hosts: string;
  readonly keys: string;
  readonly claim: (volume: number) => string;
  readonly gang: (wave: number) => string;
}

/** The names are the same for every attempt of a run, in all its generations. */
export function siteNames(
  {
    tenant,
    job,
    run,
    slug,
  }: { readonly tenant: TenantId; readonly job: JobId; readonly run: RunId; readonly slug: string },
  naming: Naming,
): SiteNames {
  const { digest } = naming;
  const subdomain = `${hostSlug(slug)}-${shortHash(digest(`site/${tenant}/${job}/${run}`))}`;
  return {
    subdomain,
    hosts: `${subdomain}-svc`,
    keys: keysNames(run, naming)[0],
    claim: (volume) => `${subdomain}-volume-${volume}`,
    gang: (wave) => `${subdomain}-gang-${wave}`,
  };
}

function place({ task, index }: AttemptKey): string {
  const label = task === PLAIN_TASK ? '' : dnsLabel(task).slice(0, MAX_TASK_LENGTH).replace(/-+$/, '');
  return label === '' ? `-${index}` : `-${label}-${index}`;
}

const MAX_HOST_SLUG_LENGTH = 31;

function hostSlug(slug: string): string {
  const head = dnsLabel(slug)
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_HOST_SLUG_LENGTH)
    .replace(/-+$/, '');
  return head === '' ? 'job' : head;
}

function hostPlace({ task, index }: HostKey): string {
  if (task === PLAIN_TASK) return `-${index}`;
  if (task.length <= MAX_TASK_LENGTH && dnsLabel(task) === task) return `-${task}-${index}`;
  const hash = fnv1a(task)
    .toString(36)
    .padStart(HASH_LENGTH - 1, '0');
  const head = dnsLabel(task)
    .slice(0, MAX_TASK_LENGTH - HASH_LENGTH)
    .replace(/-+$/, '');
  return `-${head === '' ? '' : `${head}-`}${hash}-${index}`;
}

const shortHash = (digest: string): string =>
  BigInt(`0x${digest.slice(0, HASH_HEX_DIGITS)}`)
    .toString(36)
    .padStart(HASH_LENGTH, '0');

/** The slug, cut so that the whole name fits; the end of the name distinguishes attempts. */
function fit(slug: string, end: string): string {
  const head = dnsLabel(slug)
    .slice(0, MAX_POD_NAME_LENGTH - end.length)
    .replace(/-+$/, '');
  return `${head === '' ? 'job' : head}${end}`;
}

const dnsLabel = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
