/** Imports objects of Kubernetes, Volcano and Furiko in tests, as the command does. */
import { KUBERNETES_YAML, yamlDocuments } from '../../apps/cli/src/definitions/yaml-documents.js';
import type { ImportOptions, SourceDocument } from '../../apps/cli/src/import/imported.js';
import { fromKubernetes } from '../../apps/cli/src/import/kubernetes.js';
import { refusalsOf } from '../../apps/cli/src/import/refusals.js';

export type Spec = Record<string, unknown>;

export interface ImportResult {
  readonly jobs: readonly Spec[];
  readonly workers: readonly Spec[];
  readonly notes: readonly string[];
  readonly refused: readonly string[];
}

/** What an import makes of a text for the tenant acme, in UTC. */
export function importing(text: string, options: Partial<ImportOptions> = {}): ImportResult {
  const read = yamlDocuments({ name: 'a.yaml', text }, KUBERNETES_YAML);
  const documents = read.filter((each): each is SourceDocument => 'value' in each);
  expect(documents).toHaveLength(read.length);
  const { definitions, notes } = fromKubernetes(documents, { tenant: 'acme', timezone: 'UTC', ...options });
  const of = (wanted: string): Spec[] => definitions.filter(({ kind }) => kind === wanted).map(({ spec }) => spec);
  const lines = (list: typeof notes): string[] =>
    list.map(({ about, field, message }) => `${about}: ${field} ${message}`);
  return {
    jobs: of('Job'),
    workers: of('Worker'),
    notes: lines(notes),
    refused: lines(refusalsOf(definitions, Date.parse('2026-01-01T00:00:00Z'))),
  };
}
