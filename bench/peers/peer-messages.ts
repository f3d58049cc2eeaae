/** The requests to the process of a peer, and its answers. */
export type PeerName = 'graphile-worker' | 'pg-boss' | 'bullmq' | 'agenda';

export type PeerQuestion =
  | {
      readonly kind: 'start';
      readonly peer: PeerName;
      readonly database: string;
      readonly worker: string;
      readonly concurrency: number;
    }
  /** So many jobs at once, to be worked at once. */
  | { readonly kind: 'many'; readonly prefix: string; readonly count: number }
  /** One job after the other, evenly over the time. */
  | { readonly kind: 'each'; readonly prefix: string; readonly perSecond: number; readonly seconds: number }
  /** Jobs that become due together at the start of each second, from `firstAt` on (epoch milliseconds). */
  | {
      readonly kind: 'due';
      readonly prefix: string;
      readonly perSecond: number;
      readonly seconds: number;
      readonly firstAt: number;
    }
  | { readonly kind: 'ended' }
  | { readonly kind: 'stop' };

export interface Ended {
  readonly count: number;
  /** When the last of them ended, epoch milliseconds; 0 before the first. */
  readonly lastAt: number;
}

export type PeerAnswer =
  { readonly kind: 'done'; readonly ended: Ended } | { readonly kind: 'failed'; readonly reason: string };
