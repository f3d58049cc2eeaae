/**
 * Archives jobs that have come to their end by themselves. Every replica looks; a job is archived by a guarded write, so that an
 * edit, a pause or another replica that comes first wins.
 */
import type { Clock } from '#common/clock/clock.js';
import type { StoredJob } from '#common/spec/definitions.js';
import type { Logger } from '#common/logging/logger.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { AuditLog } from '../http/audit-log.js';
import type { SchedulerPort } from '../scheduler-port.js';
import { archiveReason } from './core/archive-reason.js';

const LOOK_MS = 15_000;
const PAGE = 100;
/** In the audit and in the job. */
const ITSELF = { name: 'carillon', subject: 'carillon', roles: [] };

interface EndedJob {
  readonly job: StoredJob;
  readonly reason: string;
}

/** Finds jobs that have come to their end. */
export class EndedJobs {
  constructor(
    private readonly jobs: Pick<JobsStore, 'thatEnd'>,
    private readonly schedules: Pick<SchedulesStore, 'loadMany'>,
    private readonly runs: Pick<RunReads, 'countUnfinished' | 'lastSuccess'>,
  ) {}

  /** All of them, page by page. */
  async *pages(): AsyncGenerator<readonly EndedJob[]> {
    let page: readonly StoredJob[] = [];
    do {
      page = await this.jobs.thatEnd(page.at(-1)?.id ?? null, PAGE);
      yield await this.endedOf(page);
    } while (page.length === PAGE);
  }

  private async endedOf(jobs: readonly StoredJob[]): Promise<readonly EndedJob[]> {
    const ids = jobs.map(({ id }) => id);
    const [schedules, counts] = await Promise.all([this.schedules.loadMany(ids), this.runs.countUnfinished(ids)]);
    const judged = jobs.map(async (job): Promise<EndedJob[]> => {
      const { active, queued } = counts.get(job.id) ?? { active: 0, queued: 0 };
      const success = job.spec.archiveWhen === 'succeeded' ? await this.runs.lastSuccess(job.id) : null;
      const facts = { schedule: schedules.get(job.id), unfinished: active + queued };
      const reason = archiveReason(job, { ...facts, succeededAt: success?.finished ?? null });
      return reason === null ? [] : [{ job, reason }];
    });
    return (await Promise.all(judged)).flat();
  }
}

export class JobArchiver {
  constructor(
    private readonly ended: Pick<EndedJobs, 'pages'>,
    private readonly jobs: Pick<JobsStore, 'save'>,
    private readonly scheduler: Pick<SchedulerPort, 'apply'>,
    private readonly record: { readonly audit: Pick<AuditLog, 'open'>; readonly clock: Pick<Clock, 'now'> },
  ) {}

  /** Looks at every job that may end by itself, once. */
  async look(): Promise<void> {
    for await (const page of this.ended.pages()) {
      for (const { job, reason } of page) await this.archive(job, reason);
    }
  }

  private async archive(job: StoredJob, note: string): Promise<void> {
    const now = this.record.clock.now();
    const seed = `archive ${job.id} ${job.rev}`;
    const trail = this.record.audit.open(ITSELF, { action: 'pauseJob', address: null }, seed);
    await trail.record({ tenant: job.tenant, object: `job/${job.id}`, detail: `archived: ${note}` });
    const next: StoredJob = {
      ...job,
      rev: job.rev + 1,
      updatedAt: Math.max(now, job.updatedAt),
      updatedBy: ITSELF.name,
      paused: { by: ITSELF.name, at: now, note, archived: true },
    };
    const outcome = await this.jobs.save(next, job, seed);
    if (outcome === 'saved' || outcome === 'repeated') await this.scheduler.apply(job.id, next.rev);
    else await trail.refused('CONFLICT');
  }
}

export class ArchiveLoop {
  private readonly loop: SweepLoop;

  constructor(archiver: Pick<JobArchiver, 'look'>, log: Logger) {
    this.loop = new SweepLoop('jobs that end', async () => archiver.look(), LOOK_MS, { log });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }
}
