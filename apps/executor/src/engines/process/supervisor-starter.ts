import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { MAX_TIMER_MS } from '#common/clock/clock.js';
import { messageOf } from '#common/errors/app-error.js';

/** A supervisor needs almost no environment. */
const NODE_FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1'];
/** A supervisor without an attempt is ended after this time. */
const IDLE_MS = 2_000;
/** With so many starts under way, others wait: for them, or for a supervisor whose attempt has ended. */
const MAX_STARTING = 8;
/** A supervisor is ended after this many attempts: what it may have kept of them goes with it. */
const MAX_ATTEMPTS = 100;

/** Starts supervisors as processes that outlive this one. One that has ended its attempt takes the next. */
export class SupervisorStarter {
  private readonly busy = new Map<string, Supervisor>();
  private readonly idle: Supervisor[] = [];
  private readonly waiting: Start[] = [];
  /** Attempts that supervisors have got and not reported. */
  private starting = 0;

  constructor(
    private readonly supervisorFile: string,
    private readonly startTimeoutMs: number,
  ) {}

  /** True while the supervisor of this folder is a living child of this process. */
  isOurs(folder: string): boolean {
    return this.busy.has(folder);
  }

  /**
   * Resolves with the first of these events: the supervisor has reported, has ended, could not be started, or has done none of this in
   * time. Only the folder shows whether it has begun; if it has not, the message explains why. `onNews` is called for later reports and
   * the end of the attempt.
   */
  start(folder: string, onNews: () => void): Promise<string> {
    return new Promise((resolve) => {
      this.waiting.push({ folder, onNews, resolve });
      this.beginWaiting();
    });
  }

  private beginWaiting(): void {
    while (this.waiting.length > 0 && (this.idle.length > 0 || this.starting < MAX_STARTING)) {
      const start = this.waiting.shift();
      if (start) this.begin(start);
    }
  }

  private begin({ folder, onNews, resolve }: Start): void {
    let supervisor: Supervisor;
    try {
      supervisor = this.idle.pop() ?? this.newSupervisor(folder);
    } catch (error) {
      // Some failures, such as too little memory, are thrown and not reported as events.
      resolve(messageOf(error));
      return;
    }
    this.busy.set(folder, supervisor);
    this.starting++;
    let settled = false;
    const settle = (message: string): void => {
      clearTimeout(timer);
      if (settled) onNews();
      else this.starting--;
      settled = true;
      resolve(message);
      this.beginWaiting();
    };
    const timer = setTimeout(
      () => {
        settle(`the supervisor of the command reported nothing for ${this.startTimeoutMs} ms`);
      },
      Math.min(this.startTimeoutMs, MAX_TIMER_MS),
    );
    const left = (): void => {
      if (this.busy.get(folder) === supervisor) this.busy.delete(folder);
    };
    supervisor.take(folder, {
      started: () => {
        settle('the supervisor of the command reported');
      },
      free: () => {
        left();
        this.keep(supervisor);
        settle('the supervisor of the command did not start it: another has its folder');
      },
      gone: (message) => {
        left();
        settle(message);
      },
    });
  }

  /** Forgets the children without ending their attempts. */
  letGo(): void {
    for (const supervisor of [...this.busy.values(), ...this.idle]) supervisor.letGo();
    this.busy.clear();
    this.idle.length = 0;
    this.waiting.length = 0;
  }

  private keep(supervisor: Supervisor): void {
    if (supervisor.attempts >= MAX_ATTEMPTS) {
      supervisor.letGo();
      return;
    }
    const remove = (): void => {
      const at = this.idle.indexOf(supervisor);
      if (at >= 0) this.idle.splice(at, 1);
    };
    this.idle.push(supervisor);
    supervisor.rest(remove);
  }

  private newSupervisor(folder: string): Supervisor {
    const child = spawn(process.execPath, [...NODE_FLAGS, this.supervisorFile, folder], {
      cwd: '/',
      env: {},
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return new Supervisor(child);
  }
}

interface Start {
  readonly folder: string;
  readonly onNews: () => void;
  readonly resolve: (message: string) => void;
}

interface Events {
  readonly started: () => void;
  /** The attempt has ended, or was not begun, and the supervisor takes another one. */
  readonly free: () => void;
  /** The process has ended, or was never made. */
  readonly gone: (message: string) => void;
}

class Supervisor {
  attempts = 0;
  private events: Events | null = null;
  private endRest: () => void = () => undefined;
  private text = '';

  constructor(private readonly child: ChildProcess) {
    child.once('error', (error) => {
      this.gone(error.message);
    });
    child.once('exit', (code, signal) => {
      this.gone(`the supervisor of the command ended (${signal ?? `exit code ${code}`}) before it started the command`);
    });
    // Its end is an event of its own.
    child.stdin?.on('error', () => undefined);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.hear(text);
    });
    child.unref();
    // Pipes are sockets, and do not keep this process alive.
    for (const pipe of [child.stdin, child.stdout]) if (pipe instanceof Socket) pipe.unref();
  }

  /** Gives it an attempt; the first one is in its arguments. */
  take(folder: string, events: Events): void {
    this.endRest();
    this.events = events;
    if (this.attempts++ > 0) this.child.stdin?.write(`${folder}\n`);
  }

  /** Ends it if it gets no attempt for a while. `over` is called when it may not be given one any more. */
  rest(over: () => void): void {
    const timer = setTimeout(() => {
      this.letGo();
      over();
    }, IDLE_MS);
    timer.unref();
    this.events = { started: () => undefined, free: () => undefined, gone: over };
    this.endRest = () => {
      clearTimeout(timer);
    };
  }

  /** It ends with its attempt. */
  letGo(): void {
    this.endRest();
    this.events = null;
    this.child.removeAllListeners();
    this.child.on('error', () => undefined);
    this.child.stdout?.destroy();
    this.child.stdin?.destroy();
  }

  private hear(text: string): void {
    this.text += text;
    const words = this.text.split('\n');
    this.text = words.pop() ?? '';
    for (const word of words)
      if (word === 'over') this.gone('the supervisor of the command ended');
      else this.events?.[word === 'free' ? 'free' : 'started']();
  }

  private gone(message: string): void {
    this.endRest();
    const { events } = this;
    this.events = null;
    events?.gone(message);
  }
}
