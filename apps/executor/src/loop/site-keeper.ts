/**
 * Maintains the objects that the attempts of a run share (its site): a start makes it, a change of scale updates it, the end of the run
 * removes it. A sweep compares existing sites with the runs and repairs what a crash left undone.
 */
import type { ShardSet } from '#common/domain/shards.js';
import type { RunId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import { ENGINES, type Engine } from '#common/spec/worker.js';
import { allOf, chunked } from '#common/runtime/continuing.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { FoundSite, RunSite, RunSites, Engines } from '../engines/engine.js';
import { siteOf } from '../launch/run-site.js';
import type { RunObserver, Saved } from './post-commit.js';
import type { RunBasis } from './run-loader.js';

export interface SiteKeeperParts {
  readonly engines: Pick<Engines, 'sitesOf'>;
  readonly plans: { of(run: Run): Promise<RunBasis | null> };
  readonly runs: { load(ids: readonly RunId[]): Promise<Map<RunId, Run>> };
  readonly owned: () => ShardSet;
  readonly log: Logger;
}

const PAGE = 500;

export class SiteKeeper implements RunObserver {
  private readonly underWay = new TrackedTasks();

  constructor(private readonly parts: SiteKeeperParts) {}

  observe({ before, decision: { next }, basis }: Saved): void {
    const hasEnded = isFinal(next.phase) && !isFinal(before.phase);
    const isScaled = !isFinal(next.phase) && next.change !== before.change;
    if (!hasEnded && !isScaled) return;
    const sites = this.parts.engines.sitesOf(next.engine);
    if (!sites || siteOf({ run: next, ...ofBasis(basis) }) === null) return;
    this.begin(next, () => (hasEnded ? this.remove(sites, next) : this.follow(sites, next)));
  }

  /** Compares all existing sites with their runs. */
  async step(): Promise<void> {
    await allOf(ENGINES.map((engine) => this.compareOn(engine)));
  }

  /** Resolves when the changes under way have ended. */
  async drain(): Promise<void> {
    await this.underWay.drain();
  }

  private async compareOn(engine: Engine): Promise<void> {
    const sites = this.parts.engines.sitesOf(engine);
    if (!sites) return;
    for (const part of chunked(await sites.existing(this.parts.owned()), PAGE)) await this.compare(sites, part);
  }

  private async compare(sites: RunSites, engineSites: readonly FoundSite[]): Promise<void> {
    const runs = await this.parts.runs.load(engineSites.map(({ run }) => run));
    for (const each of engineSites) {
      const run = runs.get(each.run);
      try {
        if (run && !isFinal(run.phase)) await this.repair(sites, run, each);
        else await this.discard(sites, run ?? null, each);
      } catch (error) {
        this.parts.log.warn(
          { run: each.run, error: messageOf(error) },
          'the Kubernetes objects of a run could not be repaired; a sweep tries again',
        );
      }
    }
  }

  private async repair(sites: RunSites, run: Run, engineSite: FoundSite): Promise<void> {
    const site = await this.siteOf(run);
    if (site) await sites.repair(site, engineSite);
  }

  private async discard(sites: RunSites, run: Run | null, site: FoundSite): Promise<void> {
    await sites.discard(site, { claims: run !== null && mayGoOn(run) });
    if (!run || !mayGoOn(run)) return;
    // The run may have been resumed meanwhile and have used the objects that were just removed.
    const now = (await this.parts.runs.load([run.id])).get(run.id);
    if (now && !isFinal(now.phase) && now.live.length > 0) await this.repair(sites, now, { run: run.id, things: [] });
  }

  private async remove(sites: RunSites, run: Run): Promise<void> {
    const site = await this.siteOf(run);
    if (site) await sites.remove(site, { claims: mayGoOn(run) });
  }

  private async follow(sites: RunSites, run: Run): Promise<void> {
    const site = await this.siteOf(run);
    if (site) await sites.prepare(site);
  }

  private async siteOf(run: Run): Promise<RunSite | null> {
    const basis = await this.parts.plans.of(run);
    return basis && siteOf({ run, ...ofBasis(basis) });
  }

  private begin(run: Run, work: () => Promise<void>): void {
    const done = work().catch((error: unknown) => {
      this.parts.log.warn(
        { run: run.id, error: messageOf(error) },
        'the Kubernetes objects of a run could not be changed; a sweep repairs them',
      );
    });
    void this.underWay.add(done);
  }
}

const ofBasis = ({
  spec,
  plan,
  tenant,
}: RunBasis): Pick<Parameters<typeof siteOf>[0], 'spec' | 'tasks' | 'namespace'> => ({
  spec,
  tasks: plan.tasks,
  namespace: tenant?.namespace ?? null,
});

/** Only an aborted run may be resumed; then it needs the data on its volume claims. */
const mayGoOn = ({ phase }: Run): boolean => phase === 'Aborted';
