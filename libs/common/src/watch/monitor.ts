/**
 * The state of a monitor: a pure function of its definition, of the pings in their order and of the time. A ping that comes a
 * second time, or that is older than one that was applied, changes nothing.
 */
import { DEFAULT_MONITOR_GRACE_SECONDS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import { parseSchedule, type ParsedSchedule } from '../schedule/parse-schedule.js';
import { nextSlots } from '../schedule/slots.js';
import type { MonitorSpec } from '../spec/monitor.js';

export const PING_KINDS = ['start', 'success', 'fail'] as const;
export type PingKind = (typeof PING_KINDS)[number];

export interface Ping {
  /** Sorts by `at`: of two pings the one with the greater id is the later one. */
  readonly id: string;
  /** Database time at which it was received. */
  readonly at: Instant;
  readonly kind: PingKind;
  readonly exitCode: number | null;
}

export const MONITOR_STATES = ['new', 'up', 'running', 'late', 'down', 'paused'] as const;
export type MonitorState = (typeof MONITOR_STATES)[number];

/** Why a monitor is down. */
export const DOWN_REASONS = ['failed', 'missed', 'long'] as const;
export type DownReason = (typeof DOWN_REASONS)[number];

/** The facts about a monitor that follow from its pings. */
export interface MonitorFacts {
  /** The newest ping that was applied. */
  readonly lastPing: Pick<Ping, 'id' | 'at' | 'kind'>;
  /** The instant from which the next success is due: the last end, or the first ping. */
  readonly base: Instant;
  readonly lastSuccess: Instant | null;
  /** The first start since the last end. */
  readonly startedAt: Instant | null;
  readonly down: { readonly since: Instant; readonly reason: DownReason } | null;
  /** How many incidents there were: the number of the present or last one. */
  readonly incidents: number;
}

/** The monitor as it is defined now. */
export interface MonitorRule {
  readonly spec: MonitorSpec;
  /** When its times last changed: earlier times are not due. */
  readonly since: Instant;
}

/** The beginning or the end of an incident. */
export type MonitorChange =
  | {
      readonly type: 'opened';
      readonly number: number;
      readonly at: Instant;
      readonly reason: DownReason;
      readonly exitCode: number | null;
    }
  | { readonly type: 'ended'; readonly number: number; readonly at: Instant; readonly by: 'success' | 'pause' };

export interface Advanced {
  readonly facts: MonitorFacts;
  readonly changes: readonly MonitorChange[];
}

/** When a success is due, and when the monitor is down without one; null where neither is known. */
export interface Deadline {
  readonly dueAt: Instant;
  readonly downAt: Instant;
  readonly reason: DownReason;
}

const MS = 1_000;

export function deadlineOf({ spec, since }: MonitorRule, facts: MonitorFacts): Deadline | null {
  if (spec.enabled === false || facts.down !== null) return null;
  const grace = (spec.graceSeconds ?? DEFAULT_MONITOR_GRACE_SECONDS) * MS;
  if (facts.startedAt !== null) {
    const downAt = Math.max(facts.startedAt, since) + (spec.runSeconds === undefined ? grace : spec.runSeconds * MS);
    return { dueAt: downAt, downAt, reason: 'long' };
  }
  const dueAt = dueAfter(spec, Math.max(facts.base, since));
  return dueAt === null ? null : { dueAt, downAt: dueAt + grace, reason: 'missed' };
}

/** Null where the schedule has no further slot. */
function dueAfter({ schedule }: MonitorSpec, base: Instant): Instant | null {
  if (schedule.every !== undefined) return base + schedule.every * MS;
  const parsed = parseMonitorSchedule(schedule);
  if (!parsed.ok || parsed.rule === null) return null;
  return nextSlots(parsed.rule, { after: base, limit: 1 })[0]?.nominal ?? null;
}

/** The schedule of a monitor, which follows the same rules as that of a job. */
export const parseMonitorSchedule = (schedule: MonitorSpec['schedule']): ParsedSchedule =>
  parseSchedule({ schedule }, { hashKey: 'monitor', createdAt: 0 });

/** Applies pings, in any order and with any repeats, and the time up to `until`. `facts` is null before the first ping. */
export function advance(
  rule: MonitorRule,
  facts: MonitorFacts | null,
  pings: readonly Ping[],
  until: Instant,
): Advanced | null {
  const changes: MonitorChange[] = [];
  const ordered = pings.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  let next = facts;
  for (const ping of ordered) {
    if (next !== null && !isNewer(ping, next.lastPing)) continue;
    next = next === null ? firstFacts(ping) : pass(rule, next, ping.at, changes);
    next = applied(rule, next, ping, changes);
  }
  if (next === null) return null;
  return { facts: pass(rule, next, until, changes), changes };
}

const isNewer = (a: Pick<Ping, 'id' | 'at'>, b: Pick<Ping, 'id' | 'at'>): boolean =>
  a.at > b.at || (a.at === b.at && a.id > b.id);

const firstFacts = ({ id, at, kind }: Ping): MonitorFacts => ({
  lastPing: { id, at, kind },
  base: at,
  lastSuccess: null,
  startedAt: null,
  down: null,
  incidents: 0,
});

/** Advances the time: a deadline before `until` is missed. A pause ends the open incident. */
function pass(rule: MonitorRule, facts: MonitorFacts, until: Instant, changes: MonitorChange[]): MonitorFacts {
  if (rule.spec.enabled === false) {
    if (facts.down !== null) changes.push({ type: 'ended', number: facts.incidents, at: until, by: 'pause' });
    return { ...facts, down: null, startedAt: null };
  }
  const deadline = deadlineOf(rule, facts);
  if (deadline === null || deadline.downAt > until) return facts;
  return downFrom(facts, { at: deadline.downAt, reason: deadline.reason, exitCode: null }, changes);
}

function downFrom(
  facts: MonitorFacts,
  { at, reason, exitCode }: { at: Instant; reason: DownReason; exitCode: number | null },
  changes: MonitorChange[],
): MonitorFacts {
  const incidents = facts.incidents + 1;
  changes.push({ type: 'opened', number: incidents, at, reason, exitCode });
  return { ...facts, down: { since: at, reason }, incidents };
}

function applied(rule: MonitorRule, facts: MonitorFacts, ping: Ping, changes: MonitorChange[]): MonitorFacts {
  const { id, at, kind, exitCode } = ping;
  const seen = { ...facts, lastPing: { id, at, kind } };
  switch (kind) {
    case 'start':
      return { ...seen, startedAt: facts.startedAt ?? at };
    case 'success':
      if (facts.down !== null) changes.push({ type: 'ended', number: facts.incidents, at, by: 'success' });
      return { ...seen, base: at, lastSuccess: at, startedAt: null, down: null };
    case 'fail': {
      const ended = { ...seen, base: at, startedAt: null };
      const isSilent = rule.spec.enabled === false || facts.down !== null;
      return isSilent ? ended : downFrom(ended, { at, reason: 'failed', exitCode }, changes);
    }
  }
}

export function stateOfMonitor(rule: MonitorRule, facts: MonitorFacts | null, now: Instant): MonitorState {
  if (rule.spec.enabled === false) return 'paused';
  if (facts === null) return 'new';
  if (facts.down !== null) return 'down';
  const deadline = deadlineOf(rule, facts);
  if (deadline !== null && deadline.downAt <= now) return 'down';
  if (facts.startedAt !== null) return 'running';
  return deadline !== null && deadline.dueAt <= now ? 'late' : 'up';
}
