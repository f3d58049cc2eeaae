/** A run of a job with several indexes or tasks, led from decision to decision. */
import { aRun, aContext, planFor, T0 } from './builders/run-builder.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import type { RunCommandName } from '#common/spec/definitions.js';
import type { JobSpec } from '#common/spec/job.js';
import type { RunChange } from '#common/spec/tasks.js';
import type { RunTables } from '../../apps/executor/src/run/indexes.js';
import type { Input } from '../../apps/executor/src/run/inputs.js';
import { reconcile, type Decision } from '../../apps/executor/src/run/reconcile.js';

export class JobStory {
  run: Run;
  private change: RunChange | undefined;
  now = T0;
  last: Decision | null = null;
  /** The starts that the start queue grants from now on. */
  grants: { grant?: number; capacity?: number } = {};
  private tables: RunTables | null = null;
  private count = 0;

  constructor(private readonly job: Partial<JobSpec>) {
    this.run = aRun(this.plan());
  }

  private plan(): ReturnType<typeof planFor> {
    return planFor({ tenant: 't', name: 'j', worker: 'w', ...this.job }, this.change);
  }

  after(ms: number, ...inputs: Input[]): this {
    this.now += ms;
    const turn = aContext(this.plan(), {
      ...this.grants,
      now: this.now,
      tables: this.tables,
      nonce: String((this.count += 1)),
    });
    this.last = reconcile(this.run, inputs, turn);
    this.run = this.last.next;
    this.change = this.run.change;
    this.tables = this.last.tables;
    return this;
  }

  /** Everything that was claimed runs. */
  started(): this {
    const claimed = this.run.live.filter(({ state }) => state === 'claimed');
    return this.after(
      0,
      ...claimed.map(({ id }): Input => ({
        type: 'startResult',
        attempt: id,
        result: { type: 'started', at: this.now, node: 'host' },
      })),
    );
  }

  /** These end with this code, their output stored. */
  ends(exitCode: number, ...names: string[]): this {
    const ends = this.named(names).flatMap(({ id }): Input[] => [
      {
        type: 'observed',
        observation: {
          type: 'ended',
          attempt: id,
          startedAt: this.now,
          node: null,
          end: {
            result: exitCode === 0 ? 'succeeded' : 'failed',
            at: this.now,
            exitCode,
            reason: 'Exited',
            message: '',
          },
        },
      },
      { type: 'sealed', attempt: id, complete: true, reason: null },
    ]);
    return this.after(0, ...ends);
  }

  told(command: RunCommandName | 'change', change?: RunChange): this {
    const id = `c${(this.count += 1)}`;
    const asked = {
      id,
      run: 'job-1',
      shard: 0,
      command,
      ...(change && { change }),
      reason: null,
      graceSeconds: null,
      actor: 'anna',
      at: this.now,
    };
    return this.after(0, { type: 'command', command: asked }).after(0);
  }

  /** The scheduler lets it continue. */
  admitted(): this {
    this.run = { ...this.run, phase: 'Pending' };
    return this.after(0);
  }

  /** Live attempts without an end and without a stop request, as `task/index.attempt`. */
  get live(): string[] {
    return this.run.live.flatMap((live) => (live.state === 'ended' || live.stop ? [] : [nameOf(live)]));
  }

  private named(names: readonly string[]): LiveAttempt[] {
    return this.run.live.filter((live) => names.includes(nameOf(live)));
  }
}

const nameOf = ({ task, index, attempt }: LiveAttempt): string => `${task}/${index}.${attempt}`;
