/** The fields of a call of a web service, and how forms of jobs and workers show them. */
import type { Content } from '../parts/definition-text.js';
import type { Looks } from '../parts/schema-rows.js';

export const CALL_FIELDS = ['url', 'answer', 'http', 'httpHeaders', 'idempotentStart'] as const;

export const CALL_LOOKS: Looks = {
  url: { label: 'URL', description: 'Each attempt is a call of this address.' },
  answer: { placeholder: 'accepts' },
  http: { label: 'HTTP call' },
  'http.method': { placeholder: 'GET, or POST with a body' },
  'http.success': { label: 'Statuses that mean success', placeholder: '200-299' },
  'http.outputs': { label: 'Outputs: JSON Pointers into the answer' },
  'http.auth': { label: 'Authorization' },
  'http.auth.oauth': { label: 'OAuth client' },
  'http.auth.oauth.tokenUrl': { label: 'Token URL', isRequired: true },
  'http.auth.oauth.clientId': { label: 'Client id', isRequired: true },
  'http.auth.oauth.clientSecret': { label: 'Client secret: a name in secretsFrom', isRequired: true },
  httpHeaders: { label: 'HTTP headers', description: 'Their values are secrets and are not shown.', isSecret: true },
  idempotentStart: { label: 'Idempotent start: the same start may be sent again' },
};

/** The fields of a call that the content may have: `http` says nothing where the answer only accepts the work. */
export const callFieldsOf = (content: Content): readonly string[] =>
  CALL_FIELDS.filter((name) => name !== 'http' || content.answer === 'ends' || content.http !== undefined);
