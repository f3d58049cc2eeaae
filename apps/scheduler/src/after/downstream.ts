/** "Run what depends on this": a person has everything run that runs after an ended run, as a chain of its own. */
import type { contracts } from '#common/messages/registry.js';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
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

  /** The request's key makes the cause: repeated after a lost answer it finds the runs that it made. */
  async run({
    run: id,
    key,
    requestedBy,
  }: PayloadOf<typeof contracts.runDependents>): Promise<ReplyOf<typeof contracts.runDependents>> {
    const run = (await this.reads.load([asRunId(id)])).get(asRunId(id));
    if (run === undefined) return { ok: false, code: 'NOT_FOUND', detail: `there is no run ${id}` };
    if (!isFinal(run.phase))
      return { ok: false, code: 'RUN_NOT_FINAL', detail: `the run has not ended: it is ${run.phase}` };
    const chain = { cause: again(causeOf(run), key), root: run.job, requestedBy };
    const outcomes = await this.dependents.runAfter(run, chain);
    return { ok: true, dependents: outcomes.map((each) => ({ ...each, unmet: [...each.unmet] })) };
  }
}
