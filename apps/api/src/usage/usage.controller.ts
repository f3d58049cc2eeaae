import { monthOf, storageOf, totalOf, type Counts, type Ledger } from '#common/usage/ledger.js';
import type { LedgerQuestion } from '#common/mongo/usage.store.js';
import { placeFrom, showPage, timeTextOrNull } from '../http/page.js';
import { invalidField } from '../http/problem.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { UsageReader, type DayCounts } from './usage-reader.js';
import { usageRoutes as routes } from './usage.routes.js';
import { tenantsToList } from '../access/require-access.js';

type Routes = typeof routes;
type Body = AnswerOf<Routes['listUsage']>['body'];
type View = Body['items'][number];
type Query = RequestContext<Routes['listUsage']>['query'];
type Shown = Pick<Body, 'items' | 'nextCursor'>;

const MONTH_LENGTH = '2026-11'.length;

@Serves(routes)
export class UsageController {
  constructor(private readonly reader: UsageReader) {}

  readonly handlers: Handlers<typeof routes> = {
    listUsage: async ({ caller, query }) => {
      const tenants = tenantsToList(caller, query.tenant, 'viewer');
      const place = placeOf(query);
      // The pages of one list are about one month, also where it ends meanwhile.
      const month = query.month ?? place?.slice(0, MONTH_LENGTH) ?? monthOf(this.reader.now());
      // Read before the ledgers, which then contain at least what it says.
      const counted = await this.reader.counted();
      const page = await (query.by === 'day'
        ? this.byDay({ month, tenants }, place, query)
        : this.byLedger({ kind: query.by, month, tenants }, place, query.limit));
      const since = timeTextOrNull(counted?.since ?? null);
      const countedUntil = timeTextOrNull(counted?.until ?? null);
      return { body: { month, since, countedUntil, ...page } };
    },
  };

  private async byLedger(question: LedgerQuestion, after: string | null, limit: number): Promise<Shown> {
    const page = await this.reader.ledgers(question, after, limit);
    return showPage(page, ledgerView, ({ id }) => [id]);
  }

  private async byDay(
    question: Omit<LedgerQuestion, 'kind'>,
    after: string | null,
    { limit, tenant }: Pick<Query, 'limit' | 'tenant'>,
  ): Promise<Shown> {
    const page = await this.reader.days(question, after, limit);
    const view = ({ day, counts }: DayCounts): View => ({
      tenant: tenant ?? null,
      job: null,
      day,
      ...amounts(counts),
    });
    return showPage(page, view, ({ day }) => [day]);
  }
}

/** The day or the id of the ledger after which the page begins: both begin with their month. Throws VALIDATION_FAILED. */
function placeOf({ cursor, by, month }: Query): string | null {
  const place = placeFrom(cursor, { key: 's' })?.key;
  if (place === undefined) return null;
  const [, ofMonth, kind = 'day'] = /^(\d{4}-\d\d)(?:-\d\d$|\/(tenant|job)\/)/.exec(place) ?? [];
  if (ofMonth === undefined || kind !== by || ofMonth !== (month ?? ofMonth))
    throw invalidField('cursor', 'is not a cursor that this list has returned');
  return place;
}

const ledgerView = (ledger: Ledger): View => ({
  tenant: ledger.tenant,
  job: ledger.job,
  day: null,
  ...amounts(totalOf(ledger.days)),
});

const PER_UNIT = 1_000;
const MIB_PER_GIB = 1_024;
const rounded = (amount: number): number => Math.round(amount * PER_UNIT) / PER_UNIT;

const amounts = (counts: Counts): Omit<View, 'tenant' | 'job' | 'day'> => ({
  runs: { finished: counts.finished, failed: counts.failed, aborted: counts.aborted },
  attempts: counts.attempts,
  runSeconds: rounded(counts.ms / 1_000),
  cpuSeconds: rounded(counts.cpuMs / 1_000),
  memoryGibSeconds: rounded(counts.memoryMibSeconds / MIB_PER_GIB),
  logBytes: counts.logBytes,
  storageBytes: storageOf(counts),
});
