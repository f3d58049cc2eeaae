/** The clock of the server, as far as its answers have told it: the server reckons by it, and the times of all objects are its times. */

const HEADER_STEP_MS = 1_000;

export class ServerClock {
  private aheadMs = 0;
  private readonly spans = new Map<string, number>();

  constructor(private readonly local: () => number) {}

  readonly now = (): number => this.local() + this.aheadMs;

  /** `date`: of an answer's header, in whole seconds. A difference that these, or the way of the request, may explain counts as none. */
  heard(date: string | null, askedAt: number): void {
    const told = Date.parse(date ?? '');
    const least = told - this.local();
    const most = told + HEADER_STEP_MS - askedAt;
    if (!Number.isNaN(told)) this.aheadMs = least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
  }

  /** The time that lies so much after now, which the command line may ask for before any answer was heard. */
  after(ms: number): string {
    const time = new Date(this.now() + ms).toISOString();
    this.spans.set(time, ms);
    return time;
  }

  /** The same time after an answer was heard; null for a text that `after` did not give. */
  again(time: unknown): string | null {
    const ms = typeof time === 'string' ? this.spans.get(time) : undefined;
    return ms === undefined ? null : this.after(ms);
  }

  /** Notes the time of the answer. */
  async hearing(request: () => Promise<Response>): Promise<Response> {
    const askedAt = this.local();
    const answer = await request();
    this.heard(answer.headers.get('date'), askedAt);
    return answer;
  }
}
