/** `usage`: what tenants, jobs or days used in a month. */
import { Option, type Command } from 'commander';
import { dataOf, itemsOf, type Schemas } from '#client/client.js';
import { columnsOf } from '../output/columns.js';
import type { Column, Listing } from '../output/printer.js';
import { inSession, type Shell } from '../shell.js';
import type { Session } from '../session/session.js';
import { definedFields } from './arguments.js';

type Answer = Schemas['ListUsageAnswer'];
type Usage = Answer['items'][number];

const BY = ['tenant', 'job', 'day'] as const;
interface UsageOptions {
  readonly by: (typeof BY)[number];
  readonly month?: string;
}

interface Found {
  /** All of the first page but its items. */
  readonly head: Omit<Answer, 'items' | 'nextCursor'>;
  readonly items: readonly Usage[];
}

const PAGE = 500;
const HOUR_SECONDS = 3_600;
const KIB = 1_024;
const MIB = KIB * KIB;
const DIGITS = 2;

const hours = (seconds: number): string => (seconds / HOUR_SECONDS).toFixed(DIGITS);
const sum = ({ finished, failed, aborted }: Usage['runs']): number => finished + failed + aborted;

const SUBJECTS: Readonly<Record<UsageOptions['by'], readonly Column<Usage>[]>> = {
  tenant: columnsOf<Usage>({ tenant: 'tenant' }),
  job: columnsOf<Usage>({ job: 'job', tenant: 'tenant' }),
  day: columnsOf<Usage>({ day: 'day', tenant: 'tenant' }),
};

/** A table is for people: hours, MiB and KiB. CSV has the numbers of the API and their names, and the month, so that files can be joined. */
function listingOf(by: UsageOptions['by'], month: string): Listing<Usage> {
  const subjects = SUBJECTS[by];
  return {
    none: `no usage in ${month}`,
    nameOf: ({ tenant, job, day }) => day ?? job ?? tenant ?? '',
    columns: [
      ...subjects
        .filter(({ head }) => by !== 'day' || head === 'day')
        .map((each) => ({ ...each, head: each.head.toUpperCase() })),
      ...columnsOf<Usage>({
        RUNS: ({ runs }) => sum(runs),
        FAILED: ({ runs }) => runs.failed,
        ABORTED: ({ runs }) => runs.aborted,
        ATTEMPTS: 'attempts',
        'RUN HOURS': ({ runSeconds }) => hours(runSeconds),
        'CPU HOURS': ({ cpuSeconds }) => hours(cpuSeconds),
        'MEMORY GIB HOURS': ({ memoryGibSeconds }) => hours(memoryGibSeconds),
        'LOG MIB': ({ logBytes }) => (logBytes / MIB).toFixed(DIGITS),
        'STORAGE KIB': ({ storageBytes }) => (storageBytes / KIB).toFixed(DIGITS),
      }),
    ],
    csv: [
      ...columnsOf<Usage>({ month: () => month }),
      ...subjects,
      ...columnsOf<Usage>({
        finished: ({ runs }) => runs.finished,
        failed: ({ runs }) => runs.failed,
        aborted: ({ runs }) => runs.aborted,
        attempts: 'attempts',
        runSeconds: 'runSeconds',
        cpuSeconds: 'cpuSeconds',
        memoryGibSeconds: 'memoryGibSeconds',
        logBytes: 'logBytes',
        storageBytes: 'storageBytes',
      }),
    ],
  };
}

export function addUsage(program: Command, shell: Shell): void {
  program
    .command('usage')
    .description(
      'show what tenants, jobs or days used in a month: runs, attempts, time, requested CPU and memory, logs, job storage',
    )
    .addOption(new Option('--by <what>', 'what each line stands for').choices(BY).default(BY[0]))
    .option('--month <month>', 'a month in UTC, such as 2026-11 (default: the present month)')
    .action(
      inSession(shell, async (session, options: UsageOptions) => {
        const { head, items } = await readUsage(session, options);
        const { printer } = session;
        printer.list(items, listingOf(options.by, head.month));
        if (!printer.isData) printer.line(countedText(head));
      }),
    );
}

/** Every page. */
async function readUsage({ client, tenant }: Session, { by, month }: UsageOptions): Promise<Found> {
  const read = (cursor?: string): Promise<Answer> =>
    dataOf(
      client.GET('/usage', { params: { query: { by, limit: PAGE, ...definedFields({ month, tenant, cursor }) } } }),
    );
  const head = await read();
  const items: Usage[] = [];
  for await (const item of itemsOf(async (cursor) => (cursor === undefined ? head : read(cursor)))) items.push(item);
  return { head, items };
}

const countedText = ({ since, countedUntil }: Found['head']): string =>
  since === null
    ? 'no run has been counted yet: a run is counted about two minutes after its end'
    : `counted: runs that ended from ${since} until ${countedUntil ?? since}`;
