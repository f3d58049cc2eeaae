/** The doctor's findings about web services that no executor may call. */
import { error, type Finding } from './finding.js';

export interface OutsideWorker {
  readonly worker: string;
  /** Why it cannot be called. */
  readonly why: string;
}

export const addressFindings = (outside: readonly OutsideWorker[]): Finding[] =>
  outside.map(({ worker, why }) =>
    error(
      'addresses',
      `The worker ${worker} cannot be called: ${why}.`,
      'Add its namespace, such as *.shop.svc, or its network to WEBSERVICE_ALLOW. See docs/installation.md, "Where web services are".',
    ),
  );
