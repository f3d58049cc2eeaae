/** Pieces that the shapes of answers share. */
import { z } from 'zod';

/** Shows instants as RFC 3339 in UTC with milliseconds. */
export const timeText = (at: number): string => new Date(at).toISOString();
export const timeTextOrNull = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : timeText(at);

export const shownTime = z.iso.datetime().meta({ examples: ['2026-12-01T00:00:00.000Z'] });
export const shownTimeOrNull = shownTime.nullable();
