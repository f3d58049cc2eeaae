/**
 * Which of the others are silent. No clocks are compared: whoever's heartbeat has not changed for as long as it asked for, while
 * we looked, is silent. Of a time in which we did not look ourselves (we or the database stood still) only a little counts, so
 * that after it nobody is expelled who is as slow to come back as we are.
 */
import { MEMBER_EXPIRY_MS } from '../domain/limits.js';
import type { HeardMember } from '../mongo/members.store.js';

/** A look at the members' documents. */
export interface Look {
  readonly members: readonly HeardMember[];
  /** When they were asked for and when they were there, on the monotonic clock. */
  readonly askedAt: number;
  readonly heardAt: number;
  /** Database time when they were asked for: how old a heartbeat is that is seen for the first time. */
  readonly databaseTime: number;
}

export interface View {
  readonly alive: readonly HeardMember[];
  readonly silent: readonly HeardMember[];
}

/** Of the time between two looks no more than this counts as silence. */
const MAX_COUNTED_MS = MEMBER_EXPIRY_MS / 2;

interface Heard {
  readonly heartbeatAt: number;
  readonly silentMs: number;
}

export class Silence {
  private heard = new Map<string, Heard>();
  private lastLookAt: number | null = null;

  look({ members, askedAt, heardAt, databaseTime }: Look): View {
    const sinceLast = Math.min(MAX_COUNTED_MS, askedAt - (this.lastLookAt ?? askedAt));
    this.lastLookAt = heardAt;
    const heard = new Map<string, Heard>();
    for (const { replica, heartbeatAt } of members) {
      const known = this.heard.get(replica);
      const age = Math.max(0, databaseTime - heartbeatAt);
      const silentMs = !known ? age : known.heartbeatAt === heartbeatAt ? known.silentMs + sinceLast : 0;
      heard.set(replica, { heartbeatAt, silentMs });
    }
    this.heard = heard;
    const isSilent = ({ replica, expiryMs }: HeardMember): boolean => (heard.get(replica)?.silentMs ?? 0) >= expiryMs;
    return { alive: members.filter((member) => !isSilent(member)), silent: members.filter(isSilent) };
  }
}
