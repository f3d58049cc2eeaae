/** Parameters that several routes take. */
import { z } from 'zod';
import { instant, slug } from '#common/spec/fields.js';

const MAX_ID_LENGTH = 256;
export const idText = z.string().min(1).max(MAX_ID_LENGTH);
export const byId = z.strictObject({ id: idText.describe('The id of what is addressed.') });
/** Names the tenant of a definition whose id is unique in its tenant alone. */
export const ofTenant = z.strictObject({
  tenant: slug.optional().describe('The tenant; may be left out by callers with roles in one only.'),
});
export const queryFlag = z.enum(['true', 'false']).transform((text) => text === 'true');
/** An instant as epoch milliseconds. */
export const queryTime = instant.transform((text) => Date.parse(text));
