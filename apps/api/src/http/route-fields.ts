/** Parameters that several routes take. */
import { z } from 'zod';
import { instant, slug } from '#common/spec/fields.js';

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
