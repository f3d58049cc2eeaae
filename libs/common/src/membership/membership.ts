/**
 * The shards of this replica. Ownership only avoids wasted work: for a moment two replicas may both believe they own a shard, and
 * safety rests on unique keys and compare-and-set alone. In doubt the last known owners are used.
 */
import type { Clock } from '../clock/clock.js';
import { DatabaseTime, type DatabaseClock } from '../clock/database-time.js';
import {
  CLOCK_CHECK_MS,
  MAX_CLOCK_SKEW_MS,
  MEMBER_HEARTBEAT_MS,
  MEMBER_REMEMBERED_MS,
  MEMBER_EXPIRY_MS,
  MAX_MEMBER_EXPIRY_MS,
  MEMBER_CALM_MS,
  MEMBER_LEASE_MARGIN_MS,
} from '../domain/limits.js';
import { sameSet, Shards, ShardSet } from '../domain/shards.js';
import { NEWEST_FORM } from '../domain/stored-form.js';
import type { Instant } from '../run/run.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import type { Member, MembersStore, HeardMember } from '../mongo/members.store.js';
import { shardsOf } from './rendezvous.js';

export interface MembershipOptions {
  readonly service: string;
  readonly replica: string;
  readonly host: string;
  readonly version: string;
  /** Of an executor: it shares the limits of workers with the others. */
  readonly sharesLimits?: true;
}

/** Replicas whose leases have ended, by the last read of the members. */
export interface EndedLeases {
  /** The last lease of each silent replica: it and all earlier ones have ended permanently. */
  readonly silent: ReadonlyMap<string, number>;
  /** Database time of the read: a replica with an earlier heartbeat that was not in the result has left. */
  readonly asOf: Instant;
}

/** A single replica reads the members with every third heartbeat: it has no shards to take over, and new replicas see it. */
const BEATS_PER_READ_ALONE = 3;
/** After a heartbeat that came too late the next follows at once. */
const LATE_HEARTBEAT_MS = 50;

/** The most heartbeats before the start: a replica that does not know the time by then starts without it, and is not ready. */
const FIRST_BEATS = 4;

export class Membership {
  /** All shards of the installation. */
  readonly all: Shards;
  private shards: ShardSet;
  private computed: { readonly key: string; readonly shards: ShardSet } | null = null;
  private live: readonly Member[] = [];
  private ended: EndedLeases = { silent: new Map(), asOf: -Infinity };
  private readonly ownLease = new MemberLease();
  private readonly silence = new Silence();
  private isLate = false;
  private beatsSinceRead = 0;
  private readonly listeners = new Set<() => void>();
  private skewMs: number | null = null;
  private lastClockCheck = -Infinity;
  private callOff: () => void = () => undefined;
  private beating: Promise<void> = Promise.resolve();
  private stopped = false;
  private isRetired = false;
  private readonly time: DatabaseTime;

  constructor(
    readonly identity: MembershipOptions,
    private readonly store: Pick<MembersStore, 'heartbeat' | 'heardSince' | 'leave'>,
    database: DatabaseClock,
    private readonly tools: { clock: Clock; log: Logger; shardCount: number },
  ) {
    this.all = new Shards(tools.shardCount);
    this.shards = new ShardSet(this.all);
    this.time = new DatabaseTime(tools.clock, database);
  }

  get replica(): string {
    return this.identity.replica;
  }

  get host(): string {
    return this.identity.host;
  }

  /** True when the clock agrees with the database's; otherwise no shard is owned. */
  get ready(): boolean {
    return this.skewMs !== null && Math.abs(this.skewMs) <= MAX_CLOCK_SKEW_MS;
  }

  /** Database time, independent of this machine's clock. */
  get clock(): Clock {
    return this.time;
  }

  get clockSkewMs(): number {
    return this.skewMs ?? 0;
  }

  owned(): ShardSet {
    return this.shards;
  }

  /** The live replicas of this service, this one included, as last seen. */
  members(): readonly Member[] {
    return this.live;
  }

  endedLeases(): EndedLeases {
    return this.ended;
  }

  /**
   * The lease of this replica: while it holds it, no other acts in its place. Null: others may consider it dead. A lost lease
   * number is never held again.
   */
  lease(): number | null {
    return this.ownLease.held(this.tools.clock.monotonic());
  }

  /** Calls back whenever the owned shards or the live members have changed. Returns the function that ends it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Sends one heartbeat, so that the first shards are known, then one every second. The first is repeated while the database is too slow to
   * tell the time: a replica that does not know it refuses what is asked of it.
   */
  async start(): Promise<void> {
    for (let i = 0; i < FIRST_BEATS && this.skewMs === null; i++) await this.beat();
    this.schedule();
  }

  /**
   * Gives up all shards for good and announces this, so that others take them over at once. The lease and its heartbeats go on: what this
   * replica has under way stays its own.
   */
  async retire(): Promise<void> {
    this.isRetired = true;
    this.take(new ShardSet(this.all), this.live);
    // A heartbeat under way may still say that shards are owned here.
    await this.beating;
    if (this.stopped) return;
    this.callOff();
    this.beating = this.beat();
    await this.beating;
    this.schedule();
  }

  /** Gives up all shards and announces this, so that others take over at once. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.callOff();
    await this.beating;
    this.ownLease.end();
    this.take(new ShardSet(this.all), []);
    await this.store.leave(this.replica).catch(() => undefined);
  }

  private schedule(): void {
    if (this.stopped) return;
    this.callOff();
    this.callOff = this.tools.clock.after(this.isLate ? LATE_HEARTBEAT_MS : MEMBER_HEARTBEAT_MS, () => {
      this.beating = this.beat().finally(() => {
        this.schedule();
      });
    });
  }

  private async beat(): Promise<void> {
    const { clock, log } = this.tools;
    this.isLate = false;
    try {
      const skewMs = await this.readClocks();
      const sentAt = clock.monotonic();
      const beat = this.ownLease.next(sentAt);
      await this.store.heartbeat({
        ...this.identity,
        form: NEWEST_FORM,
        clockSkewMs: skewMs ?? 0,
        ready: this.mayOwn,
        ...beat,
      });
      this.isLate = !this.ownLease.renew(beat, sentAt, clock.monotonic());
      if (this.isLate)
        log.warn({ lease: beat.lease }, 'a heartbeat came too late: other replicas may have taken over the shards');
      if (!this.isReadDue()) return;
      const askedAt = clock.monotonic();
      const databaseTime = this.time.reported();
      const members = await this.store.heardSince(this.identity.service, databaseTime - MEMBER_REMEMBERED_MS);
      if (this.stopped) return;
      this.beatsSinceRead = 0;
      const { alive, silent } = this.silence.look({ members, askedAt, heardAt: clock.monotonic(), databaseTime });
      this.ended = { silent: new Map(silent.map(({ replica, lease }) => [replica, lease])), asOf: databaseTime };
      const candidates = alive.filter((member) => member.ready).map((member) => member.replica);
      this.take(this.mayOwn ? this.shardsAmong(candidates) : new ShardSet(this.all), alive);
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'a heartbeat failed');
    }
  }

  private get mayOwn(): boolean {
    return this.ready && !this.isRetired;
  }

  /** A replica that owns no shard, or has lost its lease, must learn of a change at once. */
  private isReadDue(): boolean {
    this.beatsSinceRead += 1;
    const isAlone = this.live.length === 1 && this.shards.size === this.all.count;
    return !isAlone || this.isLate || !this.ready || this.beatsSinceRead >= BEATS_PER_READ_ALONE;
  }

  /** The difference of this machine's clock, checked every ten seconds; null if unknown. */
  private async readClocks(): Promise<number | null> {
    const { clock, log } = this.tools;
    if (this.skewMs !== null && clock.monotonic() - this.lastClockCheck < CLOCK_CHECK_MS) return this.skewMs;
    const skewMs = await this.time.ask();
    if (skewMs === null) return this.skewMs;
    const wasReady = this.ready;
    this.skewMs = skewMs;
    this.lastClockCheck = clock.monotonic();
    if (!this.ready) log.error({ skewMs, maxSkewMs: MAX_CLOCK_SKEW_MS }, 'the clock differs from that of the database');
    else if (!wasReady) log.info({ skewMs }, 'the clock agrees with that of the database again');
    return skewMs;
  }

  /** Computed again only when the live members have changed. */
  private shardsAmong(candidates: readonly string[]): ShardSet {
    const key = candidates.join();
    if (this.computed?.key !== key) this.computed = { key, shards: shardsOf(this.replica, candidates, this.all) };
    return this.computed.shards;
  }

  private take(shards: ShardSet, members: readonly Member[]): void {
    const changed =
      !sameSet(shards, this.shards) || members.map((m) => m.replica).join() !== this.live.map((m) => m.replica).join();
    this.shards = shards;
    this.live = members;
    if (!changed) return;
    this.tools.log.info({ shards: shards.size, members: members.length }, 'the shards were redistributed');
    for (const listener of this.listeners) listener();
  }
}

/*
 * Which other replicas are silent. No clocks are compared: a replica is silent if its heartbeat has not changed for the time in
 * its document, while we read. A time without reads (we or the database stood still) counts only in part, so that a replica that
 * recovers as slowly as we do is not expelled.
 */

/** One read of the members' documents. */
interface Look {
  readonly members: readonly HeardMember[];
  /** When they were requested and received, on the monotonic clock. */
  readonly askedAt: number;
  readonly heardAt: number;
  /** Database time of the request: the age of a heartbeat that is seen for the first time. */
  readonly databaseTime: number;
}

export interface View {
  readonly alive: readonly HeardMember[];
  readonly silent: readonly HeardMember[];
}

/** At most this much of the time between two reads counts as silence. */
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
      const former = this.heard.get(replica);
      const age = Math.max(0, databaseTime - heartbeatAt);
      const silentMs = !former ? age : former.heartbeatAt === heartbeatAt ? former.silentMs + sinceLast : 0;
      heard.set(replica, { heartbeatAt, silentMs });
    }
    this.heard = heard;
    const isSilent = ({ replica, expiryMs }: HeardMember): boolean => (heard.get(replica)?.silentMs ?? 0) >= expiryMs;
    return { alive: members.filter((member) => !isSilent(member)), silent: members.filter(isSilent) };
  }
}

/*
 * The lease by which a replica knows that no other may act in its place. It is renewed by each heartbeat that is acknowledged,
 * and measured on the monotonic clock from before the heartbeat was sent, so it ends before another replica can consider this
 * one silent. An ended lease is never renewed: by the next number the replica states that its former claims are free.
 *
 * A replica whose heartbeats come late extends its time in its own document, so that all others use the same; it counts as
 * dead later then, and returns to the usual time when it has been punctual for a while.
 */

/** The lease in one heartbeat. */
export interface LeaseBeat {
  readonly lease: number;
  /** The silence after which other replicas may take over. */
  readonly expiryMs: number;
}

export class MemberLease {
  private current = 0;
  private until = -Infinity;
  private expiryMs = MEMBER_EXPIRY_MS;
  /** When the last acknowledged heartbeat was sent. */
  private renewedAt: number | null = null;
  private calmSince = -Infinity;
  private isOver = false;

  /** The lease held at `now` (monotonic); null: none. */
  held(now: number): number | null {
    return now < this.until ? this.current : null;
  }

  /** The content of the heartbeat that is sent at `now`. */
  next(now: number): LeaseBeat {
    return { lease: this.held(now) ?? this.current + 1, expiryMs: this.expiryMs };
  }

  /** The heartbeat was sent at `sentAt`, and is known at `now` to be stored. False: it came too late to renew the lease. */
  renew({ lease, expiryMs }: LeaseBeat, sentAt: number, now: number): boolean {
    const isNew = lease > this.current;
    const isHeld = isNew || this.held(now) !== null;
    if (this.renewedAt !== null) this.adapt(now - this.renewedAt, now);
    this.renewedAt = sentAt;
    if (!isHeld || this.isOver) return false;
    this.current = lease;
    this.until = sentAt + expiryMs - MEMBER_LEASE_MARGIN_MS;
    return now < this.until;
  }

  /** Gives up the lease permanently. */
  end(): void {
    this.isOver = true;
    this.until = -Infinity;
  }

  /** `gapMs`: from sending one heartbeat to the acknowledgement of the next. */
  private adapt(gapMs: number, now: number): void {
    const needed = Math.min(2 * gapMs, 2 * this.expiryMs, MAX_MEMBER_EXPIRY_MS);
    if (needed > this.expiryMs) this.expiryMs = needed;
    if (2 * gapMs > Math.max(MEMBER_EXPIRY_MS, this.expiryMs / 2)) this.calmSince = now;
    else if (now - this.calmSince >= MEMBER_CALM_MS) {
      this.expiryMs = Math.max(MEMBER_EXPIRY_MS, this.expiryMs / 2);
      this.calmSince = now;
    }
  }
}
