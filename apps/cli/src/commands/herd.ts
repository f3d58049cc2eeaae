/** `herd`: shows which jobs start in the same minutes, and how to spread them. */
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { listing, when } from '../output/columns.js';
import { shortened } from '../output/listings.js';
import { inSession, type Shell } from '../shell.js';
import { definedFields, wholeNumber } from './arguments.js';

type Herd = Schemas['GetHerdAnswer'];
type Minute = Herd['crowded'][number];

const minuteListing = listing<Minute>('there are no crowded minutes', 'at', {
  MINUTE: 'at',
  WHEN: when('at'),
  STARTS: 'starts',
  JOBS: ({ jobs }) => shortened(jobs.map(({ id }) => id).join(' ')),
});

const suggestionListing = listing<Herd['suggestions'][number]>('there are no suggestions', 'job', {
  JOB: 'job',
  FIELD: 'field',
  NOW: 'present',
  SUGGESTED: 'suggested',
});

export function addHerd(program: Command, shell: Shell): void {
  program
    .command('herd')
    .description('show which jobs start in the same minutes, and how to spread them')
    .option('--hours <number>', 'how many hours from now are covered (default: 24)', wholeNumber)
    .option('--crowded-from <starts>', 'the number of starts from which a minute is crowded (default: 3)', wholeNumber)
    .action(
      inSession(shell, async ({ client, printer, tenant }, options: { hours?: number; crowdedFrom?: number }) => {
        const { hours, crowdedFrom } = options;
        const query = definedFields({ tenant, hours, crowdedFrom });
        const herd = await dataOf(client.GET('/schedules/herd', { params: { query } }));
        if (printer.isData) {
          printer.value(herd);
          return;
        }
        printer.list(herd.crowded, minuteListing);
        if (herd.suggestions.length > 0) printer.list(herd.suggestions, suggestionListing);
        printer.line(peakText(herd));
        if (herd.frequent > 0) printer.line(`${herd.frequent} jobs start too often to be counted one by one`);
        if (herd.isPartial) printer.line('there are more schedules than were counted');
      }),
    );
}

function peakText({ peak, peakAfter }: Herd): string {
  if (peak === null) return 'no run starts in this time';
  return `at most ${peak.starts} runs start in one minute; if every suggestion were followed, at most ${peakAfter?.starts ?? 0}`;
}
