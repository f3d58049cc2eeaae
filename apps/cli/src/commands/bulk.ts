/** `bulk`: one change of many jobs or runs, executed by the server. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { CliError, EXIT } from '../errors.js';
import type { Session } from '../session/session.js';
import { inSession, type Shell } from '../shell.js';
import { byId, definedFields, instantFrom, labelTexts, looseValue, pair, several } from './arguments.js';

type Request = Schemas['StartBulkBody'];
type Bulk = Schemas['GetBulkAnswer'];

const POLL_MS = 300;
/** The options that choose objects of one kind: to leave out one of the other kind would change more than was meant. */
const CHOICES = {
  jobs: ['label', 'worker', 'search'],
  runs: ['job', 'state', 'phase', 'errorGroup', 'from', 'to'],
} as const;
const ACTIONS = {
  jobs: ['pause', 'resume', 'run', 'relabel', 'delete', 'abort'],
  runs: ['abort', 'rerun', 'redrive', 'delete'],
} as const;

interface BulkOptions {
  readonly id?: readonly string[];
  readonly label?: Readonly<Record<string, string>>;
  readonly worker?: string;
  readonly search?: string;
  readonly job?: string;
  readonly state?: string;
  readonly phase?: string;
  readonly errorGroup?: string;
  readonly from?: string;
  readonly to?: string;
  readonly note?: string;
  readonly reason?: string;
  readonly failed?: boolean;
  readonly param?: Readonly<Record<string, string>>;
  readonly set?: Readonly<Record<string, string>>;
  readonly unset?: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly wait: boolean;
}

export function addBulk(program: Command, shell: Shell): void {
  const time = instantFrom(shell.host.clock);
  program
    .command('bulk <action> <kind>')
    .description(
      'change many jobs or runs by one bulk operation on the server. Jobs: pause, resume, run, relabel, delete, or abort (their runs). Runs: abort, rerun, redrive or delete',
    )
    .option('--id <id>', 'the job or run with this id; may be given several times', several)
    .option(
      '-l, --label <name=value>',
      'jobs with this label; if given several times, jobs with all of the labels',
      pair,
    )
    .option('--worker <id>', 'jobs of this worker')
    .option('-q, --search <text>', 'jobs with this text in their name or id')
    .option('--job <id>', 'runs of this job')
    .option('--state <state>', 'runs in this state')
    .option('--phase <phase>', 'runs in this phase')
    .option('--error-group <id>', 'failed runs of this error group')
    .option('--from <time>', 'runs recorded from this time on', time)
    .option('--to <time>', 'runs recorded before this time', time)
    .option('--note <text>', 'pause: the reason')
    .option('--reason <text>', 'abort: the reason')
    .option('--failed', 'rerun, redrive: only the indexes that have not succeeded')
    .option('-p, --param <name=value>', 'run: a parameter', pair)
    .option('--set <name=value>', 'relabel: a label to set', pair)
    .option('--unset <name>', 'relabel: a label to remove', several)
    .option('--dry-run', 'only show how many objects would be changed, and the first of them')
    .option('-y, --yes', 'do not ask for confirmation before deleting')
    .option('--no-wait', 'do not wait for the end of the operation, which goes on on the server')
    .action(
      inSession(shell, async (session, action: string, kind: string, options: BulkOptions) => {
        const body = requestOf(action, kind, { ...options, tenant: session.tenant });
        await confirm(shell, session, body, options);
        await carryOut(shell, session, body, options);
      }),
    );
}

/** Requests the operation, or a preview of it; prints its outcome, unless the caller does not wait for it. */
export async function carryOut(
  shell: Shell,
  session: Session,
  body: Request,
  { dryRun = false, wait }: Pick<BulkOptions, 'dryRun' | 'wait'>,
): Promise<void> {
  const { bulk, total, first } = await dataOf(session.client.POST('/bulk', { body: { ...body, dryRun } }));
  if (bulk === null) {
    tellPreview(session, { total, first }, body.action);
    return;
  }
  const done = wait ? await followed(session, bulk) : bulk;
  tell(session, done);
  if (done.refused > 0 || done.state === 'Failed' || done.state === 'Cancelled') shell.exitCode = EXIT.negative;
}

export function addBulkControl(program: Command, shell: Shell): void {
  program
    .command('bulk-status <id>')
    .description('show the progress of a bulk operation, and what was refused')
    .action(
      inSession(shell, async (session, id: string) => {
        tell(session, await dataOf(session.client.GET('/bulk/{id}', byId(id))));
      }),
    );
  program
    .command('cancel-bulk <id>')
    .description('cancel a bulk operation; changes that were made already stay')
    .action(
      inSession(shell, async (session, id: string) => {
        tell(session, await dataOf(session.client.POST('/bulk/{id}/cancel', { params: { path: { id } }, body: {} })));
      }),
    );
}

type BulkArguments = BulkOptions & { readonly tenant: string | undefined };

/** Throws for an action that this kind does not have; the server reports other errors. */
function requestOf(action: string, kind: string, options: BulkArguments): Request {
  const name = `${kind.replace(/s$/, '')}s`;
  if (name !== 'jobs' && name !== 'runs')
    throw new CliError(`${kind} cannot be changed by a bulk operation: give jobs or runs`);
  if (!(ACTIONS[name] as readonly string[]).includes(action)) {
    throw new CliError(`${action} is not a bulk action for ${name}`, undefined, `one of ${ACTIONS[name].join(', ')}`);
  }
  const other = name === 'jobs' ? 'runs' : 'jobs';
  const foreign = CHOICES[other].find((option) => options[option] !== undefined);
  if (foreign !== undefined)
    throw new CliError(`--${foreign.replace('G', '-g')} chooses ${other}, and ${action} ${name} has no such choice`);
  const { id, tenant, label, worker, search, job, state, phase, errorGroup, from, to } = options;
  const chosen = { tenant, ids: id };
  const query =
    name === 'jobs'
      ? definedFields({ ...chosen, label: labelTexts(label), worker, q: search })
      : definedFields({ ...chosen, job, state, phase, errorGroup, from, to });
  // The server checks which fields belong to which action.
  return { action, [name]: query, ...definedFields(detailsOf(options)) } as unknown as Request;
}

function detailsOf({ note, reason, failed, param, set, unset }: BulkArguments): Record<string, unknown> {
  const labels = { ...set, ...Object.fromEntries((unset ?? []).map((each) => [each, null])) };
  return {
    note,
    reason,
    onlyFailed: failed,
    parameters: param && Object.fromEntries(Object.entries(param).map(([key, text]) => [key, looseValue(text)])),
    labels: set || unset ? labels : undefined,
  };
}

async function confirm(shell: Shell, { client }: Session, body: Request, options: BulkOptions): Promise<void> {
  if (body.action !== 'delete' || options.yes === true || options.dryRun === true) return;
  const { total } = await dataOf(client.POST('/bulk', { body: { ...body, dryRun: true } }));
  const isMeant = await shell.ask('--yes').confirm(`Delete ${total} ${'jobs' in body ? 'jobs' : 'runs'}?`);
  if (!isMeant) throw new CliError('nothing was deleted');
}

function tellPreview({ printer }: Session, preview: { total: number; first: string[] }, action: string): void {
  if (printer.isData) {
    printer.value(preview);
    return;
  }
  for (const id of preview.first) printer.line(id);
  const more = preview.total - preview.first.length;
  if (more > 0) printer.line(`and ${more} more`);
  printer.line(`${preview.total} would be changed by ${action}`);
}

async function followed({ client, host }: Session, started: Bulk): Promise<Bulk> {
  let bulk = started;
  while (bulk.state === 'Running') {
    await delay(POLL_MS, undefined, { signal: host.signal });
    bulk = await dataOf(client.GET('/bulk/{id}', { params: { path: { id: bulk.id } } }));
  }
  return bulk;
}

function tell({ printer }: Session, bulk: Bulk): void {
  if (printer.isData) {
    printer.value(bulk);
    return;
  }
  for (const { id, code, message } of bulk.refusals) printer.line(`${id} refused (${code}): ${message}`);
  const why = bulk.message === '' ? '' : `: ${bulk.message}`;
  printer.line(
    `${bulk.action} of ${bulk.kind} is ${bulk.state}${why}: ${bulk.done} of ${bulk.total} processed, ${bulk.refused} refused`,
  );
  if (bulk.state === 'Running')
    printer.line(
      `for the progress: carillon bulk-status ${bulk.id}; to cancel the operation: carillon cancel-bulk ${bulk.id}`,
    );
}
