import type { CalendarSpec } from '#common/spec/calendar.js';
import type { CalendarRules } from '#common/schedule/exclusion.js';
import { MAX_CALENDARS } from '#common/domain/limits.js';
import { parseCron } from '#common/schedule/parse-cron.js';
import { zoneProblem } from '#common/schedule/zone.js';
import { AppError, type Problem } from '#common/errors/app-error.js';
import { CalendarsStore, type StoredCalendar } from '#common/mongo/calendars.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { Kind } from '../http/kind.js';
import { invalidInput, refuseProblems } from '../http/problem.js';
import { Serves, type Handlers } from '../http/serves.js';
import { jobsThatUse, someOf } from '../jobs/users-named.js';
import { calendarRoutes as routes, type CalendarView } from './calendar.routes.js';
import { IcsReader } from './ics-reader.js';

@Serves(routes)
export class CalendarController {
  readonly handlers: Handlers<typeof routes>;

  constructor(store: CalendarsStore, jobs: JobsStore, ics: IcsReader) {
    this.handlers = new Kind<StoredCalendar, CalendarSpec, CalendarView>({
      noun: 'calendar',
      store,
      max: MAX_CALENDARS,
      editors: 'editor',
      stored: async (spec) => ({ spec: await rulesOf(spec, ics) }),
      views: () => Promise.resolve(({ spec: { events: _events, ...written } }) => written),
      requireUnused: async ({ tenant, id }) => {
        const users = await jobsThatUse(jobs, tenant, ({ spec }) => spec.schedule?.exclude?.includes(id) === true);
        if (users.length === 0) return;
        const what = users.length === 1 ? 'the job' : 'the jobs';
        throw new AppError('IN_USE', `the calendar ${id} is used by ${what} ${someOf(users)}`);
      },
    }).handlers;
  }
}

/** The stored form. Throws VALIDATION_FAILED for errors that the schema of the request cannot find, UNAVAILABLE if too many files wait. */
async function rulesOf(spec: CalendarSpec, reader: IcsReader): Promise<CalendarRules> {
  const { cron, timezone, ics } = spec;
  const problems: Problem[] = (cron ?? []).flatMap((text, i) => {
    const parsed = parseCron(text, 'calendar');
    return typeof parsed === 'string' ? [{ path: `cron.${i}`, message: parsed }] : [];
  });
  const zone = timezone === undefined ? null : zoneProblem(timezone);
  if (zone !== null) problems.push({ path: 'timezone', message: zone });
  refuseProblems(problems);
  if (ics === undefined) return spec;
  const read = await reader.read(ics, timezone ?? 'UTC');
  if (!read.ok) throw invalidInput([{ path: 'ics', message: read.problem }]);
  return { ...spec, events: read.events };
}
