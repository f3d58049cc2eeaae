import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { slotListing } from '../output/listings.js';
import { inSession, type Shell } from '../shell.js';
import { definedFields, instantFrom, wholeNumber } from './arguments.js';

type Request = Schemas['StartBackfillBody'];

interface BackfillOptions {
  readonly from: string;
  readonly to?: string;
  readonly dryRun?: boolean;
  readonly downstream?: boolean;
  readonly maxPerMinute?: number;
  readonly policy?: NonNullable<Request['concurrencyPolicy']>;
}

export function addBackfillCommands(program: Command, shell: Shell): void {
  const time = instantFrom(shell.host.clock);
  program
    .command('backfill <job>')
    .description('start a backfill, which runs past slots of a job; for its progress: carillon get backfills <job>')
    .requiredOption('--from <time>', 'the start of the range: a time, or 7d for a week ago', time)
    .option('--to <time>', 'the end of the range (default: now)', time)
    .option('--dry-run', 'only list the slots')
    .option('--downstream', 'also run the jobs that run after the job, for these slots')
    .option('--max-per-minute <runs>', 'the number of runs a minute at most', wholeNumber)
    .option('--policy <policy>', 'the concurrency policy of these runs: Allow, Forbid, Enqueue or Replace')
    .action(
      inSession(shell, async ({ client, printer, host }, id: string, options: BackfillOptions) => {
        // An answer tells the time of the server, which no span has asked for.
        if (options.to === undefined) await client.GET('/me');
        const { from, to = host.clock.after(0), dryRun = false, downstream = false, maxPerMinute, policy } = options;
        const body = { from, to, dryRun, downstream, ...definedFields({ maxPerMinute, concurrencyPolicy: policy }) };
        const { backfill, slots } = await dataOf(
          client.POST('/jobs/{id}/backfill', { params: { path: { id } }, body }),
        );
        if (printer.isData) {
          printer.value({ backfill, slots });
          return;
        }
        if (dryRun) {
          const columns = slotListing.columns.slice(0, 1);
          printer.list(
            slots.map((nominal) => ({ nominal, effective: nominal, flags: [] })),
            { ...slotListing, columns },
          );
        }
        printer.line(
          backfill === null
            ? `${slots.length} slots would get a run`
            : `backfill ${backfill.id}: ${slots.length} slots, at most ${backfill.maxPerMinute} a minute; to cancel it: carillon cancel-backfill ${id} ${backfill.id}`,
        );
      }),
    );
  program
    .command('cancel-backfill <job> <backfill>')
    .description('cancel a backfill: no further slots are run; runs that have begun go on')
    .action(
      inSession(shell, async ({ client, printer }, id: string, backfill: string) => {
        const params = { path: { id, backfill } };
        const { slots } = await dataOf(client.POST('/jobs/{id}/backfills/{backfill}/cancel', { params, body: {} }));
        printer.done(`the backfill ${backfill} was cancelled after ${slots.made} of ${slots.total} runs`);
      }),
    );
}
