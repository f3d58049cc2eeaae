import type { ServiceParts } from '#common/lifecycle/service.js';
import { BulksStore } from '#common/mongo/bulks.store.js';
import type { JobSearch } from '#common/mongo/job-search.js';
import { RunReads } from '#common/mongo/run-reads.js';
import type { Authenticator } from '../access/authenticator.js';
import { KeptCredentials } from '../access/kept-credentials.js';
import type { ApiConfig } from '../config.js';
import type { AuditLog } from '../http/audit-log.js';
import type { JobService } from '../jobs/job.service.js';
import type { RunLists } from '../runs/run-lists.js';
import type { RunCommands } from '../runs/run-commands.js';
import type { RunService } from '../runs/run.service.js';
import { BulkActions } from './bulk-actions.js';
import { BulkChanges } from './bulk-changes.js';
import { BulkQuery } from './bulk-query.js';
import { BulkRunner } from './bulk-runner.js';

/** Makes the parts of bulk operations. */
export function bulkParts(
  { mongo, secrets, clock, log }: ServiceParts<ApiConfig>,
  using: {
    readonly jobs: JobService;
    readonly runs: RunService;
    readonly commands: RunCommands;
    readonly lists: RunLists;
    readonly requests: Authenticator;
    readonly auditLog: AuditLog;
    readonly search: JobSearch;
  },
): readonly object[] {
  const bulks = new BulksStore(mongo);
  const credentials = new KeptCredentials(using.requests, secrets);
  const changes = new BulkChanges(using.jobs, using.runs, using.commands);
  const actions = new BulkActions(changes, using.auditLog, { clock, log });
  const runner = new BulkRunner(bulks, actions, credentials, { clock, log });
  return [bulks, credentials, new BulkQuery(using.search, using.lists, new RunReads(mongo)), runner];
}
