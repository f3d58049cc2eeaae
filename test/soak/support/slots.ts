/** Whether every slot of a job has exactly one outcome, and whether slots that did not run had a reason. */
import type { GapView } from './books.js';
import type { Stroke } from './freezes.js';
import type { SoakJob } from './jobs.js';

/** A slot noticed no later than this after its time is on time under every misfire policy. */
const ON_TIME_MS = 60_000;
/** The longest fail-over until a slot is checked again after its scheduler or the database stood still. */
const RECOVERY_MS = 15_000;
/** A new job is planned within this time. */
const FIRST_SLOT_MS = 10_000;

export interface SlotBooks {
  readonly job: SoakJob;
  /** Nominal instants of its scheduled runs. */
  readonly ran: readonly number[];
  readonly gaps: readonly GapView[];
  /** When it was made, and up to when its slots are judged. */
  readonly since: number;
  readonly until: number;
}

/** The faults of the slots; empty if there is none. */
export function slotFaults(books: SlotBooks, diary: readonly Stroke[]): string[] {
  const { job, since, until } = books;
  if (job.every === null) return [];
  const step = job.every * 1_000;
  const faults = books.gaps.flatMap((gap) => countFault(job, gap, step));
  const outcomes = outcomesOf(books, step);
  const first = Math.min(...outcomes.keys());
  if (!(first <= since + step + FIRST_SLOT_MS)) faults.push(`${job.id}: has no outcome before ${timeText(first)}`);
  for (let slot = first; slot <= until; slot += step) {
    const found = outcomes.get(slot) ?? [];
    const name = `${job.id}: ${timeText(slot)}`;
    if (found.length !== 1) faults.push(`${name} has ${found.length} outcomes: ${found.join(', ')}`);
    else if (found.some((outcome) => outcome !== RUN && !isLegitimate(job, slot, outcome, diary)))
      faults.push(`${name} did not run for ${found.join()}`);
  }
  return faults;
}

const RUN = 'run';

/** By slot: `run` for each run, and the reason of each gap that it is a member of. */
function outcomesOf({ ran, gaps }: SlotBooks, step: number): Map<number, string[]> {
  const outcomes = new Map<number, string[]>();
  const note = (slot: number, outcome: string): void => {
    outcomes.set(slot, [...(outcomes.get(slot) ?? []), outcome]);
  };
  for (const slot of ran) note(slot, RUN);
  for (const { from, to, reason } of gaps) {
    for (let slot = Date.parse(from); slot <= Date.parse(to); slot += step) note(slot, reason);
  }
  return outcomes;
}

function countFault(job: SoakJob, gap: GapView, step: number): string[] {
  const count = Math.floor((Date.parse(gap.to) - Date.parse(gap.from)) / step) + 1;
  return count === gap.count
    ? []
    : [`${job.id}: the gap from ${gap.from} counts ${gap.count} slots and spans ${count}`];
}

/** A slot may be missed by policy only if no scheduler could check it for as long as the policy allows. */
function isLegitimate({ kind }: SoakJob, slot: number, reason: string, diary: readonly Stroke[]): boolean {
  if (kind === 'serial')
    return reason === 'ConcurrencyForbidden' || (reason === 'MisfireLast' && wasHindered(slot, diary));
  if (reason === 'MisfireSkip') return kind === 'skip' && wasHindered(slot, diary);
  if (reason === 'MisfireLast')
    return kind !== 'all' && kind !== 'retry' && kind !== 'skip' && wasHindered(slot, diary);
  return false;
}

/** True if a scheduler or the database stood still for most of the time in which the slot would have been on time. */
function wasHindered(slot: number, diary: readonly Stroke[]): boolean {
  const strokes = diary.filter(({ name }) => name === 'database' || name.startsWith('scheduler'));
  let covered = 0;
  for (let at = slot; at < slot + ON_TIME_MS; at += 1_000) {
    if (strokes.some(({ from, to }) => from <= at && at <= to + RECOVERY_MS)) covered += 1_000;
  }
  return covered > ON_TIME_MS / 2;
}

const timeText = (at: number): string => (Number.isFinite(at) ? new Date(at).toISOString() : 'ever');
