import { z } from 'zod';
import { messageOf } from '../errors/app-error.js';

/** A variable that holds JSON. */
export const jsonText = z.string().transform((text, ctx) => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: `must be JSON: ${messageOf(error)}` });
    return z.NEVER;
  }
});
