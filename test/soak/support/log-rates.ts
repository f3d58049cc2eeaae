/** How many warnings and errors each replica writes in a minute: a flood of lines hides what is important, and fills a disk. */
const WARNING = /^\{[^{}]*"level":"(?:warn|error|fatal)"/;
const MESSAGE = /"msg":"([^"]*)"/;
const MINUTE_MS = 60_000;

export class LogRates {
  private readonly perMinute = new Map<string, number>();
  private readonly messages = new Map<string, number>();
  bytes = 0;

  take(replica: string, line: string): void {
    this.bytes += line.length + 1;
    if (!WARNING.test(line)) return;
    const minute = `${replica} at minute ${Math.floor(Date.now() / MINUTE_MS)}`;
    this.perMinute.set(minute, (this.perMinute.get(minute) ?? 0) + 1);
    const message = `${replica.replace(/-\d+$/, '')}: ${MESSAGE.exec(line)?.[1] ?? ''}`;
    this.messages.set(message, (this.messages.get(message) ?? 0) + 1);
  }

  /** The replica and minute with the most of them. */
  worst(): { readonly when: string; readonly count: number } {
    const [when = 'never', count = 0] = [...this.perMinute].sort((a, b) => b[1] - a[1])[0] ?? [];
    return { when, count };
  }

  /** The most frequent ones with their numbers. */
  frequent(limit: number): Record<string, number> {
    return Object.fromEntries([...this.messages].sort((a, b) => b[1] - a[1]).slice(0, limit));
  }
}
