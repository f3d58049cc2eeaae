/** Reads definitions from YAML and JSON files, folders and standard input; names the line of each mistake. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { ScalarTag, Tags } from 'yaml';
import { checkedNumbers } from '#common/spec/yaml-numbers.js';
import { CliError } from '../errors.js';
import type { Host } from '../host.js';
import { refuseAddress, textOfFile } from '../file-text.js';
import { isOwned, KINDS, labelOf, namesakes, type Definition, type KindName, type Spec } from './definition.js';
import { yamlDocuments, type YamlSource, type YamlValue } from './yaml-documents.js';

const MAX_FILES = 20_000;
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Reads the definitions of all paths, at least one; `tenant` is added if it is absent. Throws CliError with every mistake at once. */
export async function readDefinitions(
  paths: readonly string[],
  tenant: string | undefined,
  host: Pick<Host, 'cwd' | 'env' | 'input'>,
): Promise<Definition[]> {
  const problems: string[] = [];
  const definitions: Definition[] = [];
  for (const source of await sourcesOf(paths, host)) {
    const read = parseDefinitions(source, host.env);
    problems.push(...read.problems);
    definitions.push(...read.definitions.map((each) => withTenant(each, tenant)));
  }
  problems.push(...missingFields(definitions), ...repeated(definitions), ...ofOneName(definitions));
  if (problems.length > 0) throw new CliError(problems.join('\n'));
  if (definitions.length === 0) throw new CliError(`no definition was found in ${paths.join(', ')}`);
  return definitions;
}

async function sourcesOf(paths: readonly string[], host: Pick<Host, 'cwd' | 'input'>): Promise<YamlSource[]> {
  const sources: YamlSource[] = [];
  for (const path of paths) {
    if (path === '-') sources.push({ name: 'standard input', text: await host.input() });
    else for (const file of filesIn(resolve(host.cwd, path), path)) sources.push(await readSource(file, host.cwd));
    if (sources.length > MAX_FILES) throw new CliError(`${path}: there are more than ${MAX_FILES} files`);
  }
  return sources;
}

/** The file, or the files of definitions in the folder and below it. Throws CliError if there is neither. */
export function filesIn(path: string, name: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) refuseAddress(name);
  if (!stats) throw new CliError(`${name}: there is no such file or folder`);
  if (!stats.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return filesIn(inside, inside);
      // To follow it could lead out of the folder, or in a circle; without it, --prune would remove what it holds.
      if (entry.isSymbolicLink() && statSync(inside, { throwIfNoEntry: false })?.isDirectory() === true)
        throw new CliError(
          `${inside} is a link to a folder, which is not followed`,
          undefined,
          'give the folder itself as well, or replace the link',
        );
      if (!/\.(yaml|yml|json)$/.test(entry.name)) return [];
      // A link may be broken, and a pipe or a device may never end.
      if (statSync(inside, { throwIfNoEntry: false })?.isFile() !== true) throw new CliError(`${inside} is not a file`);
      return [inside];
    });
}

async function readSource(file: string, cwd: string): Promise<YamlSource> {
  const name = relative(cwd, file);
  return { name, text: await textOfFile(name, file, MAX_FILE_BYTES) };
}

interface Read {
  readonly definitions: Definition[];
  readonly problems: string[];
}

/** `!env NAME` stands for a variable of the environment, so that files need not contain secrets. */
export function parseDefinitions(source: YamlSource, env: Host['env']): Read {
  const read: Read = { definitions: [], problems: [] };
  const form = { merge: true, customTags: (tags: Tags): Tags => [...checkedNumbers(tags), envTag(env)] };
  for (const each of yamlDocuments(source, form)) {
    if ('problem' in each) read.problems.push(each.problem);
    else addDocument(read, each);
  }
  return read;
}

function addDocument(read: Read, { value, source }: YamlValue): void {
  const items = isObject(value) && value['kind'] === 'List' && Array.isArray(value['items']) ? value['items'] : [value];
  for (const item of items) {
    const definition = definitionOf(item, source);
    if (typeof definition === 'string') read.problems.push(`${source}: ${definition}`);
    else read.definitions.push(definition);
  }
}

/** The definition, or its error. */
function definitionOf(value: unknown, source: string): Definition | string {
  if (!isObject(value)) return 'is not an object with a kind';
  const { kind, apiVersion: _form, ...spec } = value;
  if (typeof kind === 'string' && isKind(kind)) return { kind, spec, source };
  const kinds = `one of ${KINDS.join(', ')}`;
  if (kind === undefined) return `kind is missing: ${kinds}`;
  return `kind ${JSON.stringify(kind)} is not ${kinds}; definitions of other schedulers are converted by: carillon import`;
}

const envTag = (env: Host['env']): ScalarTag => ({
  tag: '!env',
  resolve(name, onError) {
    const value = env[name];
    if (value !== undefined) return value;
    onError(`the environment has no variable ${name}`);
    return '';
  },
});

const withTenant = (definition: Definition, tenant: string | undefined): Definition => {
  const { kind, spec } = definition;
  return isOwned(kind) && tenant !== undefined ? { ...definition, spec: { tenant, ...spec } } : definition;
};

/** The fields that identify an object of each kind. */
const NEEDED: Readonly<Record<KindName, readonly string[]>> = {
  Tenant: ['id'],
  Channel: ['id', 'tenant'],
  Worker: ['id'],
  Calendar: ['id', 'tenant'],
  Monitor: ['id', 'tenant'],
  Rule: ['id', 'tenant'],
  Trigger: ['id', 'tenant'],
  Job: ['tenant', 'name'],
};

const missingFields = (definitions: readonly Definition[]): string[] =>
  definitions.flatMap(({ kind, spec, source }) =>
    NEEDED[kind]
      .filter((field) => typeof spec[field] !== 'string' || spec[field] === '')
      .map(
        (field) =>
          `${source}: ${field} of a ${kind} must be a text${field === 'tenant' ? ', or given by --tenant' : ''}`,
      ),
  );

/** A message for each definition of an object that an earlier one defines already. */
export function repeated(definitions: readonly Definition[]): string[] {
  const seen = new Map<string, Definition>();
  return definitions.flatMap((definition) => {
    const label = labelOf(definition.kind, definition.spec);
    const other = seen.get(label);
    seen.set(label, definition);
    return other ? [`${definition.source}: ${label} is defined in ${other.source}, too`] : [];
  });
}

const ofOneName = (definitions: readonly Definition[]): string[] =>
  namesakes(definitions).map(
    ([{ kind, spec, source }, other]) =>
      `${source}: ${labelOf(kind, spec)} has the name ${JSON.stringify(spec['name'])} of ${labelOf(kind, other.spec)} in ${other.source}, too: names of jobs are unique in a tenant`,
  );

const isKind = (text: string): text is KindName => (KINDS as readonly string[]).includes(text);
const isObject = (value: unknown): value is Spec =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
