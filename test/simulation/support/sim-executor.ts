/** The executor, which takes over runs in `Pending`: starts them in time, ends them, applies commands, and removes old ones. */
import type { RunCommand } from '#common/spec/definitions.js';
import type { JobId, RunId } from '#common/domain/ids.js';
import { PERMIT_PREEMPTED } from '#common/run/new-run.js';
import { isFinal, type Phase } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { Network } from './network.js';
import type { Random } from './random.js';
import type { Tables } from './tables.js';
import type { VirtualTime } from './virtual-time.js';

/** So often a run gives up its permits. */
export const MAX_PREEMPTED = 2;
const SWEEP_MS = 1_000;
/** Few run so long that a decision from before their job was edited no longer counts. */
const FEW_LONG = 0.003;
/** Longer than any request for a manual run is on its way. */
const RETENTION_MS = 10 * 60_000;
/** Ended runs of a job's slots that are kept; the others are removed by their age. */
const KEPT = 5;

export class SimExecutor {
  private readonly ended = new Map<JobId, RunId[]>();

  constructor(
    private readonly tables: Tables,
    private readonly time: VirtualTime,
    private readonly random: Random,
    private readonly events: {
      readonly network: Network;
      readonly tell: (run: Run) => void;
      /** How many of the runs take minutes; few if absent. */
      readonly long?: number;
    },
  ) {}

  start(): void {
    this.time.after(SWEEP_MS, () => {
      for (const id of this.tables.open.keys()) this.look(id);
      this.start();
    });
  }

  /** A message that there is work for the run. */
  look(id: RunId): void {
    const run = this.tables.run(id);
    if (!run || run.phase === 'Queued') return;
    if (isFinal(run.phase)) {
      this.resume(run);
      return;
    }
    const command = this.commandOf(run, 'abort');
    if (command) {
      this.end({ ...run, commands: [...run.commands, command.id] }, 'Aborted');
      return;
    }
    const demand = this.commandOf(run, 'preempt');
    if (demand && run.phase !== 'Restarting' && (run.preemptions ?? 0) < MAX_PREEMPTED) {
      this.preempt({ ...run, commands: [...run.commands, demand.id] });
      return;
    }
    if (run.phase !== 'Pending' || run.startAfter > this.time.now) return;
    const next: Run = { ...run, phase: 'Running', started: this.time.now, phaseSince: this.time.now, rev: run.rev + 1 };
    if (!this.tables.saveRun(next, run.rev)) return;
    this.time.after(this.duration(), () => {
      const running = this.tables.run(id);
      if (running?.phase === 'Running') this.end(running, this.random.chance(0.9) ? 'Completed' : 'Failed');
    });
  }

  /** As the executor's own `preemptPermits`: it stops the attempts, then the run waits again. */
  private preempt(run: Run): void {
    const reason = PERMIT_PREEMPTED;
    const { now } = this.time;
    const preemptions = (run.preemptions ?? 0) + 1;
    const next: Run = { ...run, phase: 'Restarting', reason, phaseSince: now, preemptions, rev: run.rev + 1 };
    if (!this.tables.saveRun(next, run.rev)) return;
    this.time.after(this.duration(), () => {
      const stopped = this.tables.run(run.id);
      if (stopped?.phase !== 'Restarting') return;
      const again = { phase: 'Queued', phaseSince: this.time.now, wakeAt: null, started: null } as const;
      const queued: Run = { ...stopped, ...again, generation: stopped.generation + 1, rev: stopped.rev + 1 };
      if (!this.tables.saveRun(queued, stopped.rev)) return;
      this.events.network.send(() => {
        this.events.tell(queued);
      });
    });
  }

  private duration(): number {
    const { random } = this;
    if (random.chance(this.events.long ?? FEW_LONG)) return random.between(60_000, 240_000);
    return random.chance(0.7) ? random.between(0, 800) : random.between(500, random.chance(0.2) ? 40_000 : 6_000);
  }

  private end(run: Run, phase: Phase): void {
    const now = this.time.now;
    const expireAt = now + RETENTION_MS;
    const next: Run = { ...run, phase, finished: now, phaseSince: now, wakeAt: null, expireAt, rev: run.rev + 1 };
    if (!this.tables.saveRun(next, run.rev)) return;
    this.events.network.send(() => {
      this.events.tell(next);
    });
    this.forgetOldest(next);
  }

  private forgetOldest({ id, job, scheduledFor }: Run): void {
    if (scheduledFor === null) return;
    const ended = this.ended.get(job) ?? [];
    ended.push(id);
    this.ended.set(job, ended);
    if (ended.length <= KEPT) return;
    const oldest = this.tables.run(ended.shift()!);
    if (oldest && isFinal(oldest.phase)) this.tables.removeRun(oldest);
  }

  /** As the executor's own `resume` does it: its former places are still named, its former commands noted. */
  private resume(run: Run): void {
    const command = run.phase === 'Aborted' ? this.commandOf(run, 'resume') : undefined;
    if (!command) return;
    const again = { phase: 'Queued', phaseSince: this.time.now, wakeAt: null, expireAt: null } as const;
    const late = [...this.tables.commandsOf(run.id)].map(({ id }) => id).filter((id) => !run.commands.includes(id));
    this.tables.saveRun(
      {
        ...run,
        ...again,
        started: null,
        finished: null,
        generation: run.generation + 1,
        rev: run.rev + 1,
        commands: [...run.commands, ...late],
      },
      run.rev,
    );
  }

  private commandOf({ id, commands }: Run, wanted: RunCommand['command']): RunCommand | undefined {
    return [...this.tables.commandsOf(id)].find(
      ({ command, id: key }) => command === wanted && !commands.includes(key),
    );
  }
}
