import { readFileSync } from 'node:fs';
import { refusalOf, type ApiRefusal } from './refusal.js';

const forbidden = (message: string): ApiRefusal => ({ status: 403, reason: 'Forbidden', message });

/** Messages in the form in which API servers of versions 1.20 to 1.36 write them. */
const cases: Record<string, { answer: ApiRefusal; want: { reason: string; retryable: boolean } }> = {
  'an exhausted quota': {
    answer: forbidden('pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3'),
    want: { reason: 'QuotaExceeded', retryable: true },
  },
  'a new quota that is not yet computed': {
    answer: forbidden('pods "a" is forbidden: status unknown for quota: default-quotas, resources: count/pods'),
    want: { reason: 'QuotaUnknown', retryable: true },
  },
  'a service account without its token': {
    answer: forbidden(
      'pods "a" is forbidden: No API token found for service account "default", retry after the token is automatically created and added to the service account',
    ),
    want: { reason: 'ServiceAccountMissing', retryable: true },
  },
  // etcd takes 1.5 MiB, and the API server answers its refusal with 500.
  'a pod that is too large for etcd': {
    answer: { status: 500, reason: 'InternalError', message: 'etcdserver: request is too large' },
    want: { reason: 'PodTooLarge', retryable: false },
  },
  'a pod that is too large for the way to etcd': {
    answer: {
      status: 500,
      reason: 'InternalError',
      message:
        'rpc error: code = ResourceExhausted desc = trying to send message larger than max (2097158 vs. 2097152)',
    },
    want: { reason: 'PodTooLarge', retryable: false },
  },
  'a pod that is too large for the API server': {
    answer: { status: 413, reason: 'RequestEntityTooLarge', message: 'Request entity too large: limit is 3145728' },
    want: { reason: 'PodTooLarge', retryable: false },
  },
  'a proxy whose patience has ended': {
    answer: { status: 408, reason: '', message: '<html><body><h1>408 Request Time-out</h1></body></html>' },
    want: { reason: 'ApiServerUnavailable', retryable: true },
  },
  'a quota that requires limits': {
    answer: forbidden('pods "a" is forbidden: failed quota: q: must specify limits.cpu'),
    want: { reason: 'QuotaNeedsResources', retryable: false },
  },
  'a namespace that is being deleted': {
    answer: forbidden(
      'pods "a" is forbidden: unable to create new content in namespace x because it is being terminated',
    ),
    want: { reason: 'NamespaceTerminating', retryable: true },
  },
  'a missing namespace': {
    answer: { status: 404, reason: 'NotFound', message: 'namespaces "x" not found' },
    want: { reason: 'NamespaceMissing', retryable: true },
  },
  'a missing service account': {
    answer: forbidden(
      'pods "a" is forbidden: error looking up service account x/robot: serviceaccount "robot" not found',
    ),
    want: { reason: 'ServiceAccountMissing', retryable: true },
  },
  'a missing priority class': {
    answer: forbidden('pods "a" is forbidden: no PriorityClass with name high was found'),
    want: { reason: 'PriorityClassMissing', retryable: false },
  },
  'a violation of pod security': {
    answer: forbidden('pods "a" is forbidden: violates PodSecurity "restricted:latest": …'),
    want: { reason: 'PodSecurityViolated', retryable: false },
  },
  'a missing right of ours': {
    answer: forbidden(
      'pods is forbidden: User "system:serviceaccount:a:b" cannot create resource "pods" in API group "" in the namespace "x"',
    ),
    want: { reason: 'Forbidden', retryable: true },
  },
  'an image that the image policy denies': {
    answer: forbidden('pods "a" is forbidden: image policy webhook backend denied one or more images: not signed'),
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'an image policy that cannot be asked': {
    answer: forbidden('pods "a" is forbidden: Post "https://images.test/review?timeout=30s": dial tcp: i/o timeout'),
    want: { reason: 'ApiServerUnavailable', retryable: true },
  },
  'a limit range': {
    answer: forbidden('pods "a" is forbidden: maximum cpu usage per Container is 1, but limit is 2'),
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'a field that the cluster does not know': {
    answer: {
      status: 400,
      reason: 'BadRequest',
      message: 'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.hostUser"',
    },
    want: { reason: 'BadRequest', retryable: false },
  },
  'a kind that the cluster lacks': {
    answer: { status: 404, reason: 'NotFound', message: 'the server could not find the requested resource' },
    want: { reason: 'KindMissing', retryable: false },
  },
  'an admission controller of the cluster': {
    answer: forbidden('admission webhook "policy.example.com" denied the request: no'),
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'a policy of the cluster, by its default reason': {
    answer: {
      status: 422,
      reason: 'Invalid',
      message:
        "pods \"a\" is forbidden: ValidatingAdmissionPolicy 'deny-pods' with binding 'deny-pods' denied request: no pods today",
    },
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'a policy of the cluster that cannot be evaluated': {
    answer: {
      status: 422,
      reason: 'Invalid',
      message:
        "pods \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: expression 'object.x' resulted in error: no such key: x",
    },
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'a policy of the cluster with the words of a quota': {
    answer: forbidden(
      "pods \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: team has exceeded quota: q",
    ),
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'a policy of the cluster that answers 401': {
    answer: {
      status: 401,
      reason: 'Unauthorized',
      message: "pods \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: who are you",
    },
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'a webhook without a status': {
    answer: { status: 400, reason: '', message: 'admission webhook "policy.example.com" denied the request: no' },
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'a webhook that answers 401': {
    answer: {
      status: 401,
      reason: 'Unauthorized',
      message: 'admission webhook "policy.example.com" denied the request without explanation',
    },
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'a webhook with the words of a quota': {
    answer: forbidden('admission webhook "policy.example.com" denied the request: exceeded quota: q'),
    want: { reason: 'AdmissionRefused', retryable: false },
  },
  'a webhook that fails': {
    answer: { status: 500, reason: 'InternalError', message: 'admission webhook "a.b" denied the request: timeout' },
    want: { reason: 'ApiServerUnavailable', retryable: true },
  },
  'a webhook that asks to wait': {
    answer: { status: 429, reason: 'TooManyRequests', message: 'admission webhook "a.b" denied the request: later' },
    want: { reason: 'TooManyRequests', retryable: true },
  },
  'an invalid pod that quotes a policy': {
    answer: {
      status: 422,
      reason: 'Invalid',
      message: 'Pod "a" is invalid: spec.hostname: Invalid value: "ValidatingAdmissionPolicy \'p\' denied request: no"',
    },
    want: { reason: 'Invalid', retryable: false },
  },
  'an invalid pod': {
    answer: { status: 422, reason: 'Invalid', message: 'Pod "a" is invalid: spec.containers[0].image: Required value' },
    want: { reason: 'Invalid', retryable: false },
  },
  'a conflict while two writers update a quota': {
    answer: { status: 409, reason: 'Conflict', message: 'Operation cannot be fulfilled on resourcequotas "q"' },
    want: { reason: 'Conflict', retryable: true },
  },
  'an expired token': {
    answer: { status: 401, reason: 'Unauthorized', message: 'Unauthorized' },
    want: { reason: 'Unauthorized', retryable: true },
  },
  'an overloaded API server': {
    answer: { status: 429, reason: 'TooManyRequests', message: 'slow down' },
    want: { reason: 'TooManyRequests', retryable: true },
  },
  'a failing API server': {
    answer: { status: 503, reason: 'ServiceUnavailable', message: 'etcd is away' },
    want: { reason: 'ApiServerUnavailable', retryable: true },
  },
  'an API server that is still starting': {
    answer: forbidden('pods "a" is forbidden: not yet ready to handle request'),
    want: { reason: 'ApiServerUnavailable', retryable: true },
  },
  'an API server that cannot be reached': {
    answer: { status: 0, reason: '', message: 'connect ECONNREFUSED' },
    want: { reason: 'ApiServerUnavailable', retryable: true },
  },
};

test.each(Object.entries(cases))('%s is recognised in the answer', (_what, { answer, want }) => {
  expect(refusalOf(answer)).toEqual({ type: 'refused', message: answer.message, ...want });
});

test('docs/guide/pods.md lists each reason, and whether the start is tried again', () => {
  const page = readFileSync('docs/guide/pods.md', 'utf8');
  const [, section = ''] = page.split('## When the cluster refuses a pod\n');
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) => {
    const [, reasons = '', , again = ''] = row.split('|').map((cell) => cell.trim());
    return [...reasons.matchAll(/`(\w+)`/g)].map(([, reason]) => `${reason} ${again}`);
  });
  const known = Object.values(cases).map(({ want }) => `${want.reason} ${want.retryable ? 'yes' : 'no'}`);
  expect(listed.sort()).toEqual([...new Set(known)].sort());
});
