/** The rights that the manifests under `deploy/kubernetes` give. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve('deploy/kubernetes');
const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8');
/** Verbs by resource, of a role in the workers' namespace. */
function rulesOf(role: string): Map<string, string> {
  const document = textOf('workers/roles.yaml')
    .split(/^---$/m)
    .find((each) => each.includes('kind: Role\n') && each.includes(`name: ${role}\n`))!;
  const rules = document.matchAll(
    /resources: \[(?<resources>[^\]]*)\]\n(?:\s+resourceNames: [^\n]*\n)?\s+verbs: \[(?<verbs>[^\]]*)\]/g,
  );
  return new Map(
    [...rules].flatMap(({ groups }) =>
      groups!['resources']!.split(', ').map((name) => [name, groups!['verbs']!] as const),
    ),
  );
}

test('no service may list or watch Secrets: it reads those that it needs by name', () => {
  expect(rulesOf('carillon-executor').get('secrets')).toBe('create, get, patch, delete');
  expect(rulesOf('carillon-log-collector').get('secrets')).toBe('get');
  expect(textOf('workers/roles.yaml')).toMatch(
    /resources: \[secrets\]\n\s+resourceNames: \[[^\]]+\]\n\s+verbs: \[get\]/,
  );
});

test('each service has its own Secret, and only services that use Kubernetes have an account there', () => {
  for (const service of ['api', 'scheduler', 'executor', 'log-collector']) {
    const text = textOf(`base/${service}.yaml`);
    const secrets = [...text.matchAll(/secretRef: \{ name: ([^ ]+) \}/g)].map(([, name]) => name);
    expect([...new Set(secrets)]).toEqual([`carillon-${service}`]);
    const isAccount = service === 'executor' || service === 'log-collector';
    expect(text).toContain(isAccount ? `serviceAccountName: ${service}` : 'automountServiceAccountToken: false');
  }
});
