/** The meaning of an API server's refusal to make a pod: whether a retry may help, and the message. */
import type { StartResult } from '../../engine.js';

/** An unsuccessful answer of the API server. */
export interface ApiRefusal {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The reason of Kubernetes, such as `Forbidden` or `AlreadyExists`. */
  readonly reason: string;
  readonly message: string;
}

type Refused = Extract<StartResult, { type: 'refused' }>;

interface Rule {
  readonly status: number;
  /** A text that the message contains; absent: any message. */
  readonly text?: RegExp;
  readonly reason: string;
  readonly retryable: boolean;
}

/**
 * A policy or webhook of the cluster, which choose their status and text themselves: only how the API server begins the sentence is certain.
 * A failing webhook (5xx), and one that asks to wait, may answer otherwise later.
 */
const BY_ADMISSION =
  /^(?:\S+ "[^"]*" is forbidden: ValidatingAdmissionPolicy '|admission webhook "[^"]*" denied the request)/;
const MAY_CHANGE = new Set([408, 409, 429]);

const TOO_LARGE = /request is too large|message larger than max/;

/** The first match counts. */
const RULES: readonly Rule[] = [
  { status: 403, text: /^\S+ "[^"]*" is forbidden: exceeded quota: /, reason: 'QuotaExceeded', retryable: true },
  // A new quota is computed a moment after it was made.
  {
    status: 403,
    text: /^\S+ "[^"]*" is forbidden: status unknown for quota: /,
    reason: 'QuotaUnknown',
    retryable: true,
  },
  { status: 403, text: /failed quota/, reason: 'QuotaNeedsResources', retryable: false },
  { status: 403, text: /being terminated/, reason: 'NamespaceTerminating', retryable: true },
  { status: 403, text: /no PriorityClass/, reason: 'PriorityClassMissing', retryable: false },
  // An admission webhook of a server that has just started.
  { status: 403, text: /not yet ready to handle request/, reason: 'ApiServerUnavailable', retryable: true },
  // The image policy of a cluster that refuses while its webhook cannot be asked.
  { status: 403, text: /^\S+ "[^"]*" is forbidden: Post "https?:/, reason: 'ApiServerUnavailable', retryable: true },
  // The default service account of a new namespace appears a moment after it.
  {
    status: 403,
    text: /error looking up service account|No API token found for service account/,
    reason: 'ServiceAccountMissing',
    retryable: true,
  },
  { status: 403, text: /violates PodSecurity|PodSecurityPolicy/, reason: 'PodSecurityViolated', retryable: false },
  // Rights may be granted while the attempt waits; otherwise the start deadline ends the attempt.
  { status: 403, text: /cannot (create|get|list|watch|patch|delete) resource/, reason: 'Forbidden', retryable: true },
  { status: 404, text: /namespaces? .*not found/, reason: 'NamespaceMissing', retryable: true },
  { status: 404, text: /could not find the requested resource/, reason: 'KindMissing', retryable: false },
  // It stays too large, whatever status says so: of the API server, of etcd, or of the messages between them.
  { status: 413, reason: 'PodTooLarge', retryable: false },
  { status: 400, text: TOO_LARGE, reason: 'PodTooLarge', retryable: false },
  { status: 500, text: TOO_LARGE, reason: 'PodTooLarge', retryable: false },
  { status: 401, reason: 'Unauthorized', retryable: true },
  // Of a proxy in front of the API server.
  { status: 408, reason: 'ApiServerUnavailable', retryable: true },
  { status: 409, reason: 'Conflict', retryable: true },
  { status: 429, reason: 'TooManyRequests', retryable: true },
];

/** A start that was refused. */
export function refusalOf({ status, reason, message }: ApiRefusal): Refused {
  const isFinal = status >= 400 && status < 500 && !MAY_CHANGE.has(status);
  if (isFinal && BY_ADMISSION.test(message))
    return { type: 'refused', retryable: false, reason: 'AdmissionRefused', message };
  const rule = RULES.find((each) => each.status === status && (each.text?.test(message) ?? true));
  if (rule) return { type: 'refused', retryable: rule.retryable, reason: rule.reason, message };
  if (status === 0 || status >= 500)
    return { type: 'refused', retryable: true, reason: 'ApiServerUnavailable', message };
  const word = status === 403 ? 'AdmissionRefused' : reason === '' ? `Http${status}` : reason;
  return { type: 'refused', retryable: false, reason: word, message };
}
