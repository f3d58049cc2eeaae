import { z } from 'zod';
import { parseJson } from '../domain/parse-json.js';
import { messageOf } from '../errors/app-error.js';

/** A variable that holds JSON. */
export const jsonText = z.string().transform((text, ctx) => {
  try {
    return parseJson(text);
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: `must be JSON: ${messageOf(error)}` });
    return z.NEVER;
  }
});
