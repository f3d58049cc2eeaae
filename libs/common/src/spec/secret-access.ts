/** Which secrets of a provider a tenant may refer to. Checked when a job is saved, and again whenever an attempt starts. */
import type { SecretReference } from './secret-reference.js';

type ProviderKind = 'vault' | 'kubernetes' | 'files';

/** The secrets that a provider lets tenants read, as its administrator has declared it. */
export interface ProviderRules {
  readonly kind: ProviderKind;
  /** Paths: `{tenant}` is the id of the requesting tenant, `*` any one name, `**` at the end any further names. */
  readonly paths: readonly string[];
  /** The tenants that may use it; null: all of them. */
  readonly tenants: readonly string[] | null;
}

interface AccessProblem {
  readonly path: string;
  readonly message: string;
}

/** The variable part of a path, which must be a whole name: `acme-*` would also match secrets of a tenant `acme-corp`. */
export const TENANT = '{tenant}';

/**
 * The problems of a tenant's references; `path` names the field. The answer is the same for a provider that does not exist and for
 * a secret of another tenant.
 */
export function accessProblems(
  references: readonly SecretReference[],
  tenant: string,
  providers: ReadonlyMap<string, ProviderRules>,
): readonly AccessProblem[] {
  return references.flatMap((reference, i) => {
    const at = `secretsFrom.${i}`;
    const rules = providers.get(reference.from);
    if (rules === undefined || !mayRead(rules, tenant, reference.path)) {
      const message = `"${reference.from}" has no path "${reference.path}" for this tenant: administrators declare providers and their paths`;
      return [{ path: `${at}.path`, message }];
    }
    return formProblems(reference, rules.kind).map(({ path, message }) => ({ path: `${at}.${path}`, message }));
  });
}

function formProblems({ path, key, version }: SecretReference, kind: ProviderKind): AccessProblem[] {
  const problems: AccessProblem[] = [];
  if (kind === 'files' && key !== undefined)
    problems.push({ path: 'key', message: 'is possible only with Vault and Kubernetes: a file has one value only' });
  if (kind !== 'files' && key === undefined)
    problems.push({ path: 'key', message: 'is required: it says which value of the secret is meant' });
  if (kind !== 'vault' && version !== undefined)
    problems.push({ path: 'version', message: 'is possible only with Vault' });
  if (kind === 'kubernetes' && path.includes('/'))
    problems.push({ path: 'path', message: 'must be the name of a Kubernetes Secret' });
  return problems;
}

export const mayRead = ({ paths, tenants }: ProviderRules, tenant: string, path: string): boolean =>
  (tenants === null || tenants.includes(tenant)) && paths.some((pattern) => matches(pattern, tenant, path));

function matches(pattern: string, tenant: string, path: string): boolean {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  const isOpenEnded = wanted.at(-1) === '**';
  const fixed = isOpenEnded ? wanted.slice(0, -1) : wanted;
  if (isOpenEnded ? parts.length <= fixed.length : parts.length !== fixed.length) return false;
  return fixed.every((name, i) => name === '*' || parts[i] === (name === TENANT ? tenant : name));
}
