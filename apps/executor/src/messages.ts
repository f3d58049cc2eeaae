/** The messages that the executor handles; each is passed to the class that handles it. */
import { Controller } from '@nestjs/common';
import type { Clock } from '#common/clock/clock.js';
import { contracts, type Payload } from '#common/messages/registry.js';
import { asAttemptId, asJobId, asRunId, type RunId } from '#common/domain/ids.js';
import type { Instant, Run } from '#common/run/run.js';
import { fromInsertedRun } from '#common/run/inserted-run.js';
import { Handles } from '#common/nats/handles.js';
import { GroupChanges, type GroupReply } from './failures/group-changes.js';
import { LastSuccesses } from './loop/last-successes.js';
import type { RunLoader } from './loop/run-loader.js';
import type { RunQueue } from './loop/run-queue.js';
import { startFactsOf, type Ahead, type StartFacts } from './loop/ahead.js';
import { StatusIntake, type StatusReply } from './loop/status-intake.js';
import { ChannelTests, type ChannelTestReply } from './notify/channel-tests.js';
import { Redeliveries, type RedeliveryReply } from './notify/redeliveries.js';
import type { CommandSweep } from './sweeps/command-sweep.js';
import { Removals, type RemovalReply } from './sweeps/removals.js';
import { IncidentChanges, type IncidentReply } from './watch/incident-changes.js';

/** Hints that a run was admitted, or that a command waits for it. */
export class Dispatches {
  constructor(
    private readonly parts: {
      readonly queue: Pick<RunQueue, 'submit' | 'wakeAt' | 'isToWake'>;
      readonly commands: Pick<CommandSweep, 'takeFor'>;
      readonly loader: Pick<RunLoader, 'peek'>;
      readonly ahead: Pick<Ahead, 'untilDue' | 'due'>;
      readonly clock: Pick<Clock, 'now'>;
    },
  ) {}

  /**
   * Resolves when the resulting decision is saved. A run whose start time is in the future is reconciled at that time. `start`: null if
   * the run was not just admitted. `inserted`: the run as its maker has just stored it.
   */
  async take(run: RunId, at: Instant, start: StartFacts | null, inserted: Run | null = null): Promise<void> {
    const { queue, commands, loader, ahead, clock } = this.parts;
    const now = clock.now();
    if (at > now) queue.wakeAt(run, at, now, { isNew: true, ...ahead.untilDue(run, start) });
    else if (loader.peek(run) || queue.isToWake(run)) {
      // The message about the admission is late: a sweep has found the run before. A hint without `start` means a command.
      if (!start) await commands.takeFor(run);
    } else {
      ahead.due(start, inserted);
      await queue.submit(run, [], { isNew: true });
      if (!start) await commands.takeFor(run);
    }
  }

  /** Resolves when the run, as it is stored now, was decided about, whatever it waits for. */
  async look(run: RunId): Promise<void> {
    await this.parts.queue.submit(run, [], { repeatEffects: true });
  }
}

@Controller()
export class MessagesController {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly statuses: StatusIntake,
    private readonly removals: Removals,
    private readonly successes: LastSuccesses,
  ) {}

  /** The message is acknowledged when this resolves. */
  @Handles(contracts.dispatch)
  async dispatch({ run, at = 0, start, made }: Payload<'dispatch'>): Promise<void> {
    await this.dispatches.take(
      asRunId(run),
      at,
      start ? startFactsOf(start) : null,
      made ? fromInsertedRun(made) : null,
    );
  }

  @Handles(contracts.reportStatus)
  async reportStatus(call: Payload<'reportStatus'>): Promise<StatusReply> {
    return this.statuses.report(call, true);
  }

  @Handles(contracts.runWaits)
  async runWaits({ run }: Payload<'runWaits'>): Promise<void> {
    await this.dispatches.look(asRunId(run));
  }

  @Handles(contracts.attemptSeen)
  attemptSeen({ attempt, at }: Payload<'attemptSeen'>): Promise<void> {
    this.statuses.seen(asAttemptId(attempt), at);
    return Promise.resolve();
  }

  @Handles(contracts.jobsSucceeded)
  jobsSucceeded({ successes }: Payload<'jobsSucceeded'>): Promise<void> {
    for (const { job, ...success } of successes) this.successes.note(asJobId(job), success);
    return Promise.resolve();
  }

  @Handles(contracts.removeRun)
  async removeRun({ run }: Payload<'removeRun'>): Promise<RemovalReply> {
    return this.removals.remove(run);
  }
}

/** The api's requests about notices, incidents and error groups. */
@Controller()
export class AlertMessages {
  constructor(
    private readonly redeliveries: Redeliveries,
    private readonly tests: ChannelTests,
    private readonly incidents: IncidentChanges,
    private readonly groups: GroupChanges,
  ) {}

  @Handles(contracts.redeliver)
  async redeliver({ notice }: Payload<'redeliver'>): Promise<RedeliveryReply> {
    return this.redeliveries.ask(notice);
  }

  @Handles(contracts.testChannel)
  async testChannel(request: Payload<'testChannel'>): Promise<ChannelTestReply> {
    return this.tests.send(request);
  }

  @Handles(contracts.changeIncident)
  async changeIncident(request: Payload<'changeIncident'>): Promise<IncidentReply> {
    return this.incidents.ask(request);
  }

  @Handles(contracts.changeErrorGroup)
  async changeErrorGroup(request: Payload<'changeErrorGroup'>): Promise<GroupReply> {
    return this.groups.ask(request);
  }
}
