/**
 * The state of a rule: a pure function of the findings and of the time. Its jobs are checked page by page, pass after pass; one
 * incident is open as long as the condition holds for any of them, and ends with a complete pass that finds none.
 */
import { MAX_INCIDENT_JOBS, RULE_SETTLE_MS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import type { RuleCondition } from '../spec/rule.js';
import type { AffectedJob, EndCause } from './incident.js';

/** The position of a job in the list of the jobs of its tenant. */
export interface JobPosition {
  readonly tenant: string;
  readonly name: string;
}

interface ListedJob extends AffectedJob {
  /** The pass in which it was last found, by its beginning. */
  readonly seen: Instant;
}

export interface RuleFacts {
  /** Events until this time were examined. */
  readonly lookedUntil: Instant;
  /** The pass that is under way: when it began, after which job it continues, and how many jobs it has found. */
  readonly pass: {
    readonly begun: Instant;
    readonly after: JobPosition | null;
    readonly watched: number;
    readonly affected: number;
  };
  /** Number of jobs that the last complete pass has checked; null before the first. */
  readonly watched: number | null;
  /** At most `MAX_INCIDENT_JOBS`. */
  readonly listed: readonly ListedJob[];
  /** How many jobs are affected. */
  readonly count: number;
  readonly isOpen: boolean;
  /** True if a job of the open incident is not watched any more. */
  readonly hasLeft: boolean;
  /** How many incidents there were: the number of the present or last one. */
  readonly incidents: number;
  /** Number of decided changes: an earlier change never replaces a later one. */
  readonly changes: number;
}

/** The findings for one page of jobs. */
export interface RulePage {
  /** When it was read. */
  readonly at: Instant;
  /** The checked jobs, each with its problem; null where there is none. */
  readonly judged: readonly (Pick<AffectedJob, 'job' | 'name' | 'run'> & { readonly message: string | null })[];
  /** Null after the last page. */
  readonly next: JobPosition | null;
}

interface AffectedJobs {
  readonly reason: RuleCondition['type'];
  readonly jobs: readonly AffectedJob[];
  readonly count: number;
}

/** The beginning of an incident, other jobs in it, or its end. */
export type RuleChange =
  | ({
      readonly type: 'opened' | 'changed';
      readonly number: number;
      readonly at: Instant;
      readonly seq: number;
    } & AffectedJobs)
  | { readonly type: 'ended'; readonly number: number; readonly at: Instant; readonly cause: EndCause };

export interface AdvancedRule {
  readonly facts: RuleFacts;
  readonly changes: readonly RuleChange[];
}

/** `since`: when the rule was created, or its jobs or condition last changed. */
export const firstRuleFacts = (since: Instant): RuleFacts => ({
  ...resting(since),
  watched: null,
  incidents: 0,
  changes: 0,
});

/** Events from this time on have to be examined. */
export const newsSince = ({ lookedUntil }: RuleFacts): Instant => lookedUntil - RULE_SETTLE_MS;

/** The rule stops examining: it is paused, or was changed at `at`. */
export function stoppedRule(facts: RuleFacts, at: Instant, cause: EndCause): AdvancedRule {
  const stopped: RuleFacts = { ...facts, ...resting(at), watched: null };
  return { facts: stopped, changes: facts.isOpen ? [{ type: 'ended', number: facts.incidents, at, cause }] : [] };
}

const resting = (at: Instant): Omit<RuleFacts, 'watched' | 'incidents' | 'changes'> => ({
  lookedUntil: at,
  pass: { begun: at, after: null, watched: 0, affected: 0 },
  listed: [],
  count: 0,
  isOpen: false,
  hasLeft: false,
});

export function advanceRule(reason: RuleCondition['type'], facts: RuleFacts, page: RulePage): AdvancedRule {
  // Clocks differ between replicas: each pass begins later than the one before it.
  const passBegin = Math.max(page.at, facts.pass.begun + 1);
  const pass = facts.pass.after === null ? { begun: passBegin, watched: 0, affected: 0 } : facts.pass;
  const affected = page.judged.flatMap(({ message, ...rest }) => (message === null ? [] : [{ ...rest, message }]));
  const before = new Map(facts.listed.map((each) => [each.job, each]));
  const judged = new Set(page.judged.map(({ job }) => job));
  const current = affected.map((each) => {
    // The run by which the problem was found stays the same while others fail, too.
    const former = before.get(each.job);
    const run = former?.run ?? each.run;
    return { ...each, ...(run && { run }), since: former?.since ?? page.at, seen: pass.begun };
  });
  // Jobs that were listed before stay listed.
  const all = [...facts.listed.filter(({ job }) => !judged.has(job)), ...current].toSorted(byAge);
  const next: RuleFacts = {
    ...facts,
    pass: {
      begun: pass.begun,
      after: page.next,
      watched: pass.watched + page.judged.length,
      affected: pass.affected + affected.length,
    },
    listed: all.slice(0, MAX_INCIDENT_JOBS),
    count: Math.max(facts.count, all.length),
  };
  return withIncident(reason, facts, page.next === null ? afterPass(next) : next, page.at);
}

const byAge = (a: ListedJob, b: ListedJob): number => a.since - b.since || (a.job < b.job ? -1 : 1);

/** Jobs that the pass has not found do not belong to the rule any more. */
function afterPass(facts: RuleFacts): RuleFacts {
  const { begun, watched, affected } = facts.pass;
  const listed = facts.listed.filter(({ seen }) => seen >= begun);
  const hasLeft = facts.hasLeft || listed.length < facts.listed.length;
  return { ...facts, listed, hasLeft, watched, count: affected, lookedUntil: begun };
}

function withIncident(reason: RuleCondition['type'], before: RuleFacts, facts: RuleFacts, at: Instant): AdvancedRule {
  if (facts.isOpen) {
    const isOver = facts.pass.after === null && facts.count === 0;
    if (isOver) return ended(facts, at);
    return hasSameJobs(before, facts) ? { facts, changes: [] } : changed(facts, reason, { type: 'changed', at });
  }
  if (facts.listed.length === 0) return { facts, changes: [] };
  const opened = { ...facts, isOpen: true, hasLeft: false, incidents: facts.incidents + 1 };
  return changed(opened, reason, { type: 'opened', at });
}

function changed(
  before: RuleFacts,
  reason: RuleCondition['type'],
  change: { readonly type: 'opened' | 'changed'; readonly at: Instant },
): AdvancedRule {
  const facts = { ...before, changes: before.changes + 1 };
  const { incidents: number, changes: seq, count } = facts;
  return { facts, changes: [{ ...change, number, seq, reason, jobs: jobsOf(facts), count }] };
}

const ended = (facts: RuleFacts, at: Instant): AdvancedRule => ({
  facts: { ...facts, isOpen: false, hasLeft: false },
  changes: [{ type: 'ended', number: facts.incidents, at, cause: facts.hasLeft ? 'unwatched' : 'recovered' }],
});

const jobsOf = ({ listed }: RuleFacts): AffectedJob[] => listed.map(({ seen: _seen, ...job }) => job);

const hasSameJobs = (a: RuleFacts, b: RuleFacts): boolean =>
  a.count === b.count && JSON.stringify(jobsOf(a)) === JSON.stringify(jobsOf(b));
