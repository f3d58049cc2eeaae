/** How the failure of any work is answered to who has asked for it, in HTTP and in messages alike. */
import { isDatabaseOutage } from '../mongo/outage.js';
import { AppError, messageOf } from './app-error.js';
import { ERROR_CODES, type ErrorCode } from './codes.js';

export interface Failure {
  readonly code: ErrorCode;
  readonly detail: string;
}

/** A database that is away is UNAVAILABLE, and its address is not told; what nobody expected is INTERNAL. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return { code: error.code, detail: error.message };
  if (isDatabaseOutage(error)) return { code: 'UNAVAILABLE', detail: 'the database does not answer; try again' };
  return { code: 'INTERNAL', detail: messageOf(error) };
}

/** True when the same work may succeed later. */
export const isPassing = (error: unknown): boolean => ERROR_CODES[failureOf(error).code].retryable;
