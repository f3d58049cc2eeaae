/** Pieces that the shapes of answers share. */
import { z } from 'zod';

export const shownTime = z.iso.datetime().meta({ examples: ['2026-12-01T00:00:00.000Z'] });
export const shownTimeOrNull = shownTime.nullable();
