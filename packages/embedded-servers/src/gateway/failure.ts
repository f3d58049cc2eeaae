import type { Engine } from '../engine/engine.js';
import { PgError, PgGone } from '../engine/pg-connection.js';
import { duplicateKeyOfError } from './duplicate-key.js';
import { nameOfSqlState } from './error-codes.js';
import { GatewayError } from './gateway-error.js';
import type { Request } from './request.js';

/** The answer to the client about a failure of any kind. */
export async function toGatewayError(engine: Engine, request: Request, cause: unknown): Promise<GatewayError> {
  if (cause instanceof GatewayError) return cause;
  if (cause instanceof PgGone) return interrupted(cause);
  if (!(cause instanceof PgError)) {
    return new GatewayError('InternalError', cause instanceof Error ? cause.message : String(cause), { cause });
  }
  const codeName = nameOfSqlState(cause.sqlState);
  if (codeName === 'InterruptedDueToReplStateChange') return interrupted(cause);
  if (codeName !== 'DuplicateKey') return new GatewayError(codeName, cause.message, { cause });
  const { errmsg, keyPattern, keyValue } = await duplicateKeyOfError(engine, request, cause);
  return new GatewayError(codeName, errmsg, { fields: { keyPattern, keyValue }, cause });
}

const interrupted = (cause: Error): GatewayError =>
  new GatewayError('InterruptedDueToReplStateChange', cause.message, { labels: ['RetryableWriteError'], cause });

/** The engine was lost, or is stopping or starting: the result of the command is unknown, but it may be sent again. */
export function isEngineLost(error: unknown): boolean {
  return error instanceof PgGone || (error instanceof PgError && /^(57P0[123]|08\d{3})$/.test(error.sqlState));
}

/** The engine rolled the statement back because of concurrent ones: it may succeed when it is repeated. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof PgError &&
    (error.sqlState === '40P01' ||
      error.sqlState === '40001' ||
      error.message.includes('Unable to create the specified collection'))
  );
}
