import type { JsonValue } from '#common/spec/fields.js';
import { MAX_JOB_STORAGE_BYTES } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';

/** Throws BODY_TOO_LARGE for a value that is too large to be given to a run. */
export function requireStorageSize(value: JsonValue): void {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes <= MAX_JOB_STORAGE_BYTES) return;
  const message = `has ${bytes} bytes as JSON; job storage is limited to ${MAX_JOB_STORAGE_BYTES}`;
  throw new AppError('BODY_TOO_LARGE', `the value ${message}`, { problems: [{ path: '', message }] });
}
