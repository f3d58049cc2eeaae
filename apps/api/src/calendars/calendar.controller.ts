import type { CalendarSpec } from '#common/spec/calendar.js';
import type { CalendarRules } from '#common/schedule/exclusion.js';
import { MAX_CALENDARS } from '#common/domain/limits.js';
import { parseCron } from '#common/schedule/parse-cron.js';
import { zoneProblem } from '#common/schedule/zone.js';
import { AppError, type Problem } from '#common/errors/app-error.js';
import { CalendarsStore, type StoredCalendar } from '#common/mongo/calendars.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { DefinitionRequests } from '../http/definition-requests.js';
import { invalidInput } from '../http/problem.js';
import { showPage } from '../http/page.js';
import { Serves, type Handlers } from '../http/serves.js';
import { jobsThatUse, someOf } from '../jobs/users-named.js';
import { calendarRoutes as routes } from './calendar.routes.js';
import { toCalendarView } from './calendar.view.js';
import { IcsReader } from './ics-reader.js';

@Serves(routes)
export class CalendarController {
  private readonly requests: DefinitionRequests<StoredCalendar>;

  constructor(
    calendars: CalendarsStore,
    private readonly jobs: JobsStore,
    private readonly ics: IcsReader,
  ) {
    this.requests = new DefinitionRequests('calendar', calendars, MAX_CALENDARS);
  }

  readonly handlers: Handlers<typeof routes> = {
    listCalendars: async (asked) => {
      const page = await this.requests.list(asked);
      return { body: showPage(page, toCalendarView, (calendar) => [calendar.tenant, calendar.id]) };
    },

    createCalendar: async (asked) => {
      const { id: _id, tenant: _tenant, ...spec } = asked.body;
      const calendar: StoredCalendar = { ...this.requests.begun(asked, 'editor'), spec: await rulesOf(spec, this.ics) };
      const { location } = await this.requests.create(asked, calendar);
      return { body: toCalendarView(calendar), rev: calendar.rev, location };
    },

    getCalendar: async (asked) => {
      const calendar = await this.requests.find(asked, 'viewer');
      return { body: toCalendarView(calendar), rev: calendar.rev };
    },

    replaceCalendar: async (asked) => {
      const calendar = await this.requests.findToReplace(asked, 'editor');
      const next = { ...this.requests.next(asked, calendar), spec: await rulesOf(asked.body, this.ics) };
      await this.requests.save(asked, next);
      return { body: toCalendarView(next), rev: next.rev };
    },

    deleteCalendar: async (asked) => {
      await this.requests.delete(asked, 'editor', async ({ tenant, id }) => {
        const users = await jobsThatUse(this.jobs, tenant, ({ spec }) => spec.schedule?.exclude?.includes(id) === true);
        if (users.length === 0) return;
        const what = users.length === 1 ? 'the job' : 'the jobs';
        throw new AppError('IN_USE', `the calendar ${id} is used by ${what} ${someOf(users)}`);
      });
      return { body: null };
    },
  };
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
  if (problems.length > 0) throw invalidInput(problems);
  if (ics === undefined) return spec;
  const read = await reader.read(ics, timezone ?? 'UTC');
  if (!read.ok) throw invalidInput([{ path: 'ics', message: read.problem }]);
  return { ...spec, events: read.events };
}
