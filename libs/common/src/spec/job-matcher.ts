import { isNamedLike } from '../domain/named-like.js';
import type { StoredJob } from './definitions.js';

/** The filters of lists of jobs, besides tenants. */
export interface JobQuestion {
  readonly worker?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** A part of the name or id, in upper or lower case. */
  readonly q?: string | undefined;
  /** `name=value`, or a name alone. The job must have all of them. */
  readonly label?: string | readonly string[] | undefined;
}

/** Whether a job matches the filters. */
export function jobMatcher({ worker, enabled, q, label }: JobQuestion): (job: StoredJob) => boolean {
  const labels = [label ?? []].flat().map(splitLabel);
  return ({ id, spec }) =>
    (worker === undefined || spec.worker === worker) &&
    (enabled === undefined || (spec.enabled ?? true) === enabled) &&
    isNamedLike(q, [spec.name, id]) &&
    labels.every(({ name, value }) => {
      const own = Object.hasOwn(spec.labels ?? {}, name) ? spec.labels?.[name] : undefined;
      return own !== undefined && (value === null || own === value);
    });
}

function splitLabel(text: string): { name: string; value: string | null } {
  const at = text.indexOf('=');
  return at < 0 ? { name: text, value: null } : { name: text.slice(0, at), value: text.slice(at + 1) };
}
