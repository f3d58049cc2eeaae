/** `stale`: the jobs that have not succeeded for long, or never. */
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { listing, when, wide } from '../output/columns.js';
import { inSession, type Shell } from '../shell.js';
import { definedFields, labelTexts, pair, spanSeconds, wholeNumber } from './arguments.js';

type LastSuccess = Schemas['ListLastSuccessesAnswer']['items'][number];

interface StaleOptions {
  readonly olderThan?: number;
  readonly label?: Readonly<Record<string, string>>;
  readonly limit?: number;
}

const staleListing = listing<LastSuccess>('no jobs without a recent success', 'job', {
  ID: 'job',
  NAME: 'jobName',
  TENANT: 'tenant',
  'LAST SUCCESS': when('lastSuccessAt'),
  AT: wide('lastSuccessAt'),
});

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
    .action(
      inSession(
        shell,
        async ({ client, printer, host, tenant }, { olderThan: olderThanSeconds, label, limit }: StaleOptions) => {
          const query = definedFields({ tenant, olderThanSeconds, limit, label: labelTexts(label) });
          const answer = await dataOf(client.GET('/last-successes', { params: { query } }));
          printer.list(answer.items, staleListing);
          if (answer.nextCursor !== null && (!printer.isData || limit === undefined))
            host.err('there are more jobs: use a higher --limit\n');
        },
      ),
    );
}
