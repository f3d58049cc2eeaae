/** The monitor that watches Carillon from outside; its address may contain a secret and is never shown. */
import type { HttpCaller } from '../engines/webservice/http-caller.js';

const TIMEOUT_MS = 10_000;

export class Monitor {
  constructor(
    private readonly url: string,
    /** The interval of the pings. */
    readonly intervalMs: number,
    private readonly caller: Pick<HttpCaller, 'post' | 'close'>,
    private readonly userAgent: string,
  ) {}

  /** Reports that Carillon works. Returns why the monitor did not accept the ping; null: it did. */
  async ping(): Promise<string | null> {
    const headers = { 'user-agent': this.userAgent, 'content-type': 'text/plain' };
    const outcome = await this.caller.post({
      url: this.url,
      headers,
      timeoutMs: TIMEOUT_MS,
      body: 'carillon works',
    });
    if (outcome.type === 'withheld') return 'the ping was not sent';
    if (outcome.type !== 'answered') return outcome.message;
    return outcome.status >= 200 && outcome.status < 300 ? null : `the answer was ${outcome.status}`;
  }

  async close(): Promise<void> {
    await this.caller.close();
  }
}
