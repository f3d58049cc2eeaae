/** Suggests how to move the slots of one job away from those of others without a change of rhythm: `H` in cron, or jitter. Pure. */
import type { ScheduleRule } from '#common/schedule/schedule-state.js';

/** Texts as they are written in the job. */
export interface SpreadChange {
  readonly field: 'cron' | 'jitterSeconds';
  readonly present: string;
  readonly suggested: string;
}

export interface Spread {
  /** The rule with all changes. */
  readonly rule: ScheduleRule;
  readonly changes: readonly SpreadChange[];
}

const JITTER_SECONDS = 300;

/** Null if nothing is suggested: for a single instant, a fixed delay, or a schedule that is spread already. */
export function spreadOf(rule: ScheduleRule): Spread | null {
  if (rule.at !== null || rule.fixedDelay !== undefined || rule.jitterSeconds > 0) return null;
  const crons = rule.cron ?? [];
  if (crons.some((text) => text.toUpperCase().includes('H'))) return null;
  const changes = crons.flatMap((present): SpreadChange[] => {
    const suggested = hashed(present);
    return suggested === null ? [] : [{ field: 'cron', present, suggested }];
  });
  if (changes.length === 0) return jittered(rule);
  return { rule: { ...rule, cron: crons.map((text) => hashed(text) ?? text) }, changes };
}

function jittered(rule: ScheduleRule): Spread | null {
  const jitterSeconds = Math.min(JITTER_SECONDS, Math.floor((rule.every ?? Infinity) / 2));
  if (jitterSeconds < 1) return null;
  const change = { field: 'jitterSeconds', present: '0', suggested: String(jitterSeconds) } as const;
  return { rule: { ...rule, jitterSeconds }, changes: [change] };
}

const MACROS: Readonly<Record<string, string>> = {
  '@YEARLY': 'H 0 1 1 *',
  '@ANNUALLY': 'H 0 1 1 *',
  '@MONTHLY': 'H 0 1 * *',
  '@WEEKLY': 'H 0 * * 0',
  '@DAILY': 'H 0 * * *',
  '@MIDNIGHT': 'H 0 * * *',
  '@HOURLY': 'H * * * *',
};

/** The expression at a minute of the job's own in place of a fixed one; null if its minutes are not a single fixed minute or step. */
function hashed(text: string): string | null {
  const macro = MACROS[text.trim().toUpperCase()];
  if (macro !== undefined) return macro;
  const fields = text.trim().split(/\s+/);
  const place = fields.length === 5 ? 0 : 1;
  const minute = fields[place] ?? '';
  const step = /^(?:\*|0)\/(\d+)$/.exec(minute)?.[1];
  if (step === undefined && !/^\d+$/.test(minute)) return null;
  // A step of one minute, or one that does not divide 60, would give other intervals.
  if (step !== undefined && (Number(step) < 2 || 60 % Number(step) !== 0)) return null;
  return fields.with(place, step === undefined ? 'H' : `H/${step}`).join(' ');
}
