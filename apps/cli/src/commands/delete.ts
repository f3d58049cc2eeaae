/** `delete`: removes the objects that files define, or objects by their ids. */
import type { Command } from 'commander';
import { dataOf } from '#client/client.js';
import { applyPlan, labelOfChange } from '../definitions/apply.js';
import { kindFrom } from '../definitions/definition.js';
import { bears, finderOf, type Change, type Labels } from '../definitions/plan.js';
import { readDefinitions } from '../definitions/read-files.js';
import { SERVER_KINDS } from '../definitions/server-kinds.js';
import { CliError, EXIT } from '../errors.js';
import { labelsText } from '../output/listings.js';
import type { Session } from '../session/session.js';
import { inSession, type Shell } from '../shell.js';
import { FILES, presentFor, summaryOf, tellOne } from './apply.js';
import { pair, several } from './arguments.js';
import { forEachId } from './verb.js';

interface DeleteOptions {
  readonly filename?: readonly string[];
  readonly label?: Labels;
  readonly yes?: boolean;
}

export function addDelete(program: Command, shell: Shell): void {
  program
    .command('delete [kind] [ids...]')
    .description(
      'remove the objects that files define, or objects by their ids: job, run, worker, calendar, channel, monitor, rule, trigger, tenant, token',
    )
    .option('-f, --filename <path>', FILES, several)
    .option('-l, --label <name=value>', 'jobs with this label', pair)
    .option('-y, --yes', 'do not ask for confirmation')
    .action(
      inSession(shell, async (session, kind: string | undefined, ids: string[], options: DeleteOptions) => {
        const isRest = kind !== undefined && /^(run|token)s?$/.test(kind);
        if (isRest) return deleteRest(session, kind.replace(/s$/, ''), ids);
        const changes = options.filename
          ? await removalsOfFiles(session, options.filename)
          : await removalsByName(session, kind, ids, options.label);
        await confirmRemoval(shell, changes, options);
        const applied = await applyPlan(session.client, changes, {
          dryRun: null,
          signal: session.host.signal,
          tell: (each) => {
            if (!session.printer.isData) tellOne(session.printer, session.host.err, each, false);
          },
        });
        if (session.printer.isData) session.printer.value(applied.map(summaryOf));
        if (applied.some(({ outcome }) => outcome.kind === 'failed')) shell.exitCode = EXIT.negative;
        else if (changes.length === 0) session.host.err('none of these objects exists\n');
        return undefined;
      }),
    );
}

async function removalsOfFiles(session: Session, paths: readonly string[]): Promise<Change[]> {
  const definitions = await readDefinitions(paths, session.tenant, session.host);
  const present = await presentFor(session, definitions);
  return definitions.flatMap(({ kind, spec }): Change[] => {
    const current = finderOf(kind, present[kind] ?? [])(spec);
    return current ? [{ action: 'delete', kind, current }] : [];
  });
}

async function removalsByName(
  { client, tenant }: Session,
  kind: string | undefined,
  ids: readonly string[],
  label: Labels | undefined,
): Promise<Change[]> {
  if (kind === undefined)
    throw new CliError(
      'give a kind and ids, or files by -f',
      undefined,
      'carillon delete job <id>, or carillon delete -f <file>',
    );
  const name = kindFrom(kind);
  const isLabelled = name === 'Job' && label !== undefined;
  if (ids.length === 0 && !isLabelled)
    throw new CliError(`give the id of at least one ${kind}${name === 'Job' ? ', or --label' : ''}`);
  const changes: Change[] = [];
  const missing = new Set(ids);
  for await (const current of SERVER_KINDS[name].list(client, tenant)) {
    const isMeant = ids.length > 0 ? missing.delete(String(current['id'])) : bears(current, label ?? {});
    if (isMeant) changes.push({ action: 'delete', kind: name, current });
  }
  if (missing.size > 0) throw new CliError(`there is no ${kind} ${[...missing].join(', ')}`, EXIT.refused);
  return changes;
}

/** Objects that are named individually are removed at once; objects that a label or a file selects are shown first. */
async function confirmRemoval(shell: Shell, changes: readonly Change[], options: DeleteOptions): Promise<void> {
  const isChosen = options.label !== undefined || options.filename !== undefined;
  if (changes.length === 0 || options.yes === true || !isChosen) return;
  const names = changes.map(labelOfChange);
  const list = names.slice(0, 10).join(', ') + (names.length > 10 ? ` and ${names.length - 10} more` : '');
  const why = options.label === undefined ? '' : ` with ${labelsText(options.label)}`;
  if (!shell.host.questions)
    throw new CliError(`${changes.length} would be removed${why}: ${list}`, undefined, 'confirm by the option --yes');
  if (!(await shell.ask('--yes').confirm(`Remove ${changes.length}${why}: ${list}?`)))
    throw new CliError('nothing was removed', EXIT.negative);
}

async function deleteRest(session: Session, kind: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) throw new CliError(`give the id of at least one ${kind}`);
  const { client, printer } = session;
  await forEachId(session, ids, async (id) => {
    const params = { path: { id } };
    await dataOf(kind === 'run' ? client.DELETE('/runs/{id}', { params }) : client.DELETE('/tokens/{id}', { params }));
    return { line: `${kind}/${id} ${printer.paint('removed', 'bad')}`, answer: { kind, name: id, action: 'delete' } };
  });
}
