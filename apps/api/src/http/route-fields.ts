/** Parameters that several routes take. */
import { z } from 'zod';
import { instant } from '#common/spec/fields.js';

const MAX_ID_LENGTH = 256;
export const idText = z.string().min(1).max(MAX_ID_LENGTH);
export const byId = z.strictObject({ id: idText.describe('The id of what is addressed.') });
export const queryFlag = z.enum(['true', 'false']).transform((text) => text === 'true');
/** An instant as epoch milliseconds. */
export const queryTime = instant.transform((text) => Date.parse(text));
