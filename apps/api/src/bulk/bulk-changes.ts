import type { Bulk } from '#common/domain/bulk.js';
import { parseJson } from '#common/domain/parse-json.js';
import type { EditRequest, JobService } from '../jobs/job.service.js';
import type { RunCommands } from '../runs/run-commands.js';
import type { RunService } from '../runs/run.service.js';
import { bulkRequest, type BulkRequest } from './bulk.routes.js';

/** The change that a bulk operation makes to one object: the same as the request for that object alone. */
export class BulkChanges {
  constructor(
    private readonly jobs: JobService,
    private readonly runs: RunService,
    private readonly commands: RunCommands,
  ) {}

  async make(bulk: Bulk, request: EditRequest, id: string): Promise<void> {
    const requested = requestOf(bulk);
    switch (requested.action) {
      case 'pause':
        await this.jobs.pause(request, id, { note: requested.note ?? null });
        return;
      case 'resume':
        await this.jobs.resume(request, id);
        return;
      case 'relabel':
        await this.jobs.patch(request, id, { labels: requested.labels });
        return;
      case 'run':
        await this.runs.start(request, id, {
          ...(requested.parameters !== undefined && { parameters: requested.parameters }),
        });
        return;
      case 'abort':
        await this.commands.command(request, id, { command: 'abort', reason: requested.reason });
        return;
      case 'rerun':
        await this.runs.rerun(request, id, { onlyFailed: requested.onlyFailed });
        return;
      case 'redrive':
        await this.runs.redrive(request, id, { onlyFailed: requested.onlyFailed });
        return;
      case 'delete':
        if ('jobs' in requested) await this.jobs.remove(request, id);
        else await this.commands.remove(request, id);
    }
  }
}

const requestOf = ({ given: requestText }: Bulk): BulkRequest => bulkRequest.parse(parseJson(requestText));
