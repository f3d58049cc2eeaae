/** The whole service with a cluster that really runs pods: both for one suite, from its start to its end. */
import { Testbed, whyNoTestbed } from './testbed.js';
import { WholeService } from './whole-service.js';

export class PodSuite {
  private running: WholeService | null = null;

  private constructor(
    private readonly bed: Testbed | null,
    private readonly because: string,
  ) {}

  /** Begins with the cluster: whether it runs pods decides which tests there are. */
  static async begin(): Promise<PodSuite> {
    const why = whyNoTestbed();
    const bed = why === null ? await Testbed.start() : null;
    return new PodSuite(bed, why ?? 'no node for real pods could be started');
  }

  async start(): Promise<void> {
    if (this.runsPods) this.running = await WholeService.start(this.testbed);
  }

  async stop(): Promise<void> {
    await this.running?.quickstart.dispose();
    await this.bed?.stop();
  }

  get runsPods(): boolean {
    return this.bed?.nodes === 'kubelet';
  }

  /** The title of the tests, with the reason if they are skipped. */
  titled(title: string): string {
    return this.runsPods ? title : `${title} (skipped: ${this.because})`;
  }

  get testbed(): Testbed {
    if (!this.bed) throw new Error(this.because);
    return this.bed;
  }

  get service(): WholeService {
    if (!this.running) throw new Error(this.because);
    return this.running;
  }
}
