/** An executor as a process of its own, with a collector beside it, over the servers of a world. */
import { startService, type ServiceProcess } from '../../support/service-process.js';
import type { World } from './world.js';

export class Crew {
  private constructor(
    private readonly env: World['env'],
    private executor: ServiceProcess,
    private readonly collector: ServiceProcess,
  ) {}

  static async start({ env }: World): Promise<Crew> {
    const [executor, collector] = await Promise.all([
      startService('executor', env),
      startService('log-collector', env),
    ]);
    return new Crew(env, executor, collector);
  }

  async killExecutor(): Promise<void> {
    await this.executor.kill();
  }

  async nextExecutor(): Promise<void> {
    this.executor = await startService('executor', this.env);
  }

  async stop(): Promise<void> {
    await Promise.all([this.executor.stop(), this.collector.stop()]);
  }
}
