/** An executor as a process of its own, with a collector beside it, and a scheduler where workers have limits, over the servers of a world. */
import type { ServiceName } from '#common/domain/service-name.js';
import { startService, type ServiceProcess } from '../../support/service-process.js';
import { World } from './world.js';

export class Crew {
  private constructor(
    private readonly env: World['env'],
    private executor: ServiceProcess,
    private readonly others: readonly ServiceProcess[],
  ) {}

  static async start({ env }: World, others: readonly ServiceName[]): Promise<Crew> {
    const [executor, ...beside] = await Promise.all([
      startService('executor', env),
      ...others.map((service) => startService(service, env)),
    ]);
    return new Crew(env, executor, beside);
  }

  async killExecutor(): Promise<void> {
    await this.executor.kill();
  }

  async nextExecutor(): Promise<void> {
    this.executor = await startService('executor', this.env);
  }

  async stop(): Promise<void> {
    await Promise.all([this.executor, ...this.others].map((service) => service.stop()));
  }
}

/** A world with its crew for all tests of a file. */
export function crewOfThisFile(others: readonly ServiceName[] = ['log-collector']): {
  readonly world: World;
  readonly crew: Crew;
} {
  let world: World | undefined;
  let crew: Crew | undefined;
  beforeAll(async () => {
    world = await World.create();
    crew = await Crew.start(world, others);
  });
  afterAll(async () => {
    await crew?.stop();
    await world?.close();
  });
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('it is started before the first test');
    return part;
  };
  return {
    get world() {
      return started(world);
    },
    get crew() {
      return started(crew);
    },
  };
}
