/** A print of a request's id, by which a run that stands for many requests recognises repeats. */
import { createHash } from 'node:crypto';
import type { RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { PRINT_LENGTH } from './core/gather.js';

export const printOf = (request: RunId): string =>
  createHash('sha256').update(request).digest('base64url').slice(0, PRINT_LENGTH);

/** True if the run stands for the request already. */
export function standsFor({ requests }: Pick<Run, 'requests'>, request: RunId): boolean {
  const [sought, prints = ''] = [printOf(request), requests?.prints];
  for (let at = prints.indexOf(sought); at >= 0; at = prints.indexOf(sought, at + 1))
    if (at % PRINT_LENGTH === 0) return true;
  return false;
}
