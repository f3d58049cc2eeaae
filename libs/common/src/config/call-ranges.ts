import { csv } from './service-config.js';
import { parseCallRanges } from '../domain/call-ranges.js';
import { messageOf } from '../errors/app-error.js';

/** `public,10.0.0.0/8,*.shop.svc`: where web services may be called. */
export const callRanges = csv.superRefine((texts, ctx) => {
  try {
    parseCallRanges(texts);
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: messageOf(error) });
  }
});
