/**
 * Compares the executor's rights in a namespace of workers with those that it needs (deploy/kubernetes/workers/roles.yaml): the
 * missing rights of its Role, and additional ones.
 */
interface Right {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
  /** Its purpose, if jobs of other kinds do not need it. */
  readonly only?: string;
}

const right = (resource: string, verbs: string, only?: string, group = ''): Right => ({
  group,
  resource,
  verbs: verbs.split(' '),
  ...(only !== undefined && { only }),
});
const SVC = 'the plugin svc';

/** The rights that the Role of the manifests gives. */
export const EXECUTOR_RIGHTS: readonly Right[] = [
  right('pods', 'get list watch create patch delete deletecollection'),
  right('pods/log', 'get'),
  right('events', 'list'),
  right('secrets', 'create get patch delete'),
  right('configmaps', 'get', 'clusterAccess by labels'),
  right('serviceaccounts', 'get', 'clusterAccess by labels'),
  right('persistentvolumeclaims', 'get', 'clusterAccess by labels'),
  right('services', 'create list delete', SVC),
  right('configmaps', 'create list patch delete', SVC),
  right('networkpolicies', 'create list delete', SVC, 'networking.k8s.io'),
  right('persistentvolumeclaims', 'create list delete', 'volumes by claim'),
  right('podgroups', 'create list patch delete', 'schedulerName volcano', 'scheduling.volcano.sh'),
];

/** A rule in the answer of the API server. */
export interface GrantedRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Set if the right is for objects with these names only. */
  readonly resourceNames: readonly string[];
}

export interface RightsFound {
  readonly namespace: string;
  /** Missing rights that every job of the engine `kubernetes` needs. */
  readonly lacks: readonly string[];
  /** Missing rights without which jobs of some kinds are refused. */
  readonly lacksForSome: readonly string[];
  readonly beyond: readonly string[];
}

/** Every account may query its own rights. */
const OF_EVERYBODY = ['authorization.k8s.io', 'authentication.k8s.io'];

export function judgeRights(granted: readonly GrantedRule[]): Omit<RightsFound, 'namespace'> {
  const missing = EXECUTOR_RIGHTS.flatMap((each) =>
    each.verbs.filter((verb) => !granted.some((rule) => covers(rule, each, verb))).map((verb) => ({ ...each, verb })),
  );
  const textOf = ({ verb, resource, only }: Right & { verb: string }): string =>
    only === undefined ? `${verb} ${resource}` : `${verb} ${resource} (${only})`;
  return {
    lacks: missing.filter(({ only }) => only === undefined).map(textOf),
    lacksForSome: missing.filter(({ only }) => only !== undefined).map(textOf),
    beyond: [...new Set(granted.flatMap(beyondOf))].sort(),
  };
}

const includes = (list: readonly string[], value: string): boolean => list.includes('*') || list.includes(value);
const covers = (rule: GrantedRule, { group, resource }: Right, verb: string): boolean =>
  rule.resourceNames.length === 0 &&
  includes(rule.verbs, verb) &&
  includes(rule.apiGroups, group) &&
  includes(rule.resources, resource);

function beyondOf({ verbs, apiGroups, resources }: GrantedRule): string[] {
  const isNeeded = (group: string, resource: string, verb: string): boolean =>
    EXECUTOR_RIGHTS.some((each) => each.group === group && each.resource === resource && each.verbs.includes(verb));
  return apiGroups
    .filter((group) => !OF_EVERYBODY.includes(group))
    .flatMap((group) =>
      resources.flatMap((resource) =>
        verbs.filter((verb) => !isNeeded(group, resource, verb)).map((verb) => `${verb} ${resource}`),
      ),
    );
}
