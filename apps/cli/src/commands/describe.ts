/** `describe`: shows all details of an object, for people. */
import { Argument, type Command } from 'commander';
import { dataOf, type Client, type Schemas } from '#client/client.js';
import { CliError } from '../errors.js';
import {
  attemptListing,
  eventListing,
  labelsText,
  paintOfState,
  runListing,
  scheduleText,
  slotListing,
} from '../output/listings.js';
import { yamlOf, type Column, type Printer } from '../output/printer.js';
import { spanText, whenText } from '../output/time-text.js';
import { request } from '../session/any-path.js';
import type { Session } from '../session/session.js';
import type { Shell } from '../shell.js';
import { definedFields } from './arguments.js';
import { describeIncident } from './describe-incident.js';
import { waitText } from './follow-run.js';

const SLOTS = 3;
const RUNS = 5;
const EVENTS = 20;
const ATTEMPTS = 10;

type Describe = (session: Session, id: string) => Promise<void>;

/** Prints all fields. `isNamed`: the id is unique in its tenant only. */
const whole =
  (
    path: 'workers' | 'tenants' | 'monitors' | 'rules' | 'triggers' | 'errors' | 'calendars',
    isNamed = false,
  ): Describe =>
  async ({ client, printer, tenant }, id) => {
    const params = { path: { id }, query: isNamed ? definedFields({ tenant }) : {} };
    printer.value(await request(client, 'GET', `/${path}/{id}`, { params }));
  };

const DESCRIBED: Readonly<Record<string, Describe>> = {
  job: describeJob,
  run: describeRun,
  worker: whole('workers'),
  tenant: whole('tenants'),
  monitor: whole('monitors', true),
  rule: whole('rules', true),
  trigger: whole('triggers', true),
  incident: describeIncident,
  error: whole('errors'),
  calendar: whole('calendars', true),
};

export function addDescribe(program: Command, shell: Shell): void {
  program
    .command('describe')
    // Kinds are also accepted in the plural and in capitals.
    .addArgument(new Argument('<kind>').choices(Object.keys(DESCRIBED)).argParser(String))
    .argument('<id>')
    .description(`show all details of a ${Object.keys(DESCRIBED).join(', ')}`)
    .action(async (kind: string, id: string, _options: unknown, command: Command) => {
      const describe = DESCRIBED[kind.toLowerCase().replace(/s$/, '')];
      if (!describe) throw new CliError(`the kind ${kind} is not one of ${Object.keys(DESCRIBED).join(', ')}`);
      await describe(shell.session(command), id);
    });
}

async function describeJob({ client, printer }: Session, id: string): Promise<void> {
  const path = { id };
  const job = await dataOf(client.GET('/jobs/{id}', { params: { path } }));
  if (printer.isData) {
    printer.value(job);
    return;
  }
  const [{ slots }, { items: runs }] = await Promise.all([
    dataOf(client.GET('/jobs/{id}/slots', { params: { path, query: { count: SLOTS } } })),
    dataOf(client.GET('/runs', { params: { query: { job: id, limit: RUNS } } })),
  ]);
  printJob(printer, job);
  printer.heading('Next slots');
  printer.list(slots, {
    ...slotListing,
    columns: slotListing.columns.filter(({ head }) => /SLOT|WHEN|FLAGS/.test(head)),
  });
  printer.heading('Last runs');
  printer.list(runs, runListing);
}

function printJob(printer: Printer, job: Schemas['Job']): void {
  const { id, name, tenant, worker, version, labels, owners, status } = job;
  printer.fields({
    Id: id,
    Name: name,
    Tenant: tenant,
    Worker: worker,
    Address: job.url,
    Answer: job.answer === 'ends' ? 'ends the run' : undefined,
    Schedule: scheduleText(job),
    Enabled: job.enabled ? 'yes' : 'no',
    Paused: pausedText(job, printer.now),
    Concurrency: concurrencyText(job),
    Attempts: job.maxAttempts ?? 1,
    Labels: labelsText(labels),
    Owners: owners.join(', '),
    Notices: job.notify?.map(({ on, webhook }) => `${[on].flat().join(', ')} to ${recipientOf(webhook)}`).join('; '),
    Identity: job.identity && `${job.identitySubject ?? ''} for ${job.identity.audience.join(', ')}`,
    Version: `${version}, by ${job.updatedBy} ${whenText(job.updatedAt, printer.now) ?? ''}`,
    'Last success': whenText(status.lastSuccessFinish, printer.now),
    'Active, queued': `${status.activeRuns}, ${status.queuedRuns}`,
  });
  printDetail(printer, 'Call', job.http);
  printDetail(printer, 'Parameters', job.parameters);
  printDetail(printer, 'Options', job.options);
}

/** The path of an address may be a key. */
const recipientOf = (webhook: string): string =>
  webhook.startsWith('channel:') || !URL.canParse(webhook) ? webhook : new URL(webhook).origin;

/** A value as YAML under a heading, unless it is absent or empty. */
function printDetail(printer: Printer, head: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return;
  printer.heading(head);
  for (const line of yamlOf(value).trimEnd().split('\n')) printer.line(`  ${line}`);
}

function pausedText({ paused }: Schemas['Job'], now: number): string | undefined {
  if (paused === null) return undefined;
  const { by, at, note } = paused;
  return `by ${by} ${whenText(at, now) ?? ''}${note === null ? '' : `: ${note}`}`;
}

function concurrencyText({ concurrency = {} }: Schemas['Job']): string | undefined {
  const { policy, maxConcurrency = 1, group, perKey } = concurrency;
  const ofJob = policy && `${policy}, ${maxConcurrency} at a time${group === undefined ? '' : ` in group ${group}`}`;
  const { max, rate } = perKey ?? {};
  const limits = [max && `${max} at a time`, rate && `${rate.runs} in ${rate.perSeconds} s`].filter(Boolean);
  const ofKey = perKey && `for each ${perKey.key} ${limits.join(', ')}`;
  return [ofJob, ofKey].filter(Boolean).join('; ') || undefined;
}

async function describeRun({ client, printer }: Session, id: string): Promise<void> {
  const path = { id };
  const run = await dataOf(client.GET('/runs/{id}', { params: { path } }));
  if (printer.isData) {
    printer.value(run);
    return;
  }
  const [attempts, { items: events }] = await Promise.all([
    shownAttempts(client, run),
    dataOf(client.GET('/runs/{id}/events', { params: { path, query: { limit: EVENTS } } })),
  ]);
  printRun(printer, run);
  if (!isSingle(run)) printTasks(printer, run);
  if (attempts.length > 0) {
    printer.heading(isSingle(run) ? 'Attempts' : 'Failed attempts');
    printer.list(attempts, { ...attemptListing, columns: attemptColumns });
  }
  printDetail(printer, 'Outputs', run.outputs);
  printer.heading('Events');
  printer.list(events, eventListing);
  printer.line(`\n${printer.paint(`its log: carillon logs ${id}`, 'faint')}`);
}

const isSingle = ({ tasks }: Schemas['Run']): boolean => tasks.length === 1 && tasks[0]?.indexes === 1;

/** The message of a worker and its progress are the attempt's. */
const attemptColumns: readonly Column<Schemas['Attempt']>[] = [
  ...attemptListing.columns.map((column) => ({ ...column, wide: column.wide === true && column.head !== 'MESSAGE' })),
  { head: 'PROGRESS', of: ({ progress }) => (progress === null ? null : JSON.stringify(progress)) },
];

/** Of a run with one index every attempt, of others those that failed. */
async function shownAttempts(client: Client, run: Schemas['Run']): Promise<Schemas['Attempt'][]> {
  if (!isSingle(run) && run.totals.failed === 0 && run.state !== 'FAILED') return [];
  const query = { ...(!isSingle(run) && { state: 'failed' as const }), limit: ATTEMPTS };
  return (await dataOf(client.GET('/runs/{id}/attempts', { params: { path: { id: run.id }, query } }))).items;
}

function printRun(printer: Printer, run: Schemas['RunDetail']): void {
  const { now } = printer;
  printer.fields({
    Id: run.id,
    Job: `${run.jobName} (${run.job}, version ${run.jobVersion})`,
    Tenant: run.tenant,
    Worker: `${run.worker} (${run.engine})`,
    Trigger: run.requestedBy === null ? run.trigger : `${run.trigger}, by ${run.requestedBy}`,
    'Stands for': requestsText(run),
    Slot: run.scheduledFor ?? undefined,
    State: `${printer.paint(run.state, paintOfState(run.state))} (${run.phase} since ${run.phaseSince})`,
    Reason: run.reason,
    Key: run.limitKey ?? undefined,
    'Waits for': run.waitsFor.length === 0 ? undefined : waitText(run),
    Message: run.message,
    'Exit code': run.exitCode ?? undefined,
    Started: run.started === null ? undefined : `${run.started} (${whenText(run.started, now) ?? ''})`,
    Took: spanText(run.started, run.finished, now) ?? undefined,
    Archived: run.archived ? 'yes' : undefined,
    Restarts: run.generation === 0 ? undefined : run.generation,
  });
}

function requestsText({ requests }: Schemas['Run']): string | undefined {
  if (requests === null) return undefined;
  const { by, key, count, open } = requests;
  const ofKey = key === '' ? '' : ` of the key ${key}`;
  return `${count} request${count === 1 ? '' : 's'}${ofKey} (${by})${open ? ', and takes further ones' : ''}`;
}

function printTasks(printer: Printer, { tasks }: Schemas['Run']): void {
  printer.heading('Tasks');
  printer.table(tasks, [
    { head: 'NAME', of: ({ name }) => name },
    { head: 'INDEXES', of: ({ indexes }) => indexes },
    { head: 'PENDING', of: ({ pending }) => pending },
    { head: 'RUNNING', of: ({ running }) => running },
    { head: 'SUCCEEDED', of: ({ succeeded }) => succeeded },
    { head: 'FAILED', of: ({ failed }) => failed, paint: ({ failed }) => (failed > 0 ? 'bad' : null) },
  ]);
}
