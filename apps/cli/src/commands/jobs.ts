/** Commands for jobs besides editing them: pause and resume, their slots, and their audit. */
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { CliError } from '../errors.js';
import { slotListing } from '../output/listings.js';
import { listing, painted, wide } from '../output/columns.js';
import { firstOf, listAt } from '../session/any-path.js';
import { inSession, type Shell } from '../shell.js';
import { definedFields, instantFrom, wholeNumber } from './arguments.js';
import { addVerb, forEachId, tellCut } from './verb.js';

const PAGE = 200;

const auditListing = listing<Schemas['ListAuditAnswer']['items'][number]>('no entries', 'id', {
  AT: 'at',
  WHO: 'actor',
  DID: 'action',
  TO: 'object',
  DETAIL: 'detail',
  REFUSED: painted('refusedWith', (refusedWith) => (refusedWith === null ? null : 'bad')),
  TENANT: wide('tenant'),
  ROLE: wide('role'),
  ADDRESS: wide('address'),
});

const PAUSES = [
  {
    name: 'pause',
    description: 'pause jobs, so that they get no new slots; manual runs stay possible',
    note: 'why the job is paused',
    archive: {},
  },
  {
    name: 'archive',
    description: 'pause jobs and leave them out of lists; carillon resume <job> brings one back',
    note: 'why',
    archive: { archive: true },
  },
] as const;

export function addJobCommands(program: Command, shell: Shell): void {
  for (const { name, description, note, archive } of PAUSES)
    program
      .command(`${name} <jobs...>`)
      .description(description)
      .option('--note <text>', note)
      .action(
        inSession(shell, async (session, jobs: string[], options: { note?: string }) => {
          const body = { ...archive, ...definedFields({ note: options.note }) };
          await forEachId(session, jobs, async (id) => {
            const pause = session.client.POST('/jobs/{id}/pause', { params: { path: { id } }, body });
            return { line: `job/${id} ${name}d`, answer: await dataOf(pause) };
          });
        }),
      );
  addVerb(program, shell, {
    command: 'rollback <job>',
    description: 'restore an earlier version of a job; list versions by carillon get versions',
    send: ({ client }, id, version: number) =>
      client.POST('/jobs/{id}/rollback', { params: { path: { id } }, body: { version } }),
    line: (job, id, version) => `job/${id} has version ${job.version} now, with the content of version ${version}`,
  }).argument('<version>', 'the number of the version', wholeNumber);
  addSlots(program, shell);
  addAudit(program, shell);
}

interface SlotOptions {
  readonly count: number;
  readonly from?: string;
  readonly cron?: string;
  readonly rrule?: string;
  readonly timezone?: string;
  readonly exclude?: readonly string[];
}

function addSlots(program: Command, shell: Shell): void {
  program
    .command('slots [job]')
    .description('list next or past slots of a job; with --cron or --rrule, slots of a schedule')
    .option('--count <number>', 'the number of slots', wholeNumber, 10)
    .option('--from <time>', 'only slots from this time on: a time, or 1d for a day ago', instantFrom(shell.host.clock))
    .option('--cron <expression>', 'preview this cron expression instead of a job')
    .option('--rrule <rule>', 'preview this recurrence rule, such as FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9')
    .option('--timezone <zone>', 'the time zone of the preview, such as Europe/Prague')
    .option('--exclude <calendars...>', 'the calendars that the preview excludes')
    .action(
      inSession(shell, async ({ client, printer, tenant }, id: string | undefined, options: SlotOptions) => {
        const { count, from, cron, rrule, timezone, exclude } = options;
        if ([id, cron, rrule].filter((each) => each !== undefined).length !== 1) {
          throw new CliError('give a job, or a schedule by --cron or --rrule');
        }
        if (id !== undefined && (timezone !== undefined || exclude !== undefined))
          throw new CliError('--timezone and --exclude are of a schedule by --cron or --rrule: a job has its own');
        const schedule = definedFields({ cron, rrule, timezone, exclude }) as Schemas['Schedule'];
        const answer: { slots: Schemas['ListSlotsAnswer']['slots'] } =
          id === undefined
            ? await dataOf(
                client.POST('/schedules/preview', { body: { schedule, count, ...definedFields({ from, tenant }) } }),
              )
            : await dataOf(
                client.GET('/jobs/{id}/slots', {
                  params: { path: { id }, query: { count, ...definedFields({ from }) } },
                }),
              );
        const isPast = from !== undefined && id !== undefined;
        const columns = slotListing.columns.filter(({ head }) => isPast || !/OUTCOME|RUN|BACKFILL|WHY/.test(head));
        printer.list(answer.slots, { ...slotListing, columns });
      }),
    );
}

interface AuditOptions {
  readonly action?: string;
  readonly object?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

function addAudit(program: Command, shell: Shell): void {
  program
    .command('audit')
    .description('list the audit: who changed what, newest first')
    .option('--action <operation>', 'only entries of this operation, such as replaceJob')
    .option('--object <name>', 'only entries about this object, such as job/nightly')
    .option('--from <time>', 'since', instantFrom(shell.host.clock))
    .option('--to <time>', 'before', instantFrom(shell.host.clock))
    .option('--limit <number>', 'the number of items at most; 0 for all', wholeNumber, 50)
    .action(
      inSession(shell, async (session, options: AuditOptions, command: Command) => {
        const { client, printer, tenant } = session;
        const { action, object, from, to, limit } = options;
        const query = { ...definedFields({ tenant, action, object, from, to }), limit: Math.min(PAGE, limit || PAGE) };
        const entries = listAt<Schemas['ListAuditAnswer']['items'][number]>(client, '/audit', query);
        const { first, hasMore } = await firstOf(entries, limit);
        printer.list(first, auditListing);
        if (hasMore) tellCut(session, command, limit);
      }),
    );
}
