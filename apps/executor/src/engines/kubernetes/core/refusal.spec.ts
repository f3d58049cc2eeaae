import { refusalOf, type ApiRefusal } from './refusal.js';

const forbidden = (message: string): ApiRefusal => ({ status: 403, reason: 'Forbidden', message });

/** Messages as API servers of 1.20 to 1.33 write them. */
const cases: Record<string, { answer: ApiRefusal; want: { reason: string; retryable: boolean } }> = {
  'a quota that is used up': {
    answer: forbidden('pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3'),
    want: { reason: 'QuotaExceeded', retryable: true },
  },
  'a quota that asks for limits': {
    answer: forbidden('pods "a" is forbidden: failed quota: q: must specify limits.cpu'),
    want: { reason: 'QuotaNeedsResources', retryable: false },
  },
  'a namespace that is being removed': {
    answer: forbidden(
      'pods "a" is forbidden: unable to create new content in namespace x because it is being terminated',
    ),
    want: { reason: 'NamespaceTerminating', retryable: true },
  },
  'a namespace that is missing': {
    answer: { status: 404, reason: 'NotFound', message: 'namespaces "x" not found' },
    want: { reason: 'NamespaceMissing', retryable: true },
  },
  'a service account that is missing': {
    answer: forbidden(
      'pods "a" is forbidden: error looking up service account x/robot: serviceaccount "robot" not found',
    ),
    want: { reason: 'ServiceAccountMissing', retryable: true },
  },
  'a priority class that is missing': {
    answer: forbidden('pods "a" is forbidden: no PriorityClass with name high was found'),
    want: { reason: 'PriorityClassMissing', retryable: false },
  },
  'a breach of pod security': {
    answer: forbidden('pods "a" is forbidden: violates PodSecurity "restricted:latest": …'),
    want: { reason: 'PodSecurityViolated', retryable: false },
  },
  'a right that we lack': {
    answer: forbidden(
      'pods is forbidden: User "system:serviceaccount:a:b" cannot create resource "pods" in API group "" in the namespace "x"',
    ),
    want: { reason: 'Forbidden', retryable: true },
  },
  'an admission controller of the cluster': {
    answer: forbidden('admission webhook "policy.example.com" denied the request: no'),
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'a pod that is not valid': {
    answer: { status: 422, reason: 'Invalid', message: 'Pod "a" is invalid: spec.containers[0].image: Required value' },
    want: { reason: 'Invalid', retryable: false },
  },
  'a quota that two writers count at once': {
    answer: { status: 409, reason: 'Conflict', message: 'Operation cannot be fulfilled on resourcequotas "q"' },
    want: { reason: 'Conflict', retryable: true },
  },
  'a token that is no longer valid': {
    answer: { status: 401, reason: 'Unauthorized', message: 'Unauthorized' },
    want: { reason: 'Unauthorized', retryable: true },
  },
  'an API server that has too much to do': {
    answer: { status: 429, reason: 'TooManyRequests', message: 'slow down' },
    want: { reason: 'TooManyRequests', retryable: true },
  },
  'an API server in trouble': {
    answer: { status: 503, reason: 'ServiceUnavailable', message: 'etcd is away' },
    want: { reason: 'ApiServerUnavailable', retryable: true },
  },
  'an API server that has just begun': {
    answer: forbidden('pods "a" is forbidden: not yet ready to handle request'),
    want: { reason: 'ApiServerUnavailable', retryable: true },
  },
  'an API server that is away': {
    answer: { status: 0, reason: '', message: 'connect ECONNREFUSED' },
    want: { reason: 'ApiServerUnavailable', retryable: true },
  },
};

test.each(Object.entries(cases))('%s is told for what it is', (_what, { answer, want }) => {
  expect(refusalOf(answer)).toEqual({ type: 'refused', message: answer.message, ...want });
});
