import { Controller } from '@nestjs/common';
import type { CalendarSpec } from '#common/spec/calendar.js';
import type { CalendarRules } from '#common/schedule/exclusion.js';
import type { Role, StoredJob } from '#common/spec/definitions.js';
import { asTenantId } from '#common/domain/ids.js';
import { MAX_CALENDARS } from '#common/domain/limits.js';
import { parseCron } from '#common/schedule/parse-cron.js';
import { isZoneName } from '#common/schedule/zone.js';
import { AppError, type Problem } from '#common/errors/app-error.js';
import { CalendarsStore, type StoredCalendar } from '#common/mongo/calendars.store.js';
import type { JobCursor } from '#common/mongo/job-search.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import type { Page } from '#common/runtime/paged-scan.js';
import { tenantsWith } from '../access/core/access.js';
import { findNamed, requireRole, type NamedRequest } from '../access/require-access.js';
import { changedSince, matches } from '../http/core/etag.js';
import { invalidInput } from '../http/problem.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { adminRoutes as routes } from '../tenants/admin.routes.js';
import { toCalendarView } from './calendar.view.js';
import { icsEvents } from './ics-events.js';

type Routes = typeof routes;

@Controller()
export class CalendarController {
  constructor(
    private readonly calendars: CalendarsStore,
    private readonly jobs: JobsStore,
  ) {}

  @Serves(routes.listCalendars)
  async list(
    @Req() { caller, query }: RequestContext<Routes['listCalendars']>,
  ): Promise<AnswerOf<Routes['listCalendars']>> {
    if (query.tenant !== undefined) requireRole(caller, query.tenant, 'viewer');
    const [tenant, id] = placeFrom(query.cursor, 'ss') ?? [];
    const page = await this.calendars.list(
      query.tenant === undefined ? tenantsWith(caller, 'viewer') : [query.tenant],
      tenant === undefined ? null : { tenant: String(tenant), id: String(id) },
      query.limit,
    );
    return { body: showPage(page, toCalendarView, (calendar) => [calendar.tenant, calendar.id]) };
  }

  @Serves(routes.createCalendar)
  async create(@Req() asked: RequestContext<Routes['createCalendar']>): Promise<AnswerOf<Routes['createCalendar']>> {
    const { caller, body, mutation } = asked;
    const { id, tenant, ...spec } = body;
    requireRole(caller, tenant, 'editor');
    const rules = rulesOf(spec);
    const calendar: StoredCalendar = {
      tenant: asTenantId(tenant),
      id,
      rev: 1,
      updatedAt: mutation.askedAt,
      updatedBy: caller.name,
      spec: rules,
    };
    if ((await this.calendars.countUpTo(calendar.tenant, MAX_CALENDARS)) >= MAX_CALENDARS)
      throw new AppError(
        'QUOTA_EXCEEDED',
        `the tenant ${tenant} has ${MAX_CALENDARS} calendars (MAX_CALENDARS) already`,
      );
    await mutation.record({ tenant, object: `calendar/${id}` });
    const outcome = await this.calendars.insert(calendar, mutation.seed);
    if (outcome === 'idTaken') throw new AppError('ALREADY_EXISTS', `the tenant has a calendar ${id} already`);
    const location = `/calendars/${encodeURIComponent(id)}?tenant=${encodeURIComponent(tenant)}`;
    return { body: toCalendarView(calendar), rev: calendar.rev, location };
  }

  @Serves(routes.getCalendar)
  async get(@Req() asked: RequestContext<Routes['getCalendar']>): Promise<AnswerOf<Routes['getCalendar']>> {
    const calendar = await this.find(asked, 'viewer');
    return { body: toCalendarView(calendar), rev: calendar.rev };
  }

  @Serves(routes.replaceCalendar)
  async replace(@Req() asked: RequestContext<Routes['replaceCalendar']>): Promise<AnswerOf<Routes['replaceCalendar']>> {
    const { caller, body, mutation } = asked;
    const calendar = await this.find(asked, 'editor');
    if (!matches(asked.ifMatch, calendar.rev)) {
      throw new AppError('PRECONDITION_FAILED', changedSince('calendar', calendar.rev));
    }
    const rules = rulesOf(body);
    const next = {
      ...calendar,
      rev: calendar.rev + 1,
      updatedAt: mutation.askedAt,
      updatedBy: caller.name,
      spec: rules,
    };
    await mutation.record({ tenant: calendar.tenant, object: `calendar/${calendar.id}` });
    if ((await this.calendars.save(next, calendar.rev, mutation.seed)) === 'stale') {
      throw new AppError('CONFLICT', 'the calendar was changed at the same time');
    }
    return { body: toCalendarView(next), rev: next.rev };
  }

  @Serves(routes.deleteCalendar)
  async delete(@Req() asked: RequestContext<Routes['deleteCalendar']>): Promise<AnswerOf<Routes['deleteCalendar']>> {
    const { mutation } = asked;
    const calendar = await this.find(asked, 'editor');
    // From here on no job may begin to use the calendar. A request that is writing such a job now checks again after its write.
    await this.calendars.beginRemoval(calendar.tenant, calendar.id);
    const users = await this.usersOf(calendar);
    if (users.length > 0) {
      await this.calendars.cancelRemoval(calendar.tenant, calendar.id);
      throw new AppError('IN_USE', `the calendar ${calendar.id} is used by ${namesOf(users)}`);
    }
    await mutation.record({ tenant: calendar.tenant, object: `calendar/${calendar.id}` });
    if (!(await this.calendars.remove(calendar.tenant, calendar.id))) {
      throw new AppError('CONFLICT', 'the calendar was changed at the same time');
    }
    return { body: null };
  }

  /** Jobs that use the calendar: one more than a refusal names. */
  private async usersOf({ tenant, id }: StoredCalendar): Promise<readonly StoredJob[]> {
    const filter = { tenants: [tenant], keep: ({ spec }: StoredJob) => spec.schedule?.exclude?.includes(id) === true };
    const found: StoredJob[] = [];
    for (let after: JobCursor | null | undefined; after !== null && found.length <= MAX_NAMED;) {
      const { items, lastSeen }: Page<StoredJob> = await this.jobs.list(filter, after ?? null, MAX_NAMED + 1);
      found.push(...items);
      after = lastSeen && { tenant: lastSeen.tenant, name: lastSeen.spec.name };
    }
    return found;
  }

  private find(asked: NamedRequest, role: Role): Promise<StoredCalendar> {
    return findNamed('calendar', asked, role, (tenant, id) => this.calendars.load(tenant, id));
  }
}

/** So many jobs are named by the refusal to remove a calendar that they use. */
const MAX_NAMED = 10;

function namesOf(jobs: readonly StoredJob[]): string {
  const named = jobs.slice(0, MAX_NAMED).map(({ id, spec }) => `"${spec.name}" (${id})`);
  const list = [...named, ...(jobs.length > MAX_NAMED ? ['others'] : [])].join(', ');
  return `${jobs.length === 1 ? 'the job' : 'the jobs'} ${list}`;
}

/** The stored form. Throws VALIDATION_FAILED for errors that the schema of the request cannot find. */
function rulesOf(spec: CalendarSpec): CalendarRules {
  const { cron, timezone, ics } = spec;
  const problems: Problem[] = (cron ?? []).flatMap((text, i) => {
    const parsed = parseCron(text, 'calendar');
    return typeof parsed === 'string' ? [{ path: `cron.${i}`, message: parsed }] : [];
  });
  if (timezone !== undefined && !isZoneName(timezone)) {
    problems.push({ path: 'timezone', message: 'is no zone of the IANA data base such as Europe/Prague' });
  }
  if (problems.length > 0) throw invalidInput(problems);
  if (ics === undefined) return spec;
  const read = icsEvents(ics, timezone ?? 'UTC');
  if (!read.ok) throw invalidInput([{ path: 'ics', message: read.problem }]);
  return { ...spec, events: read.events };
}
