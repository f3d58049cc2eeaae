/** `herd`: which jobs start in the same minutes, and how they could be spread. */
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { plain, when } from '../output/columns.js';
import { shortened } from '../output/listings.js';
import type { Listing } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { given, wholeNumber } from './arguments.js';

type Herd = Schemas['GetHerdAnswer'];
type Minute = Herd['crowded'][number];

const minuteListing: Listing<Minute> = {
  none: 'no crowd: in no minute so many jobs start together',
  nameOf: ({ at }) => at,
  columns: [
    plain('MINUTE', ({ at }) => at),
    when('WHEN', ({ at }) => at),
    plain('STARTS', ({ starts }) => starts),
    plain('JOBS', ({ jobs }) => shortened(jobs.map(({ id }) => id).join(' '))),
  ],
};

const suggestionListing: Listing<Herd['suggestions'][number]> = {
  none: 'nothing to suggest',
  nameOf: ({ job }) => job,
  columns: [
    plain('JOB', ({ job }) => job),
    plain('FIELD', ({ field }) => field),
    plain('NOW', ({ present }) => present),
    plain('SUGGESTED', ({ suggested }) => suggested),
  ],
};

export function addHerd(program: Command, shell: Shell): void {
  program
    .command('herd')
    .description('which jobs start in the same minutes, and how they could be spread')
    .option('--hours <number>', 'how far to look ahead; a day unless given', wholeNumber)
    .option('--crowded-from <starts>', 'so many starts in a minute are a crowd; 3 unless given', wholeNumber)
    .action(async (options: { hours?: number; crowdedFrom?: number }, command: Command) => {
      const { client, printer, tenant } = shell.session(command);
      const { hours, crowdedFrom } = options;
      const query = given({ tenant, hours, crowdedFrom });
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
    });
}

function peakText({ peak, peakAfter }: Herd): string {
  if (peak === null) return 'nothing starts in this time';
  return `at most ${peak.starts} start in one minute; with every suggestion followed, ${peakAfter?.starts ?? 0}`;
}
