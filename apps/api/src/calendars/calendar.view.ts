import { z } from 'zod';
import { calendarSpec } from '#common/spec/calendar.js';
import type { StoredCalendar } from '#common/mongo/calendars.store.js';
import { timeText } from '../http/core/time-text.js';
import { shownTime } from '../http/view-fields.js';

export const calendarView = z.object({
  id: z.string().describe('The id within the tenant; `schedule.exclude` refers to the calendar by it.'),
  tenant: z.string().describe('The tenant that the calendar belongs to.'),
  ...calendarSpec.shape,
  updatedAt: shownTime.describe('When the calendar was last changed.'),
  updatedBy: z.string().describe('The name of the caller who made the last change.'),
});
export type CalendarView = z.output<typeof calendarView>;

export const toCalendarView = ({ id, tenant, spec, updatedAt, updatedBy }: StoredCalendar): CalendarView => {
  const { events: _events, ...said } = spec;
  return { id, tenant, ...said, updatedAt: timeText(updatedAt), updatedBy };
};
