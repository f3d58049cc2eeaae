import { z } from 'zod';
import { MAX_CALENDARS } from '#common/domain/limits.js';
import { calendarSpec, newCalendar } from '#common/spec/calendar.js';
import { kindRoutes } from '../http/kind.routes.js';
import { text, time } from '../http/page.js';

export const calendarView = z.object({
  id: text('The id within the tenant; `schedule.exclude` refers to the calendar by it.'),
  tenant: text('The tenant that the calendar belongs to.'),
  ...calendarSpec.shape,
  updatedAt: time('When the calendar was last changed.'),
  updatedBy: text('The name of the caller who made the last change.'),
});
export type CalendarView = z.output<typeof calendarView>;

export const calendarRoutes = kindRoutes(
  'calendar',
  'editor',
  { view: calendarView, created: newCalendar, spec: calendarSpec },
  {
    create: {
      description: `A tenant has at most ${MAX_CALENDARS}.`,
      body: {
        id: 'bank-holidays',
        tenant: 'ibm',
        timezone: 'Europe/Prague',
        dates: ['2026-12-24', '2026-12-25'],
      },
    },
    replace: { body: { dates: ['2026-12-24'] } },
    remove: {
      summary: 'Remove a calendar that no job uses',
      description: 'While schedules of jobs exclude the calendar, the answer is 409 `IN_USE` and names the jobs.',
      refusals: ['IN_USE'],
    },
  },
);
