/**
 * Which process stands still when and for how long, by a seed: mostly some seconds, up to a minute, sometimes two at once or for good; and
 * what the database does: it elects another primary, as it steps down, crashes, or loses its last writes; it ends all cursors; all reads
 * with a limit of time take too long. It does each of these at least once, first of all, and the first crash leaves no primary for longest.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { freeze, type Frozen } from '#testing/freeze.js';
import { Random } from '../../simulation/support/random.js';
import type { DatabaseTrouble, Replicas } from './replicas.js';

export interface Stroke {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly killed: boolean;
}

const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 4_000;
const SHORT_MS = [1_000, 10_000] as const;
const LONG_MS = [10_000, 60_000] as const;
const SHARE_OF_LONG = 0.15;
const SHARE_OF_PAIRS = 0.15;
const SHARE_OF_TROUBLES = 0.25;
/** A set without trouble elects within a second; twelve are the longest by the default settings of MongoDB. */
const WITHOUT_PRIMARY_MS = [500, 12_000] as const;
const ELECTIONS = ['crash', 'stepDown', 'rollback'] as const;
/** How long the database keeps at ending cursors, or reads by their limit. */
const TROUBLED_MS = [1_000, 10_000] as const;
const TROUBLES: readonly DatabaseTrouble[] = [...ELECTIONS, 'noCursors', 'outOfTime'];

export class Freezes {
  readonly diary: Stroke[] = [];
  private readonly under = new Set<Frozen>();
  private readonly random: Random;

  constructor(
    /** Without `trouble` the database has none. */
    private readonly replicas: Pick<Replicas, 'names' | 'pidsOf'> & Partial<Pick<Replicas, 'trouble'>>,
    private readonly chance: { readonly seed: number; readonly shareOfKills: number },
    private readonly say: (line: string) => void,
  ) {
    this.random = new Random(chance.seed);
  }

  /** Freezes and thaws for so long. In a short time no freeze takes more than a third of it. */
  async run(totalMs: number, signal: AbortSignal): Promise<void> {
    const end = performance.now() + totalMs;
    const longest = Math.min(LONG_MS[1], totalMs / 3);
    for (const kind of this.replicas.trouble ? TROUBLES : []) {
      if (signal.aborted) return;
      const most = kind === 'crash' ? WITHOUT_PRIMARY_MS[1] : this.lengthOf(kind);
      await this.trouble(kind, Math.min(most, longest));
      await pause(this.random.between(MIN_PAUSE_MS, MAX_PAUSE_MS), signal);
    }
    while (!signal.aborted && performance.now() < end) {
      if (this.replicas.trouble && this.random.chance(SHARE_OF_TROUBLES)) {
        const kind = this.random.pick(TROUBLES);
        await this.trouble(kind, Math.min(this.lengthOf(kind), longest));
        continue;
      }
      const first = this.random.pick(this.replicas.names);
      const others = this.replicas.names.filter((name) => name !== first);
      const names = this.random.chance(SHARE_OF_PAIRS) ? [first, this.random.pick(others)] : [first];
      const strokes = names.map((name) => {
        const range = this.random.chance(SHARE_OF_LONG) ? LONG_MS : SHORT_MS;
        const ms = Math.min(this.random.between(range[0], range[1]), longest, Math.max(0, end - performance.now()));
        return this.strike(name, { ms, kills: this.random.chance(this.chance.shareOfKills), signal });
      });
      await Promise.all(strokes);
      await pause(this.random.between(MIN_PAUSE_MS, MAX_PAUSE_MS), signal);
    }
  }

  /** Lets all processes continue. */
  thaw(): void {
    for (const each of this.under) each.thaw();
    this.under.clear();
  }

  private lengthOf(kind: DatabaseTrouble): number {
    const isElection = ELECTIONS.some((each) => each === kind);
    const [least, most] = isElection ? WITHOUT_PRIMARY_MS : TROUBLED_MS;
    return this.random.between(least, most);
  }

  private async trouble(kind: DatabaseTrouble, ms: number): Promise<void> {
    const from = Date.now();
    await this.replicas.trouble?.(kind, ms);
    this.diary.push({ name: 'database', from, to: Date.now(), killed: false });
    this.say(`the database had ${((Date.now() - from) / 1_000).toFixed(1)} s of trouble: ${kind}`);
  }

  private async strike(
    name: string,
    { ms, kills, signal }: { readonly ms: number; readonly kills: boolean; readonly signal: AbortSignal },
  ): Promise<void> {
    const from = Date.now();
    const frozen = await freeze(() => this.replicas.pidsOf(name));
    this.under.add(frozen);
    await pause(ms, signal);
    if (kills) for (const pid of frozen.pids) kill(pid);
    frozen.thaw();
    this.under.delete(frozen);
    this.diary.push({ name, from, to: Date.now(), killed: kills });
    this.say(`${name} stood still for ${((Date.now() - from) / 1_000).toFixed(1)} s${kills ? ' and was killed' : ''}`);
  }
}

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await delay(ms, undefined, { signal }).catch(() => undefined);
};

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with its parent.
  }
}
