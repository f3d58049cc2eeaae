/** The messages that the scheduler handles; each is passed to the class that handles it. */
import { Controller } from '@nestjs/common';
import { contracts, type Payload, type ReplyTo } from '#common/messages/registry.js';
import { asJobId, asRunId } from '#common/domain/ids.js';
import { PERMIT_PREEMPTED } from '#common/run/new-run.js';
import { isFinal } from '#common/run/phase.js';
import { Handles } from '#common/nats/handles.js';
import { EndedRuns } from './admission/ended-runs.js';
import { QueuedRuns } from './admission/queued-runs.js';
import { EndedUpstream } from './after/ended-upstream.js';
import { Downstream } from './after/downstream.js';
import { Backfills } from './backfill/backfills.js';
import { DefinitionSync } from './definitions/definition-sync.js';
import { RunRequests } from './gather/run-requests.js';
import { WorkerLimits } from './limits/worker-limits.js';
import { PlanLoop } from './plan/plan-loop.js';

@Controller()
export class DefinitionMessages {
  constructor(
    private readonly definitions: DefinitionSync,
    private readonly backfills: Backfills,
    private readonly downstream: Downstream,
  ) {}

  @Handles(contracts.applyJob)
  async applyJob({ job }: Payload<'applyJob'>): Promise<ReplyTo<'applyJob'>> {
    const synced = await this.definitions.sync(asJobId(job));
    if (!synced.ok) return { ok: false, code: synced.code, detail: synced.detail };
    return { ok: true, jobRev: synced.state.jobRev, nextSlot: synced.state.nextSlotAt };
  }

  @Handles(contracts.startBackfill)
  async startBackfill(request: Payload<'startBackfill'>): Promise<ReplyTo<'startBackfill'>> {
    return this.backfills.start(request);
  }

  @Handles(contracts.runDependents)
  async runDependents(request: Payload<'runDependents'>): Promise<ReplyTo<'runDependents'>> {
    return this.downstream.run(request);
  }

  @Handles(contracts.cancelBackfill)
  async cancelBackfill({ backfill, actor }: Payload<'cancelBackfill'>): Promise<ReplyTo<'cancelBackfill'>> {
    return this.backfills.cancel(backfill, actor);
  }
}

@Controller()
export class RunMessages {
  constructor(
    private readonly runRequests: RunRequests,
    private readonly endedRuns: EndedRuns,
    private readonly endedUpstream: EndedUpstream,
    private readonly queuedRuns: QueuedRuns,
  ) {}

  @Handles(contracts.prepareRun)
  prepareRun({ job, preparation }: Payload<'prepareRun'>): Promise<ReplyTo<'prepareRun'>> {
    this.runRequests.prepare(asJobId(job), preparation);
    return Promise.resolve({ ok: true });
  }

  @Handles(contracts.admitRun)
  async admitRun(request: Payload<'admitRun'>): Promise<ReplyTo<'admitRun'>> {
    return this.runRequests.answer(request);
  }

  @Handles(contracts.admitRuns)
  async admitRuns({ requests }: Payload<'admitRuns'>): Promise<ReplyTo<'admitRuns'>> {
    return { ok: true, replies: await this.runRequests.answerAll(requests) };
  }

  @Handles(contracts.runChanged)
  async runChanged(change: Payload<'runChanged'>): Promise<void> {
    await Promise.all([this.endedRuns.handle(change), this.decideDependents(change), this.requeue(change)]);
  }

  private async requeue({ run, phase, transitions }: Payload<'runChanged'>): Promise<void> {
    if (phase === 'Queued' && transitions.at(-1)?.reason === PERMIT_PREEMPTED)
      await this.queuedRuns.requeue([asRunId(run)]);
  }

  /** Handles a final end that other jobs may run after; the sweep would find it within a second. */
  private async decideDependents({ run, phase, followed }: Payload<'runChanged'>): Promise<void> {
    if (followed && isFinal(phase)) await this.endedUpstream.decideIds([asRunId(run)]);
  }
}

@Controller()
export class HintMessages {
  constructor(
    private readonly queuedRuns: QueuedRuns,
    private readonly loop: PlanLoop,
  ) {}

  @Handles(contracts.schedulerHint)
  async hint({ run, job }: Payload<'schedulerHint'>): Promise<void> {
    if (job !== undefined) this.loop.wake();
    if (run !== undefined) await this.queuedRuns.applyCommands([asRunId(run)]);
  }
}

@Controller()
export class LimitMessages {
  constructor(private readonly workerLimits: WorkerLimits) {}

  @Handles(contracts.shareLimits)
  async shareLimits({ limits, view, ...holder }: Payload<'shareLimits'>): Promise<ReplyTo<'shareLimits'>> {
    const parts = await Promise.all(
      limits.map(async ({ key, ...demand }) => ({
        key,
        ...(await this.workerLimits.share(key, { ...demand, ...holder }, view)),
      })),
    );
    return { ok: true, parts };
  }
}
