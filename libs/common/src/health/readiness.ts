/** One dependency's word on whether the service can do its work; `null` is fine, a text says what is wrong. */
export type Check = () => Promise<string | null> | string | null;

/** What `/readyz` answers: every dependency by name. */
export class Readiness {
  private readonly checks = new Map<string, Check>();

  /** Adds or replaces a named check. */
  set(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  async report(): Promise<{ ready: boolean; checks: Record<string, string> }> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]) => {
        try {
          return [name, (await check()) ?? 'ok'] as const;
        } catch (error) {
          return [name, error instanceof Error ? error.message : String(error)] as const;
        }
      }),
    );
    return { ready: entries.every(([, word]) => word === 'ok'), checks: Object.fromEntries(entries) };
  }
}
