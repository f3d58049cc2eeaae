/** Lists: their requests and answers. */
import { z } from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_COUNTED_TOTAL, MAX_NAME_LENGTH, MAX_PAGE_SIZE } from '#common/domain/limits.js';
import { slug, instant } from '#common/spec/fields.js';
import { decodeCursor, encodeCursor, type CursorKey } from './core/cursor.js';
import { invalidField } from './problem.js';

/* Parameters that several routes take. */

const MAX_ID_LENGTH = 256;
export const idText = z.string().min(1).max(MAX_ID_LENGTH);
export const byId = z.strictObject({ id: idText.describe('The id of the object.') });
/** Names the tenant of a definition whose id is unique in its tenant alone. */
export const ofTenant = z.strictObject({
  tenant: slug.optional().describe('The tenant. Callers with roles in one tenant only may leave it out.'),
});
export const queryFlag = z.enum(['true', 'false']).transform((text) => text === 'true');
/** The offset of a time after a `+` that was sent as it is: in a query that means a space. */
const SPACED_OFFSET = / (?=\d\d:\d\d$)/;
/** An instant as epoch milliseconds. */
export const queryTime = z
  .string()
  .meta({ format: 'date-time' })
  .transform((text) => text.replace(SPACED_OFFSET, '+'))
  .pipe(instant)
  .transform((text) => Date.parse(text));

/** Query parameters that every list takes. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
    .describe('The number of items per page.'),
  cursor: z
    .string()
    .min(1)
    .optional()
    .describe('The `nextCursor` of the page before; for the first page it is left out.'),
};

/** The query of lists of definitions that belong to tenants. */
export const pageOfTenants = z.strictObject({
  ...pageQuery,
  tenant: slug.optional().describe('Only items of this tenant.'),
});

/** The query of lists that people search by name. */
export const partOfName = z
  .string()
  .max(MAX_NAME_LENGTH)
  .optional()
  .describe('Only items with this text in their name or id.');

/** The query of lists of jobs. */
export const labelQuery = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .meta({
    description: 'Only jobs with this label. If it is given several times: only jobs with all of the labels.',
    examples: ['team=reports'],
  });

export const pageOf = <T extends z.ZodType>(
  item: T,
): z.ZodObject<{ items: z.ZodArray<T>; nextCursor: z.ZodNullable<z.ZodString> }> =>
  z.object({
    items: z.array(item).describe('The items of this page.'),
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; null on the last page.'),
  });

/** A list that contains its total if the request asks for it. */
export const totalQuery = {
  total: queryFlag
    .optional()
    .describe(
      `Whether the answer contains the number of all items: exact up to ${MAX_COUNTED_TOTAL}, estimated above.`,
    ),
};

const total = z.object({
  count: z.int().describe('How many items all pages have together.'),
  exact: z.boolean().describe('False where the count is an estimate.'),
});
export type Total = z.output<typeof total>;

export const countedPageOf = <T extends z.ZodType>(
  item: T,
): z.ZodObject<{
  items: z.ZodArray<T>;
  nextCursor: z.ZodNullable<z.ZodString>;
  total: z.ZodOptional<typeof total>;
}> =>
  pageOf(item).extend({
    total: total.optional().describe('The number of all items; only if it was requested.'),
  });

type PlaceForm = Readonly<Record<string, 'n' | 's'>>;
type Place<F extends PlaceForm> = { readonly [K in keyof F]: F[K] extends 'n' ? number : string };

/**
 * The place from which to continue; null for the beginning. `form`: the fields of the list's cursors in their order, numbers and texts.
 * Throws VALIDATION_FAILED for a cursor that is not of this list.
 */
export function placeFrom<const F extends PlaceForm>(cursor: string | undefined, form: F): Place<F> | null {
  if (cursor === undefined) return null;
  const key = decodeCursor(cursor, Object.values(form).join(''));
  if (key === null) throw invalidField('cursor', 'is not a cursor that this list has returned');
  return Object.fromEntries(Object.keys(form).map((name, at) => [name, key[at]])) as Place<F>;
}

/** A page as it is shown. */
export function showPage<T, V>(
  page: { readonly items: readonly T[]; readonly lastSeen: T | null },
  show: (item: T) => V,
  keyOf: (item: T) => CursorKey,
): { items: V[]; nextCursor: string | null } {
  return {
    items: page.items.map(show),
    nextCursor: page.lastSeen === null ? null : encodeCursor(keyOf(page.lastSeen)),
  };
}

/* Pieces that the shapes of answers share. */

/** Shows instants as RFC 3339 in UTC with milliseconds. */
export const timeText = (at: number): string => new Date(at).toISOString();
export const timeTextOrNull = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : timeText(at);

export const shownTime = z.iso.datetime().meta({ examples: ['2026-12-01T00:00:00.000Z'] });
const shownTimeOrNull = shownTime.nullable();

/* The fields that most views have, with their descriptions. */
export const text = (description: string): z.ZodString => z.string().describe(description);
export const textOrNull = (description: string): z.ZodNullable<z.ZodString> =>
  z.string().nullable().describe(description);
export const int = (description: string): z.ZodInt => z.int().describe(description);
export const intOrNull = (description: string): z.ZodNullable<z.ZodInt> => z.int().nullable().describe(description);
export const flag = (description: string): z.ZodBoolean => z.boolean().describe(description);
export const time = (description: string): typeof shownTime => shownTime.describe(description);
export const timeOrNull = (description: string): typeof shownTimeOrNull => shownTimeOrNull.describe(description);
