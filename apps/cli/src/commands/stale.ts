/** `stale`: the jobs that have not succeeded for long, or never. */
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { plain, when, wide } from '../output/columns.js';
import type { Listing } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { given, pair, spanSeconds, wholeNumber } from './arguments.js';

type LastSuccess = Schemas['ListLastSuccessesAnswer']['items'][number];

interface StaleOptions {
  readonly olderThan?: number;
  readonly label?: Readonly<Record<string, string>>;
  readonly limit?: number;
}

const listing: Listing<LastSuccess> = {
  none: 'no jobs without a recent success',
  nameOf: ({ job }) => job,
  columns: [
    plain('ID', ({ job }) => job),
    plain('NAME', ({ jobName }) => jobName),
    plain('TENANT', ({ tenant }) => tenant),
    when('LAST SUCCESS', ({ lastSuccessAt }) => lastSuccessAt),
    wide('AT', ({ lastSuccessAt }) => lastSuccessAt),
  ],
};

export function addStale(program: Command, shell: Shell): void {
  program
    .command('stale')
    .description(
      'list jobs by the time since their last success: first jobs that have never succeeded, then the longest time',
    )
    .option(
      '--older-than <span>',
      'only jobs without a success for this time, such as 90m or 1d (default: all jobs)',
      spanSeconds,
    )
    .option('-l, --label <name=value>', 'only jobs with this label; may be given several times', pair)
    .option('--limit <number>', 'the number of jobs at most (default: 100)', wholeNumber)
    .action(async ({ olderThan: olderThanSeconds, label = {}, limit }: StaleOptions, command: Command) => {
      const { client, printer, tenant } = shell.session(command);
      const labels = Object.entries(label).map(([name, value]) => `${name}=${value}`);
      const query = given({ tenant, olderThanSeconds, limit, label: labels.length > 0 ? labels : undefined });
      const found = await dataOf(client.GET('/last-successes', { params: { query } }));
      printer.list(found.items, listing);
      if (found.nextCursor !== null && !printer.isData) printer.line('there are more jobs: use a higher --limit');
    });
}
