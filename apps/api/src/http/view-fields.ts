/** Pieces that the shapes of answers share. */
import { z } from 'zod';

/** Shows instants as RFC 3339 in UTC with milliseconds. */
export const timeText = (at: number): string => new Date(at).toISOString();
export const timeTextOrNull = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : timeText(at);

export const shownTime = z.iso.datetime().meta({ examples: ['2026-12-01T00:00:00.000Z'] });
export const shownTimeOrNull = shownTime.nullable();

/* The fields that most views have, with their descriptions. */
export const text = (description: string): z.ZodString => z.string().describe(description);
export const textOrNull = (description: string): z.ZodNullable<z.ZodString> =>
  z.string().nullable().describe(description);
export const int = (description: string): z.ZodInt => z.int().describe(description);
export const intOrNull = (description: string): z.ZodNullable<z.ZodInt> => z.int().nullable().describe(description);
export const flag = (description: string): z.ZodBoolean => z.boolean().describe(description);
export const time = (description: string): typeof shownTime => shownTime.describe(description);
export const timeOrNull = (description: string): typeof shownTimeOrNull => shownTimeOrNull.describe(description);
