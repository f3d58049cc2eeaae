/** `export`: definitions as YAML, in the form that `apply` reads. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readPresent } from '../definitions/apply.js';
import { BUILT_IN_WORKER, plainSpec } from '../definitions/comparison.js';
import { writeDefinitions } from '../definitions/definition-file.js';
import { KINDS, kindFrom, type KindName, type Spec } from '../definitions/definition.js';
import { exportedText, SECRET_FORMS, type SecretForm } from '../definitions/export-text.js';
import { bears, type Labels } from '../definitions/plan.js';
import { CliError } from '../errors.js';
import type { Session } from '../session/session.js';
import { inSession, type Shell } from '../shell.js';
import { pair } from './arguments.js';
import { requireText } from './verb.js';

export function addExport(program: Command, shell: Shell): void {
  program
    .command('export [kinds...]')
    .description(`write definitions as YAML, in the form that apply reads; kinds: ${KINDS.join(', ')}`)
    .option(
      '-d, --directory <folder>',
      'write one file for each definition, in a folder for each kind, instead of standard output',
    )
    .option('-l, --label <name=value>', 'only jobs with this label', pair)
    .option(
      '--secrets <form>',
      `${SECRET_FORMS.join(', ')}: *** (unchanged on the same server), !env NAME, or the values`,
      'mask',
    )
    .action(
      inSession(
        shell,
        async (session, kinds: string[], options: { directory?: string; label?: Labels; secrets: string }) => {
          requireText(session.printer, 'definitions are written as YAML', ['yaml']);
          const form = SECRET_FORMS.find((each) => each === options.secrets);
          if (!form) throw new CliError(`--secrets ${options.secrets} is not one of ${SECRET_FORMS.join(', ')}`);
          await exportAll(session, kinds.map(kindFrom), { ...options, form });
        },
      ),
    );
}

/** How many variables a message names. */
const MAX_NAMED = 10;

async function exportAll(
  session: Session,
  kinds: readonly KindName[],
  { directory, label, form }: { directory?: string; label?: Labels; form: SecretForm },
): Promise<void> {
  const { client, tenant, host } = session;
  const wanted = kinds.length > 0 ? kinds : KINDS;
  const present = await readPresent(client, wanted, tenant === undefined ? null : [tenant]);
  const isWanted = (kind: KindName, spec: Spec): boolean => {
    if (kind === 'Tenant') return tenant === undefined || spec['id'] === tenant;
    if (kind === 'Worker') return spec['id'] !== BUILT_IN_WORKER;
    return kind !== 'Job' || bears(spec, label ?? {});
  };
  const taken = new Set<string>();
  const written = wanted.flatMap((kind) =>
    (present[kind] ?? [])
      .filter((spec) => isWanted(kind, spec))
      .map((spec) => ({ kind, spec, text: exportedText(kind, plainSpec(kind, spec), form, { taken }) })),
  );
  if (directory === undefined)
    host.out([schemaLine(session, 'definition'), ...written.map(({ text }) => text)].join('---\n'));
  else {
    const files = written.map((each) => ({ ...each, text: schemaLine(session, each.kind.toLowerCase()) + each.text }));
    writeDefinitions(resolve(host.cwd, directory), files, form === 'plain');
    session.printer.line(`${written.length} definitions were written to ${directory}`);
  }
  if (form === 'plain' && taken.size > 0)
    host.err(
      `the server does not show ${taken.size} secrets, so they are written as !env: ${[...taken].slice(0, MAX_NAMED).join(', ')}${taken.size > MAX_NAMED ? ' …' : ''}\n`,
    );
}

/** Names the schema by which editors complete and check the file. */
const schemaLine = ({ target }: Session, name: string): string =>
  `# yaml-language-server: $schema=${target.server}/schemas/${name}.json\n`;
