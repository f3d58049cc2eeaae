/** Definitions as files: `apply` and `diff`. */
import type { Command } from 'commander';
import { applyPlan, labelOfChange, readPresent, type Applied } from '../definitions/apply.js';
import { differenceText } from '../definitions/comparison.js';
import { KINDS, type Definition } from '../definitions/definition.js';
import { kindOf, planOf, type Change, type Labels } from '../definitions/plan.js';
import { readDefinitions } from '../definitions/read-files.js';
import { referencesOf, worldAfter, type World } from '../definitions/references.js';
import { CliError, EXIT, inOneLine } from '../errors.js';
import type { Paint, Printer } from '../output/printer.js';
import type { Session } from '../session/session.js';
import { inSession, type Shell } from '../shell.js';
import { pair, several, definedFields } from './arguments.js';
import { requireText } from './verb.js';
import { dataOf, itemsOf, type Schemas } from '#client/client.js';

/* Shows the changes between two versions of a job. */

const PAGE = 100;

/**
 * For words such as `job nightly 3 5`: the differences from version 3 to 5; without `to` the present version, without `from` the version
 * before that. Empty if nothing differs.
 */
async function versionDiff({ client }: Session, [kind, id, from, to]: readonly string[]): Promise<string> {
  if (kind !== 'job') throw new CliError(`${kind} has no versions to compare: only jobs have versions`);
  if (id === undefined) throw new CliError('give the id of the job: carillon diff job <id> [from] [to]');
  const wanted = [from, to].map((text) => (text === undefined ? undefined : versionFrom(text)));
  const versions = new Map<number, Schemas['JobVersion']>();
  let newest = 0;
  for await (const each of itemsOf(async (cursor) =>
    dataOf(
      client.GET('/jobs/{id}/versions', {
        params: { path: { id }, query: { limit: PAGE, ...definedFields({ cursor }) } },
      }),
    ),
  )) {
    newest = Math.max(newest, each.version);
    versions.set(each.version, each);
    const first = wanted[0] ?? newest - 1;
    if (each.version <= Math.min(first, wanted[1] ?? newest)) break;
  }
  const jobOf = (version: number): Schemas['JobVersion']['job'] => {
    const job = versions.get(version)?.job;
    if (!job)
      throw new CliError(
        `${id} has no version ${version}`,
        undefined,
        `list all versions: carillon get versions ${id}`,
      );
    return job;
  };
  const before = jobOf(wanted[0] ?? newest - 1);
  const after = jobOf(wanted[1] ?? newest);
  const text = differenceText('Job', `job/${id}`, before, after);
  return text.includes('\n@@') ? text : '';
}

function versionFrom(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CliError(`${text} is not the number of a version`);
  return Number(text);
}

interface FileOptions {
  readonly filename: readonly string[];
  readonly prune?: boolean;
  readonly label?: Labels;
  readonly dryRun?: boolean;
}

type DiffOptions = Omit<FileOptions, 'filename'> & Partial<Pick<FileOptions, 'filename'>>;

export const FILES = 'a file, a folder with everything below it, or - for standard input; may be given several times';

export function addApplyCommands(program: Command, shell: Shell): void {
  program
    .command('apply')
    .description(
      'apply definitions from files to the server: tenants, channels, workers, calendars, monitors, jobs, rules and triggers',
    )
    .requiredOption('-f, --filename <path>', FILES, several)
    .option('--prune', 'remove jobs that have the labels and are in no file')
    .option(
      '-l, --label <name=value>',
      'the labels of the jobs that --prune may remove; may be given several times',
      pair,
    )
    .option('--dry-run', 'let the server validate every change, and change nothing')
    .action(inSession(shell, async (session, options: FileOptions) => apply(shell, session, options)));
  program
    .command('diff [job...]')
    .description(
      'show what apply would change; exit code 1 if there are changes. Without -f: show the differences between versions of a job, such as `diff job nightly 3 5`',
    )
    .option('-f, --filename <path>', FILES, several)
    .option('--prune', 'also show jobs that apply --prune would remove')
    .option('-l, --label <name=value>', 'the labels for --prune, as in apply', pair)
    .action(
      inSession(shell, async (session, versions: readonly string[], options: DiffOptions) => {
        if ((versions.length === 0) === (options.filename === undefined))
          throw new CliError('give files by -f, or two versions: carillon diff job <id> [from] [to]');
        requireText(session.printer, 'differences are text');
        const texts =
          options.filename === undefined
            ? [await versionDiff(session, versions)]
            : (await planFor(session, { ...options, filename: options.filename })).changes
                .filter(({ action }) => action !== 'unchanged')
                .map(diffOf);
        const differing = texts.filter((text) => text !== '');
        for (const text of differing) session.host.out(paintedDiff(session.printer, text));
        if (differing.length > 0) shell.exitCode = EXIT.negative;
      }),
    );
}

interface Plan {
  readonly changes: readonly Change[];
  /** The objects as they would be after the changes. */
  readonly world: World;
}

async function planFor(session: Session, { filename, prune, label, dryRun }: FileOptions): Promise<Plan> {
  if (prune === true && label === undefined)
    throw new CliError(
      '--prune needs --label, which selects the jobs that belong to these files',
      undefined,
      'for example: --prune -l source=git',
    );
  if (prune !== true && label !== undefined) throw new CliError('--label is possible only together with --prune');
  const definitions = await readDefinitions(filename, session.tenant, session.host);
  const present = await presentFor(session, definitions, dryRun === true);
  const changes = planOf(definitions, present, prune === true ? (label ?? null) : null);
  return { changes, world: worldAfter(present, changes) };
}

/** `withReferences`: also the kinds that the definitions refer to. */
export async function presentFor(
  { client }: Session,
  definitions: readonly Definition[],
  withReferences = false,
): ReturnType<typeof readPresent> {
  const named = withReferences ? definitions.flatMap(referencesOf) : [];
  const kinds = KINDS.filter((kind) => [...definitions, ...named].some((each) => each.kind === kind));
  const tenants = new Set(
    definitions.flatMap(({ spec }) => (typeof spec['tenant'] === 'string' ? [spec['tenant']] : [])),
  );
  return readPresent(client, kinds, [...tenants]);
}

const DONE: Readonly<Record<Change['action'], readonly [word: string, paint: Paint]>> = {
  create: ['created', 'good'],
  update: ['changed', 'active'],
  delete: ['removed', 'bad'],
  unchanged: ['unchanged', 'faint'],
};
const TO_DO: Readonly<Record<Change['action'], string>> = {
  create: 'would be created',
  update: 'would be changed',
  delete: 'would be removed',
  unchanged: 'unchanged',
};

async function apply(shell: Shell, session: Session, options: FileOptions): Promise<void> {
  const { client, printer, host } = session;
  const startedAt = host.now();
  const isDryRun = options.dryRun === true;
  const { changes, world } = await planFor(session, options);
  const { signal } = host;
  let count = 0;
  const tell = (each: Applied): void => {
    if (each.outcome.kind === 'done' && isChange(each.change)) count += 1;
    if (!printer.isData) tellOne(printer, host.err, each, isDryRun);
  };
  const dryRun = isDryRun ? { world, now: startedAt } : null;
  const applied = await applyPlan(client, changes, { dryRun, tell, signal }).catch((error: unknown) => {
    if (signal.aborted && !isDryRun)
      host.err(
        `interrupted when ${count} of ${changes.filter(isChange).length} changes were made; apply again for the others\n`,
      );
    throw error;
  });
  if (printer.isData) printer.value(applied.map((each) => summaryOf(each)));
  else printer.line(summaryText(applied, isDryRun, host.now() - startedAt));
  if (applied.some(isRefused)) shell.exitCode = EXIT.negative;
}

/** Changes everything, or nothing if one change would be refused. The labels of what the files define; null if it is refused. */
export async function applyAllOrNothing(session: Session, folder: string): Promise<readonly string[] | null> {
  const { client, printer, host } = session;
  const startedAt = host.now();
  const { changes, world } = await planFor(session, { filename: [folder], dryRun: true });
  const tellOf = (isDryRun: boolean) => (each: Applied) => {
    if (!isDryRun || each.outcome.kind === 'failed') tellOne(printer, host.err, each, isDryRun);
  };
  const judged = await applyPlan(client, changes, {
    dryRun: { world, now: startedAt },
    tell: tellOf(true),
    signal: host.signal,
  });
  if (judged.some(isRefused)) return null;
  const applied = await applyPlan(client, changes, { dryRun: null, tell: tellOf(false), signal: host.signal });
  printer.line(summaryText(applied, false, host.now() - startedAt));
  return changes.map(labelOfChange);
}

const isChange = ({ action }: Change): boolean => action !== 'unchanged';
const isRefused = ({ outcome }: Applied): boolean => outcome.kind === 'failed';

export function tellOne(
  printer: Printer,
  err: (text: string) => void,
  { change, outcome }: Applied,
  isDryRun: boolean,
): void {
  const label = labelOfChange(change);
  if (outcome.kind === 'failed') {
    const where = change.action === 'delete' ? '' : ` (${change.definition.source})`;
    err(`${printer.paint(`${label} refused`, 'bad')}${where}: ${inOneLine(outcome.error)}\n`);
  } else if (change.action !== 'unchanged' || printer.output === 'wide') {
    const [done, paint] = DONE[change.action];
    const isUnchecked = isDryRun && outcome.kind === 'unchecked' && change.action !== 'delete';
    const note = isUnchecked ? ' (rights are judged only when the objects that it refers to exist)' : '';
    printer.line(`${label} ${printer.paint(isDryRun ? TO_DO[change.action] : done, paint)}${note}`);
  }
}

export const summaryOf = ({ change, outcome }: Applied): Record<string, unknown> => ({
  kind: kindOf(change),
  name: labelOfChange(change),
  action: change.action,
  ...(outcome.kind === 'failed' && { error: inOneLine(outcome.error) }),
});

function summaryText(applied: readonly Applied[], isDryRun: boolean, tookMs: number): string {
  const count = (action: Change['action']): number =>
    applied.filter(({ change, outcome }) => change.action === action && outcome.kind !== 'failed').length;
  const failed = applied.filter(isRefused).length;
  const parts = (['create', 'update', 'delete', 'unchanged'] as const)
    .map((action) => [count(action), isDryRun ? TO_DO[action] : DONE[action][0]] as const)
    .filter(([number, word]) => number > 0 || word === 'unchanged')
    .map(([number, word]) => `${number} ${word}`);
  return `${parts.join(', ')}${failed > 0 ? `, ${failed} refused` : ''} in ${(tookMs / 1_000).toFixed(1)} s`;
}

function diffOf(change: Change): string {
  const label = labelOfChange(change);
  switch (change.action) {
    case 'create':
      return differenceText(change.definition.kind, label, null, change.definition.spec);
    case 'delete':
      return differenceText(change.kind, label, change.current, null);
    case 'update':
    case 'unchanged':
      return differenceText(change.definition.kind, label, change.current, change.definition.spec);
  }
}

function paintedDiff({ paint }: Printer, text: string): string {
  const paintOf = (line: string): Paint | null =>
    line.startsWith('+') ? 'good' : line.startsWith('-') ? 'bad' : line.startsWith('@@') ? 'active' : null;
  return text
    .split('\n')
    .map((line) => paint(line, paintOf(line)))
    .join('\n');
}
