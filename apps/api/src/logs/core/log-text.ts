/** Log lines as people read them. */
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import type { StoredLine } from '#common/run/output.js';

export interface LogTextOptions {
  /** Each line begins with `<task>/<index>.<attempt> `, because several attempts are shown together. */
  readonly prefixed: boolean;
  readonly timestamps: boolean;
}

/** One line with its line end. */
export function logText(line: StoredLine, { prefixed, timestamps }: LogTextOptions): string {
  const prefix = prefixed ? `${attemptLabel(line.attempt)} ` : '';
  return `${prefix}${timestamps ? `${new Date(line.at).toISOString()} ` : ''}${line.text}\n`;
}

/** `<task>/<index>.<attempt>` */
export function attemptLabel(attempt: AttemptId): string {
  const key = parseAttemptId(attempt);
  return key ? `${key.task}/${key.index}.${key.attempt}` : attempt;
}
