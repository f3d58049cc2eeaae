import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { IncidentSources } from '#common/mongo/incident-sources.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { MonitorStatesStore, RuleStatesStore } from '#common/mongo/watch-states.store.js';
import { MonitorsStore } from '#common/mongo/monitors.store.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { PingsStore } from '#common/mongo/pings.store.js';
import { RulesStore } from '#common/mongo/rules.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import type { ExecutorConfig } from '../config.js';
import { NoticeAddresses } from '../notify/notice-addresses.js';
import { IncidentChanges } from './incident-changes.js';
import { IncidentOutbox } from './incident-outbox.js';
import { IncidentWatch } from './incident-watch.js';
import { JobHistory } from './job-history.js';
import { MonitorDecider } from './monitor-decider.js';
import { MonitorWatch } from './monitor-watch.js';
import { RuleDecider } from './rule-decider.js';
import { RulePages } from './rule-pages.js';
import { RuleWatch } from './rule-watch.js';
import { watchLoopsOf, type WatchLoops } from './watch-loops.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { INCIDENT_REASONS } from '#common/watch/incident.js';
import { MONITOR_STATES } from '#common/watch/monitor.js';
import type { Clock } from '#common/clock/clock.js';

/** Makes the parts that maintain monitors, rules and their incidents. */
export function watchOf(parts: ServiceParts<ExecutorConfig>): { changes: IncidentChanges; loops: WatchLoops } {
  const { config, log, clock, metrics, mongo, membership, secrets } = parts;
  const owned = (): ReadonlySet<number> => membership.owned();
  const incidents = new IncidentsStore(mongo);
  const monitors = new MonitorsStore(mongo);
  const notices = new NoticesStore(mongo);
  const states = new MonitorStatesStore(mongo);
  const pings = new PingsStore(mongo);
  const changes = new IncidentChanges(incidents, clock);
  const decider = new MonitorDecider({ monitors, states, pings }, changes, clock);
  const rules = new RulesStore(mongo);
  const outbox = new IncidentOutbox(
    notices,
    new NoticeAddresses(notices, secrets),
    secrets,
    `${config.PUBLIC_URL}${config.PATH_PREFIX}`,
  );
  const sources = new IncidentSources(monitors, rules);
  const monitorWatch = new MonitorWatch({ states, pings }, decider, owned, clock);
  const ruleWatch = ruleWatchOf(parts, rules, changes);
  const loops = watchLoopsOf(
    {
      monitors: monitorWatch,
      rules: ruleWatch,
      incidents: new IncidentWatch({ incidents, sources }, outbox, owned, clock),
      gauges: [
        new WatchGauges(states, incidents, owned, metrics),
        new WatchLag(monitorWatch, ruleWatch, clock, metrics),
      ],
    },
    config.WATCH_INTERVAL_SECONDS * 1_000,
    moduleLog(log, 'notices'),
  );
  return { changes, loops };
}

/** Reads for rules use the database capacity that other work leaves. */
function ruleWatchOf(
  { clock, mongo, membership }: ServiceParts<ExecutorConfig>,
  rules: RulesStore,
  changes: IncidentChanges,
): RuleWatch {
  const bulk = mongo.inLane('bulk');
  const history = new JobHistory({
    runs: new RunReads(bulk),
    gaps: new GapsStore(bulk),
    schedules: new SchedulesStore(bulk),
  });
  const states = new RuleStatesStore(mongo);
  const decider = new RuleDecider({ rules, states }, new RulePages(new JobsStore(bulk), history), changes, clock);
  return new RuleWatch({ rules, states }, decider, () => membership.owned(), clock);
}

/* Counts the monitors and the open incidents of the shards of this replica. */

class WatchGauges {
  constructor(
    private readonly states: Pick<MonitorStatesStore, 'count' | 'isAny'>,
    private readonly incidents: Pick<IncidentsStore, 'countOpen' | 'isAnyOpen'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly metrics: Pick<Metrics, 'monitors' | 'incidents'>,
  ) {}

  async step(): Promise<void> {
    const shards = [...this.owned()];
    const anyMonitor = await this.states.isAny(shards);
    const anyIncident = await this.incidents.isAnyOpen(shards);
    for (const state of MONITOR_STATES)
      this.metrics.monitors.set({ state }, anyMonitor ? await this.states.count(shards, state) : 0);
    for (const reason of INCIDENT_REASONS)
      this.metrics.incidents.set({ reason }, anyIncident ? await this.incidents.countOpen(shards, reason) : 0);
  }
}

/* How late monitors, pings and rules of this replica's shards are evaluated. */

class WatchLag {
  constructor(
    private readonly monitors: Pick<MonitorWatch, 'longestWaiting'>,
    private readonly rules: Pick<RuleWatch, 'oldestLook'>,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly metrics: Pick<Metrics, 'watchLag'>,
  ) {}

  async step(): Promise<void> {
    const since = { ...(await this.monitors.longestWaiting()), rule: this.rules.oldestLook };
    const now = this.clock.now();
    for (const [kind, at] of Object.entries(since))
      this.metrics.watchLag.set({ kind }, Math.max(0, now - (at ?? now)) / 1_000);
  }
}
