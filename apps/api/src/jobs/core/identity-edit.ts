/** Judges the identity of a job that is saved, by the rules of each start, and fixes the subject of its tokens. */
import type { Tenant } from '#common/spec/definitions.js';
import type { Instant } from '#common/run/run.js';
import { callSettings } from '#common/spec/http-call.js';
import { identityProblems, subjectOf } from '#common/spec/identity.js';
import { engineOf } from '#common/spec/worker.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import { sameJson } from '../../http/core/same-json.js';
import type { JobEdit, PlainJob } from './job-edit.js';

interface IdentitySetting {
  readonly tenant: Tenant | null;
  /** `issuerOf` the service. */
  readonly issuer: string | null;
  /** Names of the headers that its workers send. */
  readonly workerHeaders: readonly string[];
}

/** An identity that the job had before is accepted, as far as its headers allow it: its runs are refused, and other edits are not. */
export function identityEditProblems(
  { current, next, worker }: Pick<JobEdit, 'current' | 'next' | 'worker'>,
  { tenant, issuer, workerHeaders }: IdentitySetting,
): readonly FieldProblem[] {
  const { identity } = next.spec;
  const isCall = engineOf(worker) === 'webservice';
  // A token of OAuth would be sent in the same header.
  const ofClient = callSettings(worker, next.spec).http.auth === undefined ? [] : ['authorization'];
  const headers = isCall ? [...workerHeaders, ...Object.keys(next.secrets.httpHeaders), ...ofClient] : [];
  return identityProblems(
    identity,
    sameJson(current?.spec.identity, identity)
      ? { issuer: '', audiences: identity?.audience, headers }
      : { issuer, audiences: tenant?.identityAudiences, headers },
  );
}

/** Ids are used again: a job that is made later, also of a tenant that is made later, has another subject. */
export const identityMark = (
  { identity }: PlainJob,
  tenant: Tenant | null,
  job: { readonly id: string; readonly createdAt: Instant },
): Pick<PlainJob, 'identitySubject'> => (identity && tenant ? { identitySubject: subjectOf(tenant, job) } : {});
