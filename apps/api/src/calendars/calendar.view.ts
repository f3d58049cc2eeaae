import { z } from 'zod';
import { calendarSpec } from '#common/spec/calendar.js';
import type { StoredCalendar } from '#common/mongo/calendars.store.js';
import { timeText } from '../http/core/time-text.js';
import { shownTime } from '../http/view-fields.js';

export const calendarView = z.object({
  id: z.string(),
  tenant: z.string(),
  ...calendarSpec.shape,
  updatedAt: shownTime,
  updatedBy: z.string(),
});
export type CalendarView = z.output<typeof calendarView>;

export const toCalendarView = ({ id, tenant, spec, updatedAt, updatedBy }: StoredCalendar): CalendarView => ({
  id,
  tenant,
  ...spec,
  updatedAt: timeText(updatedAt),
  updatedBy,
});
