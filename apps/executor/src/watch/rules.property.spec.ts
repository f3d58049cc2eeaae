/**
 * Two replicas check the same rule at once, over stores that answer in any order, while its jobs fail and recover. Each replica may
 * die or stall between any two steps. In the end each decided incident has been notified once, and its end as well, and no stalled
 * replica has overwritten a later state.
 */
import fc from 'fast-check';
import { asTenantId } from '#common/domain/ids.js';
import type { StoredRuleState } from '#common/mongo/watch-states.store.js';
import type { StoredRule } from '#common/mongo/rules.store.js';
import { stateOfIncident } from '#common/watch/incident.js';
import type { RuleChange } from '#common/watch/rule.js';
import { KilledProcesses, type Perform } from '#testing/killed-processes.js';
import { MemoryIncidents } from '#testing/memory-incidents.js';
import { worlds } from '#testing/long-form.js';
import { movesWith, play, type WatchedWorld } from '#testing/watched-world.js';
import { IncidentChanges } from './incident-changes.js';
import { IncidentOutbox } from './incident-outbox.js';
import { IncidentWatch } from './incident-watch.js';
import { RuleDecider } from './rule-decider.js';

const T0 = 1_795_000_000_000;
const JOBS = ['a', 'b', 'c', 'd'] as const;
const PAGE = 2;
const tenant = asTenantId('ibm');
const rule: StoredRule = {
  tenant,
  id: 'r',
  uid: 'u',
  shard: 0,
  rev: 1,
  since: T0,
  updatedAt: 0,
  updatedBy: 'test',
  spec: { when: { type: 'failed' }, channels: ['ops'] },
  pauses: false,
};

class MemoryWorld implements WatchedWorld {
  now = T0;
  readonly processes = new KilledProcesses();
  readonly incidents = new MemoryIncidents(() => this.now);
  readonly bad = new Set<string>();
  /** The saved decisions, in order. */
  readonly decided: RuleChange[] = [];
  private state: StoredRuleState | null = null;

  async look(diesAt: number | null): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      const clock = { now: () => this.now };
      const stores = this.storesOver(on);
      const changes = new IncidentChanges(stores.incidents, clock);
      const outbox = new IncidentOutbox(
        stores.notices,
        { digest: (address) => address },
        { seal: (text) => text },
        'https://carillon.test',
      );
      await new RuleDecider(stores, stores.pages, changes, clock).lookAt(rule);
      await new IncidentWatch(stores, outbox, () => new Set([0]), clock).step();
    });
  }

  private storesOver(on: Perform): ConstructorParameters<typeof RuleDecider>[0] & {
    pages: ConstructorParameters<typeof RuleDecider>[1];
    sources: ConstructorParameters<typeof IncidentWatch>[0]['sources'];
  } & ReturnType<MemoryIncidents['storesOver']> {
    return {
      rules: { load: async () => on(() => rule) },
      sources: { alertingOf: async () => on(() => rule.spec) },
      pages: {
        read: async (_rule, { pass }, now) =>
          on(() => {
            const first = pass.after === null ? 0 : JOBS.findIndex((job) => job === pass.after?.name) + 1;
            const jobs = JOBS.slice(first, first + PAGE);
            const isLast = first + PAGE >= JOBS.length;
            return {
              at: now,
              judged: jobs.map((job) => ({ job, name: job, message: this.bad.has(job) ? 'x' : null })),
              next: isLast ? null : { tenant, name: jobs.at(-1) ?? '' },
            };
          }),
      },
      states: {
        load: async () => on(() => new Map(this.state === null ? [] : [['u', this.state]])),
        save: async (next) => on(() => this.saveState(next)),
        remove: async () => on(() => undefined),
      },
      ...this.incidents.storesOver(on),
    };
  }

  /** The job fails or recovers. */
  turn(job: string): void {
    if (!this.bad.delete(job)) this.bad.add(job);
  }

  private saveState(next: StoredRuleState): boolean {
    if (next.rev !== (this.state?.rev ?? 0) + 1) return false;
    this.state = next;
    this.decided.push(...next.pending);
    return true;
  }
}

const moves = movesWith(fc.constantFrom(...JOBS));

/** The notices for the decisions, each once. */
const wanted = ({ decided }: MemoryWorld): string[] =>
  decided.flatMap(({ type, number }) =>
    type === 'changed' ? [] : [`incident/u-${number}/${type === 'opened' ? 'opened' : 'resolved'}/channel:ops`],
  );

test('each incident and its end are notified once, even if replicas die or stall', async () => {
  let notified = 0;
  let regrouped = 0;
  await fc.assert(
    fc.asyncProperty(moves, async (some) => {
      const world = new MemoryWorld();
      await play(some, world, (job) => {
        world.turn(job);
      });
      const expected = wanted(world);
      notified += expected.length;
      expect([...world.incidents.notices.keys()].toSorted()).toEqual(expected.toSorted());
      // Each number occurs once: no two replicas have opened the same incident.
      expect(new Set(expected).size).toBe(expected.length);
      // In the end there is an open incident exactly if a job is affected, and it lists these jobs.
      const open = [...world.incidents.incidents.values()].filter((each) => stateOfIncident(each) === 'open');
      const affected = open.flatMap(({ jobs }) => jobs?.listed.map(({ job }) => job) ?? []);
      expect(affected.toSorted()).toEqual([...world.bad].toSorted());
      regrouped += world.decided.filter(({ type }) => type === 'changed').length;
    }),
    { numRuns: worlds(300) },
  );
  // Checks that the moves cause enough incidents.
  expect(notified).toBeGreaterThan(100);
  expect(regrouped).toBeGreaterThan(20);
}, 240_000);
