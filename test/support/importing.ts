/** Imports definitions of other schedulers in tests, as the command does. */
import { KUBERNETES_YAML, yamlDocuments, type YamlForm } from '../../apps/cli/src/definitions/yaml-documents.js';
import type { Imported, ImportOptions, SourceDocument } from '../../apps/cli/src/import/imported.js';
import { fromKubernetes } from '../../apps/cli/src/import/kubernetes.js';
import { refusalsOf } from '../../apps/cli/src/import/refusals.js';

export type Spec = Record<string, unknown>;

export interface ImportResult {
  readonly jobs: readonly Spec[];
  readonly workers: readonly Spec[];
  readonly notes: readonly string[];
  readonly refused: readonly string[];
}

type Convert = (documents: readonly SourceDocument[], options: ImportOptions) => Imported;

/** What an import makes of a text for the tenant acme, in UTC. */
export const importing = (text: string, options: Partial<ImportOptions> = {}): ImportResult =>
  importingBy(fromKubernetes, KUBERNETES_YAML, text, { timezone: 'UTC', ...options });

export function importingBy(
  convert: Convert,
  form: YamlForm,
  text: string,
  options: Partial<ImportOptions> = {},
): ImportResult {
  const read = yamlDocuments({ name: 'a.yaml', text }, form);
  const documents = read.filter((each): each is SourceDocument => 'value' in each);
  expect(read.filter((each) => !('value' in each))).toEqual([]);
  const { definitions, notes } = convert(documents, { tenant: 'acme', ...options });
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
