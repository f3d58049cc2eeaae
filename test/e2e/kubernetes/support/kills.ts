/** Which process is killed when, by a seed, and how: each with SIGKILL, in rounds that contain each process once, spread over the whole life of the runs. */
import type { QuickstartProcess } from '../../support/quickstart-process.js';
import type { Testbed } from './testbed.js';

const VICTIMS = ['executor', 'log-collector', 'kube-apiserver', 'nats', 'mongodb'] as const;
type Victim = (typeof VICTIMS)[number];

interface PlannedKill {
  readonly victim: Victim;
  /** How much of everything has been done by then, from 0 to 1. */
  readonly at: number;
}

/** Something is left to be done when the last one strikes. */
const LAST_AT = 0.96;
const MIN_PAUSE_MS = 300;
const MAX_PAUSE_MS = 3_000;

export class Kills {
  private readonly random: () => number;
  private readonly planned: PlannedKill[];
  /** The kills so far: `<seconds since the first request> <victim> at <done>`. */
  readonly diary: string[] = [];
  private readonly begun = Date.now();
  private notBefore = 0;
  private apiServer: Promise<void> = Promise.resolve();

  constructor(
    private readonly victims: { readonly quickstart: QuickstartProcess; readonly testbed: Testbed },
    seed: number,
    private readonly count: number,
  ) {
    this.random = randomOf(seed);
    this.planned = this.plan();
  }

  get left(): number {
    return this.planned.length;
  }

  /** Kills the processes whose time has come at this progress. A process that is just dead is killed at the next call. */
  strike(done: number): void {
    const [next] = this.planned;
    if (!next || done < next.at || Date.now() < this.notBefore) return;
    if (!this.hit(next.victim)) return;
    this.diary.push(`${Math.round((Date.now() - this.begun) / 1_000)} ${next.victim} at ${done.toFixed(2)}`);
    this.planned.shift();
    this.notBefore = Date.now() + MIN_PAUSE_MS + this.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS);
  }

  /** Throws if a killed process could not be started again. */
  async finished(): Promise<void> {
    await this.apiServer;
  }

  private hit(victim: Victim): boolean {
    const { quickstart, testbed } = this.victims;
    switch (victim) {
      case 'nats':
        return quickstart.killByCommand(/^\S*nats-server /) > 0;
      case 'mongodb':
        return quickstart.killByCommand(/gateway\/main\.js|\bpostgres\b|\bmongod\b/) > 0;
      case 'kube-apiserver':
        // Others are killed while it starts again.
        this.apiServer = this.apiServer.then(() => testbed.killAndRestart(victim));
        return true;
      case 'executor':
      case 'log-collector':
        return quickstart.strike(victim);
    }
  }

  private plan(): PlannedKill[] {
    const order: Victim[] = [];
    while (order.length < this.count) order.push(...this.shuffled());
    return order.slice(0, this.count).map((victim, i) => ({ victim, at: (LAST_AT * i) / Math.max(1, this.count - 1) }));
  }

  private shuffled(): Victim[] {
    return VICTIMS.map((victim) => ({ victim, order: this.random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ victim }) => victim);
  }
}

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
