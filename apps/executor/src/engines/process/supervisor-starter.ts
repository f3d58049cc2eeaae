import { spawn, type ChildProcess } from 'node:child_process';
import { MAX_TIMER_MS } from '#common/clock/clock.js';
import { messageOf } from '#common/errors/app-error.js';

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

  /**
   * Resolves with the first of these events: the supervisor has reported, has ended, could not be started, or has done none of this in
   * time. Only the folder shows whether it has begun; if it has not, the message explains why. `onNews` is called for later reports and
   * its end.
   */
  start(folder: string, onNews: () => void): Promise<string> {
    return new Promise((resolve) => {
      let child: ChildProcess;
      try {
        child = this.spawn(folder);
      } catch (error) {
        // Some failures, such as too little memory, are thrown and not reported as events.
        resolve(messageOf(error));
        return;
      }
      this.children.set(folder, child);
      let settled = false;
      const settle = (message: string): void => {
        clearTimeout(timer);
        if (settled) onNews();
        settled = true;
        resolve(message);
      };
      const timer = setTimeout(
        () => {
          settle(`the supervisor of the command reported nothing for ${this.startTimeoutMs} ms`);
        },
        Math.min(this.startTimeoutMs, MAX_TIMER_MS),
      );
      child.once('error', (error) => {
        this.children.delete(folder);
        settle(error.message);
      });
      // There is none if the process could not be made.
      child.stdout?.once('data', () => {
        child.stdout?.destroy();
        settle('the supervisor of the command reported');
      });
      child.once('exit', (code, signal) => {
        this.children.delete(folder);
        settle(`the supervisor of the command ended (${signal ?? `exit code ${code}`}) before it started the command`);
      });
      child.unref();
    });
  }

  private spawn(folder: string): ChildProcess {
    return spawn(process.execPath, [...NODE_FLAGS, this.supervisorFile, folder], {
      cwd: '/',
      env: {},
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
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
