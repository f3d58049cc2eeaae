/** The doctor's findings about the target of logs and audit. */
import { error, fine, warning, type Finding } from './finding.js';

export interface LogExport {
  readonly lagSeconds: number;
  /** Why the target takes nothing; null if it does. */
  readonly problem: string | null;
}

/** As the alert CarillonLogExportLate. */
const LATE_SECONDS = 900;
const FIX = 'See the runbook, CarillonLogExportLate. What retention removes meanwhile is not shipped.';

export const exportFindings = (states: readonly LogExport[]): Finding[] =>
  states.map(({ lagSeconds, problem }) => {
    const text = `Logs and audit are shipped, except those of the last ${Math.round(lagSeconds)} s`;
    if (problem !== null) return error('logExport', `${text}. The target takes no more: ${problem}.`, FIX);
    return lagSeconds > LATE_SECONDS ? warning('logExport', `${text}.`, FIX) : fine('logExport', `${text}.`);
  });
