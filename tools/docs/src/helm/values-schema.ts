/** The schema of the values, from the values themselves: Helm refuses a key that the chart does not know, and a value of another type. */
import type { Tree } from './manifests.js';

/** Maps whose keys are the operator's, or those of Kubernetes. */
const OPEN = new Set([
  ...['annotations', 'labels', 'deploymentAnnotations', 'podAnnotations', 'podLabels'],
  ...['nodeSelector', 'affinity', 'dnsConfig', 'podSecurityContext', 'securityContext', 'resources'],
]);

/** The runtime ends with any other proxy before a service begins, without the variable's name. */
const PROXY: Tree = { type: 'string', pattern: '^(https?://[^/]+.*)?$' };

export function schemaOf(values: Tree, services: readonly string[]): Tree {
  const schema = closed(values);
  const settings = properties(values['allServices'] as Tree);
  const own = services.map((name) => [name, { ...closed({ ...(values[name] as Tree) }, settings) }]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...schema,
    properties: {
      ...(schema['properties'] as Tree),
      ...Object.fromEntries(own),
      config: {
        type: 'object',
        patternProperties: { '^(HTTPS?_PROXY|https?_proxy)$': PROXY },
        additionalProperties: { type: 'string' },
      },
      // Of the chart that this one is a part of.
      global: { type: 'object' },
    },
  };
}

const closed = (values: Tree, more: Tree = {}): Tree => ({
  type: 'object',
  additionalProperties: false,
  properties: { ...more, ...properties(values) },
});

const properties = (values: Tree): Tree =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeOf(key, value)]));

function typeOf(key: string, value: unknown): Tree {
  if (Array.isArray(value)) return { type: 'array', items: { type: typeof (value[0] ?? {}) } };
  if (typeof value === 'object') return OPEN.has(key) ? { type: 'object' } : closed(value as Tree);
  return { type: typeof value === 'number' ? 'integer' : typeof value };
}
