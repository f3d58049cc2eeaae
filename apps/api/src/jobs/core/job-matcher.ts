import type { StoredJob } from '#common/spec/definitions.js';
import { isNamedLike } from '../../http/core/named-like.js';

export interface JobQuestion {
  readonly enabled?: boolean | undefined;
  /** A part of the name or id, in any case. */
  readonly q?: string | undefined;
  /** `name=value`, or a name alone. All of them must be there. */
  readonly label?: string | readonly string[] | undefined;
}

/** The filters of the job list that no index serves, as one question about a job. */
export function jobMatcher({ enabled, q, label }: JobQuestion): (job: StoredJob) => boolean {
  const labels = [label ?? []].flat().map(splitLabel);
  return ({ id, spec }) =>
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
