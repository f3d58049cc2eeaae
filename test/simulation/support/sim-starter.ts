/** One executor: the real queue, decisions, start queue, effects and membership, in a process of the simulation. */
import { holderOf } from '#common/limits/limit-parts.js';
import { asReplicaId, type RunId, type AttemptId } from '#common/domain/ids.js';
import { shardOf, shards } from '#testing/shards.js';
import { WholeParts } from '#testing/whole-parts.js';
import { isFinal } from '#common/run/phase.js';
import type { AttemptClaim, AttemptRecord, Run } from '#common/run/run.js';
import type { UsageStore } from '#common/mongo/usage.store.js';
import type { RunCommand } from '#common/spec/definitions.js';
import type { Logger } from '#common/logging/logger.js';
import { Membership } from '#common/membership/membership.js';
import type { MembersStore } from '#common/mongo/members.store.js';
import type { Input } from '../../../apps/executor/src/run/inputs.js';
import type { MayBegin, StartResult, StopRequest, StopResult } from '../../../apps/executor/src/engines/engine.js';
import {
  DecisionWriter,
  type DecisionStores,
  RunReconciler,
  type ReconcilerParts,
  FactGatherer,
} from '../../../apps/executor/src/loop/reconcile-run.js';
import { CountableEnds } from '../../../apps/executor/src/usage/countable-ends.js';
import { freeEndedRuns, freeLeftRuns } from '../../../apps/executor/src/loop/unused-permits.js';
import { countClaims, viewOf } from '../../../apps/executor/src/loop/make-parts.js';
import {
  EffectRunner,
  PostCommit,
  AttemptStarter,
  SecretStarter,
} from '../../../apps/executor/src/loop/post-commit.js';
import { CommandSweep, type CommandStore } from '../../../apps/executor/src/sweeps/command-sweep.js';
import { HostWatch } from '../../../apps/executor/src/sweeps/host-watch.js';
import type { LoadedRun, RunLoader, RunBasis } from '../../../apps/executor/src/loop/run-loader.js';
import { RunStarts } from '../../../apps/executor/src/loop/run-starts.js';
import { RunQueue, type ReportInput } from '../../../apps/executor/src/loop/run-queue.js';
import { SealWait, Sealer } from '../../../apps/executor/src/loop/sealer.js';
import { SignsOfLife } from '../../../apps/executor/src/loop/signs-of-life.js';
import { StartQueue, type PartSource } from '../../../apps/executor/src/loop/start-queue.js';
import { WorkerParts, type LimitSources } from '../../../apps/executor/src/loop/worker-parts.js';
import type { SecretGiving } from '../../../apps/executor/src/secrets/giving.js';
import type { StartLimits } from '../../../apps/executor/src/loop/start-limits.js';
import type { SimProcess } from './sim-process.js';

/** The database as all executors see it. */
export interface StartTables {
  readonly runs: Map<RunId, Run>;
  readonly attempts: Map<string, AttemptRecord>;
  /** By their ids; an applied command is removed. Null: nobody gives any, and executors do not read them. */
  readonly commands: Map<string, RunCommand> | null;
  readonly members: Pick<MembersStore, 'heartbeat' | 'heardSince' | 'leave'>;
}

export interface StarterWorld {
  readonly tables: StartTables;
  readonly databaseTime: () => number;
  readonly basisOf: (run: Run) => RunBasis;
  /** Calls the worker of an attempt, over a connection that works while the process does. */
  readonly call: (attempt: string, mayBegin: MayBegin) => Promise<StartResult>;
  /** Asks the worker of an attempt to end. */
  readonly stop: (request: StopRequest) => StopResult;
  /** Attempts of an executor at once; null is no limit. */
  readonly places: number | null;
  /** Asks a scheduler for parts of the limits of workers; null: there are none. */
  readonly askForParts:
    ((process: SimProcess, question: Parameters<LimitSources['ask']>[0]) => ReturnType<LimitSources['ask']>) | null;
  /** Sends a message to the owner of the run that it is to be looked at. */
  readonly dispatch: (run: RunId) => void;
  /** Called at every step on the way of a start: the process may stand still here. */
  readonly step: (what: string) => void;
  readonly log: Logger;
}

const SWEEP_MS = 1_000;
const PLACES_MS = 10_000;
const LEFT_PLACES_MS = 1_000;
const nothing = (): void => undefined;
const SEALED = { ok: true, sealed: true, complete: true, reason: null };

export class SimStarter {
  readonly queue: RunQueue;
  private readonly starts: StartQueue;
  private readonly asked = new Set<RunId>();
  private readonly membership: Membership;
  private readonly hosts: HostWatch;
  private readonly commands: CommandSweep;
  private readonly cache = new Map<RunId, LoadedRun>();
  private recovered = new Set<number>();
  private recovering = new Set<number>();
  private lease: number | null = null;
  private nonces = 0;
  private covers: WorkerParts['covers'] = () => true;

  constructor(
    readonly process: SimProcess,
    private readonly world: StarterWorld,
  ) {
    const { log, tables, databaseTime } = world;
    const { clock } = process;
    const identity = {
      service: 'executor',
      replica: process.name,
      host: 'here',
      version: '0',
      sharesLimits: true,
    } as const;
    const database = { serverTime: () => process.call(databaseTime) };
    this.membership = new Membership(identity, tables.members, database, { clock, log, shardCount: shards.count });
    this.hosts = new HostWatch(
      () => this.membership.members(),
      () => this.membership.endedLeases(),
      clock,
    );
    const wake = (run: RunId): void => {
      this.queue.wake(run);
    };
    this.starts = new StartQueue(wake, clock, this.partSource(), (run) => {
      world.dispatch(run);
    });
    this.queue = new RunQueue((run, request) => reconciler.reconcile(run, request), log, clock);
    const reconciler: RunReconciler = new RunReconciler(this.parts());
    this.commands = new CommandSweep(this.commandStore(), this.queue, () => this.membership.owned(), clock);
  }

  start(): void {
    this.membership.onChange(() => {
      this.shareAnew();
    });
    void this.membership.start().then(() => {
      this.sweep();
      this.freePlaces();
      this.freeLeft();
      if (this.world.tables.commands) this.takeCommands();
    });
  }

  owns(run: RunId): boolean {
    return this.membership.owned().has(shardOf(run));
  }

  /** The run has asked for a start here: before, its executor cannot know that it waits. */
  hasAsked(run: RunId): boolean {
    return this.asked.has(run);
  }

  /** As an engine reports it: repeated until it is accepted. */
  report(input: Parameters<ReportInput>[0]): void {
    this.queue.report(input);
  }

  /** A message about the run arrives; whether it was taken in is known when the promise resolves, if it does. */
  tell(
    run: RunId,
    inputs: readonly Input[],
    { isNew = false, inserted = null }: { readonly isNew?: boolean; readonly inserted?: Run | null } = {},
  ): Promise<boolean> {
    return new Promise((resolve) => {
      this.process.whenRunning(() => {
        if (inserted && !this.cache.has(run)) this.cache.set(run, { run: inserted, chunks: new Map(), tables: null });
        this.queue.submit(run, inputs, { isNew }).then(
          () => {
            resolve(true);
          },
          () => {
            resolve(false);
          },
        );
      });
    });
  }

  /** A message arrives that says that a command waits for the run. */
  tellOfCommand(run: RunId): void {
    this.process.whenRunning(() => {
      this.commands.takeFor(run).catch(nothing);
    });
  }

  private shareAnew(): void {
    const isMine = (run: RunId): boolean => this.owns(run);
    for (const run of this.cache.keys()) if (!isMine(run)) this.cache.delete(run);
    this.starts.keepOnly(isMine);
    const owned = this.membership.owned();
    this.recovered = new Set([...this.recovered].filter((shard) => owned.has(shard)));
    for (const shard of this.recovering) if (!owned.has(shard)) this.recovering.delete(shard);
    for (const run of this.asked) if (!isMine(run)) this.asked.delete(run);
  }

  /** The queue of starts, with a record of the runs that have asked it. */
  private recorded(starts: StartQueue): Pick<StartQueue, 'take' | 'demandOf' | 'setUsage' | 'leave' | 'forget'> {
    return {
      take: (run, terms, wanted) => {
        this.asked.add(run);
        return starts.take(run, terms, wanted);
      },
      demandOf: (run) => starts.demandOf(run),
      setUsage: (...usage) => {
        starts.setUsage(...usage);
      },
      leave: (run) => {
        starts.leave(run);
      },
      forget: (run) => {
        starts.forget(run);
      },
    };
  }

  private sweep(): void {
    const { runs, attempts } = this.world.tables;
    this.hosts.step();
    const owned = this.membership.owned();
    const lease = this.membership.lease();
    // As the real one: after a lapse others may have had the shards, though they look as before.
    this.recovered = new Set([...this.recovered].filter((shard) => owned.has(shard) && lease === this.lease));
    this.lease = lease;
    const isDue = (run: Run): boolean =>
      !this.recovered.has(shardOf(run.id)) || (run.wakeAt ?? Infinity) <= this.process.clock.now();
    const open = new Set(owned);
    this.recovering = open;
    this.process
      .call(() => [...runs.values()].filter((run) => !isFinal(run.phase) && owned.has(shardOf(run.id)) && isDue(run)))
      .then((due) => {
        const taken = due.filter(({ id }) => !this.recovered.has(shardOf(id)));
        const records = recordsOf(
          attempts,
          taken.flatMap(({ live }) => live.map(({ id }) => id)),
        );
        for (const record of records) this.queue.report({ type: 'recorded', record });
        this.recovered = new Set([...this.recovered, ...open]);
        for (const { id } of due) this.queue.submit(id, [], { repeatEffects: true }).catch(nothing);
      }, nothing)
      .finally(() =>
        this.process.clock.after(SWEEP_MS, () => {
          this.sweep();
        }),
      );
  }

  private takeCommands(): void {
    this.commands
      .step()
      .catch(nothing)
      .finally(() =>
        this.process.clock.after(SWEEP_MS, () => {
          this.takeCommands();
        }),
      );
  }

  private freePlaces(): void {
    const { runs } = this.world.tables;
    const standingOf = (ids: readonly RunId[]): Promise<Map<RunId, Run>> =>
      this.process.call(() => new Map([...runs].filter(([id]) => ids.includes(id))));
    freeEndedRuns(this.starts, { standingOf })
      .catch(nothing)
      .finally(() =>
        this.process.clock.after(PLACES_MS, () => {
          this.freePlaces();
        }),
      );
  }

  private freeLeft(): void {
    const { runs } = this.world.tables;
    const load = (ids: readonly RunId[]): Promise<Map<RunId, Run>> =>
      this.process.call(() => new Map([...runs].filter(([id]) => ids.includes(id))));
    freeLeftRuns(
      this.starts,
      { load },
      {
        isMine: (run) => this.owns(run),
        isOwn: (claim) => this.isOwn(claim),
      },
    )
      .catch(nothing)
      .finally(() =>
        this.process.clock.after(LEFT_PLACES_MS, () => {
          this.freeLeft();
        }),
      );
  }

  private isOwn(claim: AttemptClaim): boolean {
    const { replica, lease } = holderOf(claim);
    return replica === this.process.name && lease === this.membership.lease();
  }

  private partSource(): PartSource {
    const { process, world, membership } = this;
    const { askForParts } = world;
    if (askForParts === null) return new WholeParts(process.clock);
    const { runs } = world.tables;
    const openRuns = (shard: number): Promise<Run[]> =>
      process.call(() => [...runs.values()].filter((run) => run.shard === shard && !isFinal(run.phase)));
    const sources: LimitSources = {
      ask: (question) => askForParts(process, question).catch(() => []),
      count: () =>
        countClaims({
          reads: { openRuns },
          plans: { of: (run) => Promise.resolve(world.basisOf(run as Run)) },
          limits: this.startLimits,
          shards: shards.all,
        }),
    };
    const member = { replica: process.name, lease: () => membership.lease(), view: () => viewOf(membership) };
    const parts = new WorkerParts(sources, member, process.clock, world.log);
    this.covers = parts.covers.bind(parts);
    return parts;
  }

  private get startLimits(): StartLimits {
    return { maxActivePerEngine: { process: null, webservice: this.world.places, kubernetes: null } };
  }

  private parts(): ReconcilerParts {
    const { process, queue, starts, world } = this;
    const { clock } = process;
    // Calls of every other attempt are in the inbox, so that its seal is the collector's.
    const waiting = (_: unknown, attempts: readonly AttemptId[]) =>
      process.call(() => new Set(attempts.filter((__, i) => i % 2 === 0)));
    const sealer = new Sealer({ request: () => process.call(() => SEALED as never) }, { waiting }, world.log);
    const self = { replica: asReplicaId(process.name), incarnation: process.name, host: 'here' };
    const report: ReportInput = (input) => {
      queue.report(input);
    };
    const engines = {
      start: (launch: { attempt: string }, mayBegin: MayBegin) => world.call(launch.attempt, mayBegin),
      stop: (_engine: string, request: StopRequest) => process.call(() => world.stop(request)),
      cleanUp: () => Promise.resolve(),
    };
    const secrets: SecretGiving = {
      give: (_, launch) => Promise.resolve({ launch, held: null }),
      takeBack: () => Promise.resolve(),
    };
    const input = {
      of: (_: Run, live: { id: string }) => {
        world.step('prepare');
        return process.call(() => ({ attempt: live.id }) as never);
      },
      stopOf: () => Promise.resolve({ cancel: null }),
    };
    const attempts = new AttemptStarter({
      input,
      report,
      log: world.log,
      secretStarter: new SecretStarter({ ...engines, prepare: () => undefined }, secrets),
      incarnation: self.incarnation,
      lease: () => this.membership.lease(),
    });
    const seals = new SealWait(sealer, report, 60_000, clock);
    const effects = new EffectRunner({ engines, input, seals, report, log: world.log });
    return {
      loader: this.loader(),
      writer: new DecisionWriter(this.stores(), new CountableEnds(this.ledger(), clock)),
      starts: new RunStarts(this.recorded(starts), this.startLimits, (claim) => this.isOwn(claim), this.covers),
      facts: new FactGatherer({
        plans: { of: (run) => Promise.resolve(world.basisOf(run as Run)) },
        texts: { hide: (_run, _spec, inputs) => Promise.resolve(inputs) },
        sealer,
        signs: new SignsOfLife({ lastSign: () => Promise.resolve(null) }, { verify: () => Promise.resolve([]) }),
        surroundings: () => ({
          now: clock.now(),
          self: { ...self, lease: attempts.lease },
          engines: ['webservice'],
          ranUntil: null,
          sealHoldMs: 60_000,
          priorities: {},
          alive: this.hosts.alive(),
          nonce: `${process.name}-${(this.nonces += 1)}`,
        }),
      }),
      postCommit: new PostCommit({
        starter: attempts,
        effects,
        observers: [],
        watchers: [],
        wakeSoon: (run, at) => {
          queue.wakeSoon(run, at);
        },
      }),
    };
  }

  /** As the real one, which waits a real millisecond to read many at once. */
  private loader(): RunLoader {
    const { runs } = this.world.tables;
    const loader: Pick<RunLoader, 'peek' | 'read' | 'remember' | 'forget'> = {
      peek: (id) => this.cache.get(id) ?? null,
      read: async (id) => {
        const run = await this.process.call(() => runs.get(id) ?? null);
        return run && { run, chunks: new Map(), tables: null };
      },
      remember: (run, tables) => this.cache.set(run.id, { run, chunks: null, tables }),
      forget: (id) => this.cache.delete(id),
    };
    return loader as RunLoader;
  }

  private stores(): DecisionStores {
    const { process } = this;
    const { runs, attempts } = this.world.tables;
    return {
      runs: {
        save: (next, expectedRev) => {
          this.world.step('before save');
          return process.call(() => {
            if (runs.get(next.id)?.rev !== expectedRev) return false;
            runs.set(next.id, next);
            this.world.step('after save');
            return true;
          });
        },
      },
      attempts: {
        recordEnd: (record) =>
          process.call(() => {
            if (attempts.has(record.id)) return false;
            attempts.set(record.id, record);
            return true;
          }),
        recordLog: () => process.call(() => undefined),
        get: (id) => process.call(() => attempts.get(id) ?? null),
        ofIds: (ids) => process.call(() => recordsOf(attempts, ids)),
      },
      events: { add: () => process.call(() => undefined) },
      indexes: { add: () => process.call(() => undefined), remove: () => process.call(() => undefined) },
    };
  }

  private ledger(): Pick<UsageStore, 'keepEarlyEnd'> {
    return { keepEarlyEnd: () => this.process.call(() => undefined) };
  }

  private commandStore(): CommandStore {
    const { process } = this;
    const commands = this.world.tables.commands ?? new Map<string, RunCommand>();
    const those = (which: (command: RunCommand) => boolean): Promise<RunCommand[]> =>
      process.call(() => [...commands.values()].filter(which));
    return {
      ofRuns: (ids) => those(({ run }) => ids.some((id) => id === run)),
      since: (owned, since) => those(({ shard, at }) => owned.includes(shard) && at >= since),
      markTaken: (ids) =>
        process.call(() => {
          for (const id of ids) commands.delete(id);
        }),
    };
  }
}

const recordsOf = (attempts: StartTables['attempts'], ids: readonly string[]): AttemptRecord[] =>
  ids.flatMap((id) => attempts.get(id) ?? []);
