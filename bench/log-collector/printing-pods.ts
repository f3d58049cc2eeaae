/** Pods of a stand-in for the API server that print the time, again and again. */
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import { FakeNode } from '#testing/fake-api-server/fake-node.js';

interface Printing {
  readonly lines: number;
  readonly intervalMs: number;
}

/** A pod ends by itself so long after its last line is due. */
const SLACK_MS = 5_000;
const LOOK_FOR_PODS_MS = 20;

export class PrintingPods {
  private readonly printing = new Map<string, NodeJS.Timeout>();
  private readonly looking: NodeJS.Timeout;

  private constructor(
    private readonly api: FakeApiServer,
    private readonly node: FakeNode,
    private readonly what: Printing,
  ) {
    node.start();
    this.looking = setInterval(() => {
      this.look();
    }, LOOK_FOR_PODS_MS);
  }

  static async start(what: Printing): Promise<PrintingPods> {
    const api = await FakeApiServer.start();
    const script = { runMs: what.lines * what.intervalMs + SLACK_MS };
    return new PrintingPods(api, new FakeNode(api, () => script), what);
  }

  /** The fields by which the services find it. */
  get environment(): Record<string, string> {
    const own = { KUB_HOST: this.api.url, KUB_TOKEN: 't', KUB_NAMESPACE: 'workers' };
    const named = Object.entries(own).flatMap(([name, value]) =>
      ['EXECUTOR', 'LOG_COLLECTOR'].map((service) => [`${service}__${name}`, value] as const),
    );
    return { ...Object.fromEntries(named), EXECUTOR__ENGINES: 'kubernetes' };
  }

  async close(): Promise<void> {
    clearInterval(this.looking);
    for (const timer of this.printing.values()) clearInterval(timer);
    this.node.stop();
    await this.api.close();
  }

  private look(): void {
    for (const { metadata, status } of this.api.pods())
      if (status?.['phase'] === 'Running' && !this.printing.has(metadata.uid)) this.print(metadata.uid);
  }

  private print(uid: string): void {
    let left = this.what.lines;
    const timer = setInterval(() => {
      const at = Date.now();
      this.api.logs.write(uid, [{ at, text: String(at) }]);
      if (--left === 0) clearInterval(timer);
    }, this.what.intervalMs);
    this.printing.set(uid, timer);
  }
}
