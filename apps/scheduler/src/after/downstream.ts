/** "Run dependents": on request, runs every job that depends on an ended run, as a chain of its own. */
import type { Payload, ReplyTo } from '#common/messages/registry.js';
import { asRunId } from '#common/domain/ids.js';
import { again, causeOf } from '#common/run/cause.js';
import { isFinal } from '#common/run/phase.js';
import type { RunReader } from '../ports.js';
import type { Dependents } from './dependents.js';

export class Downstream {
  constructor(
    private readonly reads: Pick<RunReader, 'load'>,
    private readonly dependents: Pick<Dependents, 'runAfter'>,
  ) {}

  /** The key of the request becomes part of the cause, so a request that is repeated after a lost answer finds its runs. */
  async run({ run: id, key, requestedBy }: Payload<'runDependents'>): Promise<ReplyTo<'runDependents'>> {
    const run = (await this.reads.load([asRunId(id)])).get(asRunId(id));
    if (run === undefined) return { ok: false, code: 'NOT_FOUND', detail: `there is no run ${id}` };
    if (!isFinal(run.phase))
      return { ok: false, code: 'RUN_NOT_FINAL', detail: `the run has not ended: it is ${run.phase}` };
    const chain = { cause: again(causeOf(run), key), root: run.job, requestedBy };
    const outcomes = await this.dependents.runAfter(run, chain);
    return { ok: true, dependents: outcomes.map((each) => ({ ...each, unmet: [...each.unmet] })) };
  }
}
