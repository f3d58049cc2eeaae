import { isFinal } from '#common/run/phase.js';
import { changeProblems } from '#common/run/run-change.js';
import type { Run } from '#common/run/run.js';
import { contracts } from '#common/messages/registry.js';
import type { CommandsStore } from '#common/mongo/commands.store.js';
import type { Nats } from '#common/nats/nats.js';
import type { RunCommand, RunCommandName } from '#common/spec/definitions.js';
import type { RunChange } from '#common/spec/tasks.js';
import { AppError } from '#common/errors/app-error.js';
import type { Caller } from '../access/core/access.js';
import { changedSince, matches } from '../http/core/etag.js';
import { sortableId } from '../http/derived-id.js';
import type { EditRequest } from '../jobs/job.service.js';
import { accepted } from '../scheduler-port.js';
import type { RunDetailsReader } from './run-details.js';
import type { RunReader } from './run.reader.js';
import { refuseProblems, type RunMutation } from './run.service.js';

interface CommandRefusal {
  readonly code: 'CONFLICT' | 'RUN_FINAL';
  readonly detail: string;
}

/**
 * Why such a run cannot take the command; null if it can. The run's owner judges again when it applies the command, because the run may
 * change until then.
 */
function refusedCommand(
  command: RunCommandName,
  { phase, archivedAt }: Pick<Run, 'phase' | 'archivedAt'>,
): CommandRefusal | null {
  if (command === 'resume') {
    if (archivedAt !== undefined)
      return { code: 'CONFLICT', detail: 'an archived run cannot be resumed: run it again instead' };
    return phase === 'Aborted' || phase === 'Aborting'
      ? null
      : { code: 'CONFLICT', detail: `only an aborted run can be resumed; the run is ${phase}` };
  }
  return isFinal(phase) ? { code: 'RUN_FINAL', detail: `the run has ended: it is ${phase}` } : null;
}

const EXECUTOR_TIMEOUT_MS = 5_000;
/** A change is shown as applied if its owner applies it within this time. */
const CHANGE_WAIT_MS = 2_000;
const CHANGE_POLL_MS = 20;

export interface CommandRequest {
  readonly command: RunCommandName;
  readonly reason?: string | undefined;
  readonly graceSeconds?: number | undefined;
}

/** Acts on runs that exist: commands, changes and removal. */
export class RunCommands {
  constructor(
    private readonly reader: Pick<RunReader, 'look' | 'current'>,
    private readonly details: Pick<RunDetailsReader, 'of'>,
    private readonly commands: Pick<CommandsStore, 'has' | 'add'>,
    private readonly tools: {
      readonly nats: Pick<Nats, 'publish' | 'publishDurable' | 'request'>;
      readonly pause: (ms: number) => Promise<void>;
    },
  ) {}

  /** Changes the numbers of a run under way; answered when its owner has applied the change, or will do so soon. */
  async change({ caller, mutation, ifMatch }: EditRequest, runId: string, change: RunChange): Promise<Run> {
    const run = await this.reader.look(caller, runId, 'operator');
    const command = commandOf(run, caller, mutation, { command: 'change', change });
    // A repeat of a request whose answer was lost finds the run with the changes of that request.
    if (!(await this.commands.has(command.id))) {
      if (isFinal(run.phase)) throw runFinal(run);
      if (!matches(ifMatch, run.rev)) {
        throw new AppError('PRECONDITION_FAILED', changedSince('run', run.rev));
      }
      const { shape } = await this.details.of(run);
      if (!shape)
        throw new AppError('CONFLICT', 'the snapshot of the job from which the run was started is no longer stored');
      refuseProblems(changeProblems(shape.tasks, shape.rules, change));
      await mutation.record({ tenant: run.tenant, object: `run/${run.id}`, detail: 'change' });
      await this.commands.add(command);
    }
    await this.tellOwner(run);
    const taken = await this.taken(run, command.id);
    if (isFinal(taken.phase) && !taken.commands.includes(command.id)) throw runFinal(taken);
    return taken;
  }

  /** The run once the command is applied, or its present state if that takes long: the command is stored, and will be applied. */
  private async taken(run: Run, command: string): Promise<Run> {
    let current = run;
    for (let waited = 0; waited < CHANGE_WAIT_MS; waited += CHANGE_POLL_MS) {
      current = await this.reader.current(current);
      if (current.commands.includes(command) || isFinal(current.phase)) return current;
      await this.tools.pause(CHANGE_POLL_MS);
    }
    return current;
  }

  /** Saves the command, then notifies the run's owner; its sweep finds the command even if the message is lost. */
  async command(
    { caller, mutation }: RunMutation,
    runId: string,
    request: CommandRequest,
  ): Promise<Pick<RunCommand, 'id' | 'run' | 'at'>> {
    const run = await this.reader.look(caller, runId, 'operator');
    const command = commandOf(run, caller, mutation, request);
    if (!(await this.commands.has(command.id))) {
      const refused = refusedCommand(request.command, run);
      if (refused) throw new AppError(refused.code, refused.detail);
      await mutation.record({ tenant: run.tenant, object: `run/${run.id}`, detail: request.command });
      await this.commands.add(command);
    }
    await this.tellOwner(run);
    return command;
  }

  /** Removes a run that has ended, with everything that belongs to it. */
  async remove({ caller, mutation, ifMatch }: EditRequest, runId: string): Promise<void> {
    const run = await this.reader.look(caller, runId, 'editor');
    if (!isFinal(run.phase)) throw new AppError('RUN_NOT_FINAL', `the run has not ended: it is ${run.phase}`);
    if (!matches(ifMatch, run.rev)) throw new AppError('PRECONDITION_FAILED', changedSince('run', run.rev));
    await mutation.record({ tenant: run.tenant, object: `run/${run.id}` });
    const { shard, id } = run;
    accepted(await this.tools.nats.request(contracts.removeRun, { shard }, { v: 1, run: id }, EXECUTOR_TIMEOUT_MS));
  }

  private async tellOwner(run: Run): Promise<void> {
    const { shard, id } = run;
    const hint = { v: 1 as const, run: id };
    if (run.phase === 'Queued') this.tools.nats.publish(contracts.schedulerHint, { shard }, hint);
    // If the message cannot be stored, the executor's sweep finds the command.
    else await this.tools.nats.publishDurable(contracts.dispatch, { shard }, hint).catch(() => undefined);
  }
}

interface AskedCommand extends Omit<CommandRequest, 'command'>, Pick<RunCommand, 'command' | 'change'> {}

const commandOf = (run: Run, caller: Caller, mutation: RunMutation['mutation'], request: AskedCommand): RunCommand => ({
  id: sortableId(mutation.seed, 'command', mutation.askedAt),
  run: run.id,
  shard: run.shard,
  command: request.command,
  ...(request.change && { change: request.change }),
  reason: request.reason ?? null,
  graceSeconds: request.graceSeconds ?? null,
  actor: caller.name,
  at: mutation.askedAt,
});

const runFinal = ({ phase }: Run): AppError => new AppError('RUN_FINAL', `the run has ended: it is ${phase}`);
