/** The logs of the simulated pods: what a node stores in files, with its timestamps, its rotation and its removals. */
interface Line {
  /** RFC 3339 with nanoseconds, as a runtime writes it. */
  readonly time: string;
  readonly text: string;
}

/** The log of one instance of one container; a restart begins another. */
interface Instance {
  lines: Line[];
  /** Lines before these that were rotated away. */
  rotated: number;
  isEnded: boolean;
}

export interface LogStream {
  readonly start: (write: (text: string) => void, end: () => void) => void;
  readonly stop: () => void;
}

/** A log too large to be stored, or one that comes slowly: written again for each request. */
export interface PlayedLog {
  readonly parts: () => Iterable<string> | AsyncIterable<string>;
  readonly last: string;
}

interface Follower {
  readonly end: () => void;
}

interface Options {
  readonly follow: boolean;
  readonly timestamps: boolean;
  readonly sinceMs: number;
  /** Only so many of the last lines; null: all. */
  readonly tail: number | null;
}

export class PodLogs {
  private readonly instances = new Map<string, Instance[]>();
  private readonly followers = new Map<Instance, Map<() => void, Follower>>();
  /** What nodes answer in place of logs that they have lost. */
  private readonly lost = new Map<string, string>();
  private readonly playedLogs = new Map<string, PlayedLog>();

  /** A container of the pod begins (again). */
  begin(uid: string, container = 'main'): void {
    const key = `${uid}/${container}`;
    this.instances.set(key, [...(this.instances.get(key) ?? []), { lines: [], rotated: 0, isEnded: false }]);
  }

  /** The pod's container has ended and left this log. */
  play(uid: string, log: PlayedLog): void {
    this.playedLogs.set(uid, log);
  }

  /** The rest of a simulated log; null for a pod that has none. */
  played(uid: string, query: URLSearchParams): Iterable<string> | AsyncIterable<string> | null {
    const log = this.playedLogs.get(uid);
    if (log === undefined) return null;
    return query.get('tailLines') === '1' ? [log.last] : log.parts();
  }

  /** Adds lines; their times are given in epoch milliseconds with a fraction for the nanoseconds. */
  write(uid: string, lines: readonly { readonly at: number; readonly text: string }[], container = 'main'): void {
    const instance = this.current(uid, container);
    if (!instance) throw new Error(`container ${container} of ${uid} has not begun`);
    instance.lines.push(...lines.map(({ at, text }) => ({ time: nanoTime(at), text })));
    this.wake(instance);
  }

  /** The container ends: followers get the rest and their end. */
  end(uid: string, container = 'main'): void {
    const instance = this.current(uid, container);
    if (!instance) return;
    instance.isEnded = true;
    this.wake(instance);
  }

  /** The node rotates: only the last `keep` lines are still to be read. */
  rotate(uid: string, keep: number, container = 'main'): void {
    const instance = this.current(uid, container);
    if (instance) instance.rotated += instance.lines.splice(0, Math.max(0, instance.lines.length - keep)).length;
  }

  /** The node has lost the containers, and reports that in an answer with a status of success. */
  lose(uid: string, remark = 'unable to retrieve container logs for containerd://0123456789abcdef'): void {
    this.lost.set(uid, remark);
  }

  /** Ends every followed log as if its container had ended, as a server ends it when the node is removed. */
  hangUp(): void {
    for (const followers of this.followers.values()) {
      for (const { end } of followers.values()) end();
      followers.clear();
    }
  }

  /** The containers are removed, and their logs with them. */
  forget(uid: string): void {
    for (const key of this.instances.keys()) if (key.startsWith(`${uid}/`)) this.instances.delete(key);
  }

  /** The answer to a request for a log, or why there is none. */
  open(uid: string, query: URLSearchParams): LogStream | string {
    const container = query.get('container') ?? 'main';
    const remark = this.lost.get(uid);
    if (remark !== undefined) return lostLog(remark);
    const all = this.instances.get(`${uid}/${container}`) ?? [];
    const instance = query.get('previous') === 'true' ? all.at(-2) : all.at(-1);
    if (!instance) return `container "${container}" in pod is waiting to start: ContainerCreating`;
    const since = query.get('sinceTime');
    const tail = query.get('tailLines');
    return this.stream(instance, {
      follow: query.get('follow') === 'true',
      timestamps: query.get('timestamps') === 'true',
      // API servers pass the time on to nodes in whole seconds.
      sinceMs: since === null ? 0 : Math.floor(Date.parse(since) / 1_000) * 1_000,
      tail: tail === null ? null : Number(tail),
    });
  }

  private stream(instance: Instance, options: Options): LogStream {
    let stop = (): void => undefined;
    return {
      start: (write, end) => {
        let next = options.tail === null ? 0 : Math.max(0, instance.rotated + instance.lines.length - options.tail);
        const send = (): void => {
          const there = instance.lines.slice(Math.max(0, next - instance.rotated));
          const fresh = there.filter(({ time }) => Date.parse(time) >= options.sinceMs);
          next = instance.rotated + instance.lines.length;
          if (fresh.length > 0)
            write(fresh.map((line) => `${options.timestamps ? `${line.time} ` : ''}${line.text}\n`).join(''));
          if (instance.isEnded || !options.follow) {
            stop();
            end();
          }
        };
        const followers = this.followers.get(instance) ?? new Map<() => void, Follower>();
        this.followers.set(instance, followers.set(send, { end }));
        stop = () => followers.delete(send);
        send();
      },
      stop: () => {
        stop();
      },
    };
  }

  private current(uid: string, container: string): Instance | undefined {
    return this.instances.get(`${uid}/${container}`)?.at(-1);
  }

  private wake(instance: Instance): void {
    for (const send of [...(this.followers.get(instance)?.keys() ?? [])]) send();
  }
}

const lostLog = (remark: string): LogStream => ({
  start: (write, end) => {
    write(remark);
    end();
  },
  stop: () => undefined,
});

/** Epoch milliseconds with a fraction, as `2026-03-01T10:00:00.123456789Z`. */
function nanoTime(ms: number): string {
  const whole = Math.floor(ms);
  const nanos = Math.round((ms - whole) * 1e6);
  return `${new Date(whole).toISOString().slice(0, 23)}${String(nanos).padStart(6, '0')}Z`;
}
