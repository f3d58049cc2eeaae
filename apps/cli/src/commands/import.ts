/** `import`: definitions of other schedulers as files of this one, with a report of settings without a counterpart. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { quoted } from '#common/domain/shell-word.js';
import { checkedNumbers } from '#common/spec/yaml-numbers.js';
import type { Definition } from '../definitions/definition.js';
import { writeDefinitions } from '../definitions/definition-file.js';
import { exportedText, SECRET_FORMS, type SecretForm } from '../definitions/export-text.js';
import { repeated } from '../definitions/read-files.js';
import {
  KUBERNETES_YAML,
  yamlDocuments,
  type YamlForm,
  type YamlProblem,
  type YamlSource,
  type YamlValue,
} from '../definitions/yaml-documents.js';
import { CliError, EXIT, TENANT_HINT } from '../errors.js';
import type { Host } from '../host.js';
import { fromCloudScheduler } from '../import/cloud-scheduler.js';
import { CLOUDFORMATION_YAML } from '../import/cloudformation.js';
import { fromCrontabs } from '../import/crontab.js';
import { fromCurl } from '../import/curl.js';
import { fromEventBridge } from '../import/eventbridge.js';
import type { Imported, ImportOptions, SourceDocument } from '../import/imported.js';
import { jsonLines } from '../import/json-lines.js';
import { fromKubernetes } from '../import/kubernetes.js';
import { fromLex } from '../import/lex.js';
import { isPlain } from '../import/plain-values.js';
import type { GlobalOptions } from '../session/session.js';
import type { Shell } from '../shell.js';
import { fileText, textOfFile } from '../file-text.js';
import { requireText } from './verb.js';

const SOURCES = [
  'crontab',
  'curl',
  'cloud-scheduler',
  'eventbridge',
  'kubernetes',
  'furiko',
  'volcano',
  'lex',
] as const;
type SourceName = (typeof SOURCES)[number];

interface Options {
  readonly directory?: string;
  readonly timezone?: string;
  readonly image?: string;
  readonly withUsers?: boolean;
  readonly secrets: SecretForm;
  readonly strict?: boolean;
  readonly disabled?: boolean;
}

const MAX_FILE_BYTES = 64 * 1024 * 1024;

export function addImport(program: Command, shell: Shell): void {
  program
    .command('import')
    .description(
      'convert jobs of another scheduler into definitions; nothing is sent to the server, which `apply` does',
    )
    .addArgument(new Argument('<source>').choices(SOURCES))
    .argument(
      '<files...>',
      'the files to convert, or - for standard input, such as from kubectl get cronjobs -o yaml; curl: also the command itself, in quotes',
    )
    .option('-d, --directory <folder>', 'write one file for each worker and job, instead of standard output')
    .option('--timezone <zone>', 'the time zone of schedules that have none, such as Europe/Prague')
    .option('--image <image>', 'crontab: run the commands in pods of this image, not as processes')
    .option('--with-users', 'crontab, curl: the sixth column is a user, as in /etc/crontab')
    .option(
      '--secrets <form>',
      `${SECRET_FORMS.join(', ')}: the form in which secrets of the source are written`,
      'env',
    )
    .option('--disabled', 'write the jobs with `enabled: false`, so that none starts before it is enabled')
    .option('--strict', 'exit code 1 if anything was left out or changed')
    .action(async (source: SourceName, files: string[], options: Options, command: Command) => {
      requireText(shell.printer(command), 'definitions are written as YAML', ['yaml']);
      const { tenant } = command.optsWithGlobals<GlobalOptions>();
      const { definitions, notes } = await importAll(
        source,
        files,
        { ...options, tenant: tenant ?? shell.host.env['CARILLON_TENANT'] },
        shell.host,
      );
      const problems = repeated(definitions);
      if (problems.length > 0) throw new CliError(problems.join('\n'));
      const { refusalsOf } = await import('../import/refusals.js');
      const all = [...notes, ...refusalsOf(definitions, shell.host.now())];
      const secrets = write(shell, options.disabled === true ? definitions.map(disabled) : definitions, options);
      report(shell, { definitions, notes: all }, secrets);
      if (options.strict === true && all.length > 0) shell.exitCode = EXIT.negative;
    });
}

const disabled = (definition: Definition): Definition =>
  definition.kind === 'Job' ? { ...definition, spec: { ...definition.spec, enabled: false } } : definition;

async function importAll(
  source: SourceName,
  files: readonly string[],
  { tenant, ...options }: Options & { readonly tenant: string | undefined },
  host: Host,
): Promise<Imported> {
  const texts = source === 'curl' ? await commandsIn(files, host) : await textsOf(files, host);
  const readAs = (form: YamlForm): readonly SourceDocument[] =>
    texts.flatMap((text) => valuesOf(yamlDocuments(text, form)));
  if (source === 'lex')
    return fromLex(
      texts.flatMap((text) => valuesOf(jsonLines(text) ?? yamlDocuments(text, { customTags: checkedNumbers }))),
      tenant,
    );
  if (tenant === undefined || tenant === '')
    throw new CliError('the tenant of the jobs is missing', undefined, TENANT_HINT);
  const own: ImportOptions = { tenant, timezone: options.timezone, image: options.image };
  const hasUsers = options.withUsers === true;
  switch (source) {
    case 'crontab':
      return fromCrontabs(texts, { ...own, hasUsers });
    case 'curl':
      return fromCurl(texts, { ...own, hasUsers, read: (file) => textIn(file, host) });
    case 'cloud-scheduler':
      return fromCloudScheduler(readAs(KUBERNETES_YAML), own);
    case 'eventbridge':
      return fromEventBridge(readAs(CLOUDFORMATION_YAML), own);
    case 'kubernetes':
    case 'furiko':
    case 'volcano':
      return fromKubernetes(readAs(KUBERNETES_YAML), own);
  }
}

const textsOf = (files: readonly string[], host: Host): Promise<YamlSource[]> =>
  Promise.all(
    files.map(async (file) => ({ name: file === '-' ? 'standard input' : file, text: await textOf(file, host) })),
  );

/** Commands in quotes, the words of one behind `--`, or files. */
async function commandsIn(words: readonly string[], host: Host): Promise<readonly YamlSource[]> {
  const named = (text: string): YamlSource => ({ name: 'command', text });
  if (words[0] === 'curl') return [named(words.map(quoted).join(' '))];
  const sources = words.map(async (word) => (/\s|:\/\//.test(word) ? [named(word)] : textsOf([word], host)));
  return (await Promise.all(sources)).flat();
}

const textOf = async (file: string, host: Host): Promise<string> =>
  file === '-' ? host.input() : textOfFile(file, resolve(host.cwd, file), MAX_FILE_BYTES);

/** Null if there is no such file. */
function textIn(file: string, { cwd }: Host): string | null {
  const path = resolve(cwd, file);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return null;
  if (stats.size > MAX_FILE_BYTES) throw new CliError(`${file} has more than ${MAX_FILE_BYTES} bytes`);
  return fileText(file, readFileSync(path));
}

/** Throws CliError with every problem. */
function valuesOf(read: readonly (YamlValue | YamlProblem)[]): readonly SourceDocument[] {
  const problems = read.flatMap((each) => ('problem' in each ? [each.problem] : []));
  if (problems.length > 0) throw new CliError(problems.join('\n'));
  return read.flatMap((each) => ('problem' in each ? [] : [each]));
}

/** Gives the names of the variables that stand for secrets in the files. */
function write({ host }: Shell, definitions: readonly Definition[], options: Options): readonly string[] {
  const { directory, secrets } = options;
  if (!SECRET_FORMS.includes(secrets))
    throw new CliError(`--secrets ${secrets} is not one of ${SECRET_FORMS.join(', ')}`);
  const taken = new Set<string>();
  const written = definitions.map((each) => ({
    ...each,
    text: exportedText(each.kind, each.spec, secrets, { taken, isPlain }),
  }));
  if (directory === undefined) host.out(written.map(({ text }) => `---\n${text}`).join(''));
  else writeDefinitions(resolve(host.cwd, directory), written, secrets === 'plain');
  return [...taken];
}

/** The report is written to the error output, because the definitions themselves may go into a pipe. Equal notes are one line. */
function report({ host }: Shell, { definitions, notes }: Imported, secrets: readonly string[]): void {
  const count = (kind: string): number => definitions.filter((each) => each.kind === kind).length;
  host.err(`${count('Job')} jobs and ${count('Worker')} workers\n`);
  if (secrets.length > 0) host.err(`\nsecrets to set in the environment of apply: ${secrets.join(', ')}\n`);
  if (notes.length === 0) return;
  const lines = new Map<string, string[]>();
  for (const { about, field, message } of notes) {
    const text = `${field} ${message}`;
    const objects = lines.get(text);
    if (objects) objects.push(about);
    else lines.set(text, [about]);
  }
  host.err(`\nto check (${lines.size}):\n`);
  for (const [text, objects] of lines) host.err(`  ${objects.join(', ')}: ${text}\n`);
}
