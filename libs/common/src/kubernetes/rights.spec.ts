import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { EXECUTOR_RIGHTS, judgeRights, type GrantedRule } from '../domain/cluster-rights.js';
import { reviewRights } from './rights.js';

interface Role {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules: readonly Omit<GrantedRule, 'resourceNames'>[];
}

/** The rules of the manifests. */
const given = (): GrantedRule[] => {
  const roles = parseAllDocuments(readFileSync('deploy/kubernetes/workers/roles.yaml', 'utf8')).map(
    (document) => document.toJS() as Role,
  );
  const own = roles.find(({ kind, metadata }) => kind === 'Role' && metadata.name === 'carillon-executor');
  return (own?.rules ?? []).map((rule) => ({ ...rule, resourceNames: [] }));
};
const WELL = { lacks: [], lacksForSome: [], beyond: [] };
const rule = (verbs: string, resources: string, apiGroups = ''): GrantedRule => ({
  verbs: verbs.split(' '),
  resources: resources.split(' '),
  apiGroups: [apiGroups],
  resourceNames: [],
});
const without = (resource: string, verb: string): GrantedRule[] =>
  given().map((each) =>
    each.resources.includes(resource) ? { ...each, verbs: each.verbs.filter((own) => own !== verb) } : each,
  );

test('S1: the Role of the manifests gives exactly the rights that are needed', () => {
  expect(judgeRights(given())).toEqual(WELL);
  expect(judgeRights([])).toMatchObject({ beyond: [] });
  const needed = EXECUTOR_RIGHTS.reduce((count, { verbs }) => count + verbs.length, 0);
  const { lacks, lacksForSome } = judgeRights([]);
  expect(lacks.length + lacksForSome.length).toBe(needed);
});

test.each<[string, GrantedRule[], Partial<typeof WELL> | object]>([
  ['a verb that every job needs', without('pods', 'patch'), { lacks: ['patch pods'] }],
  ['a verb that some jobs need', without('services', 'list'), { lacksForSome: ['list services (the plugin svc)'] }],
  [
    'a right for one name only',
    [...without('events', 'list'), { ...rule('list', 'events'), resourceNames: ['x'] }],
    { lacks: ['list events'] },
  ],
  [
    'secrets that can be listed',
    [...given(), rule('list watch', 'secrets')],
    { beyond: ['list secrets', 'watch secrets'] },
  ],
  ['everything', [rule('*', '*', '*')], { beyond: ['* *'] }],
  [
    'a right that every account has',
    [...given(), rule('create', 'selfsubjectaccessreviews', 'authorization.k8s.io')],
    {},
  ],
])('S1: the check reports %s', (_what, granted, want) => {
  expect(judgeRights(granted)).toEqual({ ...WELL, ...want });
});

test('if authorizers do not list what they allow, the check reports nothing', async () => {
  const answer = (status: object): { call: () => Promise<unknown> } => ({ call: () => Promise.resolve({ status }) });
  await expect(reviewRights(answer({ resourceRules: null, incomplete: true }), 'workers')).resolves.toBeNull();
  await expect(reviewRights(answer({ resourceRules: given(), incomplete: false }), 'workers')).resolves.toEqual({
    namespace: 'workers',
    ...WELL,
  });
});
