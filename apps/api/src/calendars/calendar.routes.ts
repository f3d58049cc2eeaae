import { MAX_CALENDARS } from '#common/domain/limits.js';
import { calendarSpec, newCalendar } from '#common/spec/calendar.js';
import { pageOf, pageOfTenants } from '../http/page.js';
import { byId, ofTenant } from '../http/route-fields.js';
import { route, routesOf } from '../http/route.js';
import { calendarView } from './calendar.view.js';

const calendarExample = {
  id: 'bank-holidays',
  tenant: 'ibm',
  timezone: 'Europe/Prague',
  dates: ['2026-12-24', '2026-12-25'],
};

export const calendarRoutes = routesOf('Calendars', {
  listCalendars: route({
    at: 'GET /calendars',
    access: 'viewer',
    summary: 'List calendars',
    query: pageOfTenants,
    answer: pageOf(calendarView),
  }),
  createCalendar: route({
    canDryRun: true,
    at: 'POST /calendars',
    access: 'editor',
    summary: 'Create a calendar',
    description: `A tenant has at most ${MAX_CALENDARS}.`,
    body: newCalendar,
    status: 201,
    answer: calendarView,
    versioned: true,
    refusals: ['ALREADY_EXISTS', 'QUOTA_EXCEEDED'],
    example: { body: calendarExample },
  }),
  getCalendar: route({
    at: 'GET /calendars/{id}',
    access: 'viewer',
    summary: 'Read a calendar',
    params: byId,
    query: ofTenant,
    answer: calendarView,
    versioned: true,
  }),
  replaceCalendar: route({
    canDryRun: true,
    at: 'PUT /calendars/{id}',
    access: 'editor',
    summary: 'Replace a calendar',
    params: byId,
    query: ofTenant,
    body: calendarSpec,
    answer: calendarView,
    versioned: true,
    example: { body: { dates: ['2026-12-24'] } },
  }),
  deleteCalendar: route({
    at: 'DELETE /calendars/{id}',
    access: 'editor',
    summary: 'Remove a calendar that no job uses',
    description: 'While schedules of jobs exclude the calendar, the answer is 409 `IN_USE` and names the jobs.',
    params: byId,
    query: ofTenant,
    refusals: ['IN_USE'],
  }),
});
