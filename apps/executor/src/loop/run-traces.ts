/** Records trace spans of runs: each stay in a phase, each attempt, and at its end the run as a whole. */
import { attemptSpanId, runSpanId, traceIdOf } from '#common/telemetry/trace-context.js';
import type { Tracing } from '#common/telemetry/tracing.js';
import { isFinal, stateOf } from '#common/run/phase.js';
import type { AttemptRecord, Run } from '#common/run/run.js';
import type { RunObserver, Saved } from './post-commit.js';

/** Empty if tracing is off. */
export const tracesOf = (tracing: Tracing | undefined): RunTraces[] =>
  tracing === undefined ? [] : [new RunTraces(tracing)];

class RunTraces implements RunObserver {
  constructor(private readonly tracing: Pick<Tracing, 'record'>) {}

  observe({ before, decision }: Saved): void {
    const { next, records, transitions } = decision;
    for (const record of records) this.attempt(before, record);
    let last = before.transitions.at(-1);
    for (const transition of transitions) {
      if (last !== undefined && last.phase !== transition.phase) this.phase(next, last.phase, last.at, transition.at);
      last = transition;
    }
    if (isFinal(next.phase) && !isFinal(before.phase)) this.run(next);
  }

  /** Records an attempt from its claim to its end, and within it the time until its start: the call, or the pod's way to a node. */
  private attempt(run: Run, { id, startedAt, end, node }: AttemptRecord): void {
    const trace = traceIdOf(run.id);
    const claimedAt = run.live.find((live) => live.id === id)?.claim.at ?? startedAt ?? end.at;
    const span = attemptSpanId(id);
    this.tracing.record({
      name: 'attempt',
      trace,
      id: span,
      parent: runSpanId(run.id),
      from: claimedAt,
      to: end.at,
      attributes: {
        'carillon.attempt': id,
        'carillon.engine': run.engine,
        'carillon.result': end.result,
        'carillon.reason': end.reason,
        ...(node !== null && { 'carillon.node': node }),
        ...(end.exitCode !== null && { 'process.exit.code': end.exitCode }),
      },
      ...(end.result === 'failed' && { error: end.reason }),
    });
    if (startedAt !== null)
      this.tracing.record({ name: 'start', trace, parent: span, from: claimedAt, to: startedAt, kind: 'client' });
  }

  private phase(run: Run, phase: string, from: number, to: number): void {
    this.tracing.record({ name: `phase ${phase}`, trace: traceIdOf(run.id), parent: runSpanId(run.id), from, to });
  }

  /** Records a run from its slot on, if it has one: a slot that was planned ahead has its `plan` before that. */
  private run(run: Run): void {
    const trace = traceIdOf(run.id);
    const id = runSpanId(run.id);
    const from = run.scheduledFor ?? run.createdAt;
    const state = stateOf(run.phase);
    this.tracing.record({ name: 'plan', trace, parent: id, from: Math.min(from, run.createdAt), to: run.createdAt });
    this.tracing.record({
      name: 'run',
      trace,
      id,
      from,
      to: run.finished ?? run.createdAt,
      attributes: {
        'carillon.run': run.id,
        'carillon.job': run.job,
        'carillon.tenant': run.tenant,
        'carillon.worker': run.worker,
        'carillon.trigger': run.trigger,
        'carillon.state': state,
      },
      ...(state === 'FAILED' && { error: run.transitions.at(-1)?.reason ?? state }),
    });
  }
}
