/** Lists: how they are asked for and answered. */
import { z } from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_COUNTED_TOTAL, MAX_NAME_LENGTH, MAX_PAGE_SIZE } from '#common/domain/limits.js';
import { slug } from '#common/spec/fields.js';
import { decodeCursor, encodeCursor, type CursorKey } from './core/cursor.js';
import { invalidField } from './problem.js';
import { queryFlag } from './route-fields.js';

/** Query parameters that every list takes. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
    .meta({ description: 'Items per page.' }),
  cursor: z.string().min(1).optional().meta({ description: 'The `nextCursor` of the page before.' }),
};

/** The query of lists of definitions that belong to tenants. */
export const pageOfTenants = z.strictObject({
  ...pageQuery,
  tenant: slug.optional().describe('Only those of this tenant.'),
});

/** Of lists of what people look for by name. */
export const partOfName = z.string().max(MAX_NAME_LENGTH).optional().meta({ description: 'A part of the name or id.' });

/** Of lists of jobs. */
export const labelQuery = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .meta({
    description: 'Only jobs with this label; given several times, with all of them.',
    examples: ['team=reports'],
  });

export const pageOf = <T extends z.ZodType>(
  item: T,
): z.ZodObject<{ items: z.ZodArray<T>; nextCursor: z.ZodNullable<z.ZodString> }> =>
  z.object({
    items: z.array(item).describe('The items of this page.'),
    nextCursor: z.string().nullable().meta({ description: 'Ask for the next page with it; null on the last one.' }),
  });

/** A list that contains its total where the request asks for it. */
export const totalQuery = {
  total: queryFlag.optional().meta({
    description: `Whether to tell how many items there are: exactly up to ${MAX_COUNTED_TOTAL}, then estimated.`,
  }),
};

const total = z.object({
  count: z.int().describe('How many items the list has, all pages together.'),
  exact: z.boolean().meta({ description: 'False where the count is an estimate.' }),
});
export type Total = z.output<typeof total>;

export const countedPageOf = <T extends z.ZodType>(
  item: T,
): z.ZodObject<{
  items: z.ZodArray<T>;
  nextCursor: z.ZodNullable<z.ZodString>;
  total: z.ZodOptional<typeof total>;
}> => pageOf(item).extend({ total: total.optional().meta({ description: 'Only where it was asked for.' }) });

/** The place to go on from; null for the beginning. Throws VALIDATION_FAILED for a cursor that is none of this list's. */
export function placeFrom(cursor: string | undefined, form: string): CursorKey | null {
  if (cursor === undefined) return null;
  const key = decodeCursor(cursor, form);
  if (key === null) throw invalidField('cursor', 'is not a cursor of this list');
  return key;
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
