import type { ShardSet } from '#common/domain/shards.js';
import type { Engine } from '#common/spec/worker.js';
import type { AttemptId } from '#common/domain/ids.js';
import type {
  AttemptEngine,
  AttemptRef,
  Found,
  Launch,
  MayBegin,
  Observation,
  RunSites,
  StartResult,
  StopRequest,
  StopResult,
} from './engine.js';

/** The engines that this replica runs, at most one of each kind. */
export interface EngineSet {
  readonly kubernetes?: AttemptEngine<'kubernetes'>;
  readonly webservice?: AttemptEngine<'webservice'>;
  readonly process?: AttemptEngine<'process'>;
}

/** Routes calls to the engine that they concern. Nothing is known of attempts on an engine that this replica does not run. */
export class Engines {
  constructor(private readonly set: EngineSet) {}

  get names(): Engine[] {
    return this.all().map(({ engine }) => engine);
  }

  async open(listener: (observation: Observation) => void): Promise<void> {
    for (const engine of this.all()) await engine.open(listener);
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((engine) => engine.close()));
  }

  /** A hint that `start` will be called once its claim is saved; until then nothing is sent. */
  prepare(launch: Launch): void {
    if (launch.engine === 'webservice') this.set.webservice?.prepare?.(launch);
  }

  start(launch: Launch, mayBegin: MayBegin): Promise<StartResult> {
    switch (launch.engine) {
      case 'kubernetes':
        return this.set.kubernetes?.start(launch, mayBegin) ?? refusal(launch.engine);
      case 'webservice':
        return this.set.webservice?.start(launch, mayBegin) ?? refusal(launch.engine);
      case 'process':
        return this.set.process?.start(launch, mayBegin) ?? refusal(launch.engine);
    }
  }

  async stop(engine: Engine, request: StopRequest): Promise<StopResult | null> {
    return (await this.set[engine]?.stop(request)) ?? null;
  }

  async recover(engine: Engine, attempts: readonly AttemptRef[]): Promise<readonly Found[]> {
    return (await this.set[engine]?.recover(attempts)) ?? [];
  }

  async existing(engine: Engine, shards: ShardSet): Promise<readonly AttemptId[]> {
    return (await this.set[engine]?.existing(shards)) ?? [];
  }

  async cleanUp(engine: Engine, attempt: AttemptId, name: string | null): Promise<void> {
    await this.set[engine]?.cleanUp(attempt, name);
  }

  /** The sites of runs on the engine; null if attempts cannot share anything. */
  sitesOf(engine: Engine): RunSites | null {
    return this.set[engine]?.sites ?? null;
  }

  private all(): (AttemptEngine<'kubernetes'> | AttemptEngine<'webservice'> | AttemptEngine<'process'>)[] {
    return [this.set.kubernetes, this.set.webservice, this.set.process].filter((engine) => engine !== undefined);
  }
}

const refusal = (engine: Engine): Promise<StartResult> =>
  Promise.resolve({
    type: 'refused',
    retryable: true,
    reason: 'EngineUnavailable',
    message: `this executor does not run the ${engine} engine`,
  });
