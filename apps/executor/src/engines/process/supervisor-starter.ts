import { spawn, type ChildProcess } from 'node:child_process';

export type SupervisorOutcome =
  /** It took the folder and reported, or has ended already: the folder says more. */
  | { readonly type: 'spoke' }
  /** It could not be started, or has not reported. */
  | { readonly type: 'notStarted'; readonly message: string };

/** A supervisor needs almost no environment. */
const NODE_FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1'];

/** Starts supervisors as processes that outlive this one. */
export class SupervisorStarter {
  private readonly children = new Map<string, ChildProcess>();

  constructor(
    private readonly supervisorFile: string,
    private readonly startTimeoutMs: number,
  ) {}

  /** True while the supervisor of this folder is a living child of this process. */
  isOurs(folder: string): boolean {
    return this.children.has(folder);
  }

  /** Resolves as soon as it is known whether the supervisor has started; `onNews` is called for later reports and its end. */
  start(folder: string, onNews: () => void): Promise<SupervisorOutcome> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [...NODE_FLAGS, this.supervisorFile, folder], {
        cwd: '/',
        env: {},
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      this.children.set(folder, child);
      let settled = false;
      const settle = (outcome: SupervisorOutcome): void => {
        clearTimeout(timer);
        if (settled) onNews();
        settled = true;
        resolve(outcome);
      };
      const timer = setTimeout(() => {
        settle({ type: 'notStarted', message: `its supervisor said nothing for ${this.startTimeoutMs} ms` });
      }, this.startTimeoutMs);
      child.once('error', (error) => {
        this.children.delete(folder);
        settle({ type: 'notStarted', message: error.message });
      });
      child.stdout.once('data', () => {
        child.stdout.destroy();
        settle({ type: 'spoke' });
      });
      child.once('exit', () => {
        this.children.delete(folder);
        settle({ type: 'spoke' });
      });
      child.unref();
    });
  }

  /** Forgets the children without ending them. */
  letGo(): void {
    for (const child of this.children.values()) {
      child.removeAllListeners();
      child.stdout?.destroy();
      child.unref();
    }
    this.children.clear();
  }
}
