import { asJobId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { placeFrom, showPage, timeTextOrNull } from '../http/page.js';
import type { AnswerOf } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { SuccessReader, type LastSuccess } from './success-reader.js';
import { successRoutes as routes } from './success.routes.js';
import { tenantsToList } from '../access/require-access.js';

type Routes = typeof routes;
type View = AnswerOf<Routes['listLastSuccesses']>['body']['items'][number];

const SECOND_MS = 1_000;
/** The time, in a cursor, of a job that has never succeeded. */
const NEVER = 0;

@Serves(routes)
export class SuccessController {
  constructor(private readonly reader: SuccessReader) {}

  readonly handlers: Handlers<typeof routes> = {
    listLastSuccesses: async ({ caller, query }) => {
      const tenants = tenantsToList(caller, query.tenant, 'viewer');
      const place = placeFrom(query.cursor, { job: 's', at: 'n' });
      const after = place && { at: place.at === NEVER ? null : place.at, job: asJobId(place.job) };
      const wanted = { tenants, olderThanMs: query.olderThanSeconds * SECOND_MS, question: query };
      const { now, page } = await this.reader.list(wanted, after, query.limit);
      const { items, nextCursor } = showPage(
        page,
        (successes) => toView(successes, now),
        ({ cursor }) => [cursor.job, cursor.at ?? NEVER],
      );
      return { body: { items: items.flatMap((each) => each ?? []), nextCursor } };
    },
  };
}

const toView = ({ job, at }: LastSuccess, now: Instant): View | null =>
  job && {
    job: job.id,
    jobName: job.spec.name,
    tenant: job.tenant,
    lastSuccessAt: timeTextOrNull(at),
    ageSeconds: at === null ? null : Math.max(0, now - at) / SECOND_MS,
  };
