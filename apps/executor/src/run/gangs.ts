/** Gangs in a run: selects the attempts that may start, so that the members of a wave are placed together or not at all. */
import {
  decideGang,
  gangShares,
  gangSizes,
  hasLostMembers,
  NEW_GANG,
  type GangDecision,
  type GangState,
} from '#common/run/gang.js';
import type { LiveAttempt } from '#common/run/run.js';
import { endRun } from './completion.js';
import type { Draft } from './draft.js';
import type { TaskPlan } from './plan.js';
import { REASONS } from './reasons.js';

/** Indexes of a task that could start now. */
export interface Offer {
  readonly task: TaskPlan;
  readonly indexes: readonly number[];
}

export interface Admitted {
  readonly offers: readonly Offer[];
  /** The attempts must start together: a smaller grant is of no use. */
  readonly together: boolean;
  /** The state of the wave's gang once they have started; absent if it does not change. */
  readonly begins?: { readonly wave: number; readonly state: GangState };
}

/** The offers of one wave (in start order) that its gang admits. */
export function admitWave(draft: Draft, offers: readonly Offer[]): Admitted {
  const wave = offers[0]?.task.wave ?? 0;
  const required = sizesOf(draft)[wave] ?? 0;
  if (required <= 1) return { offers, together: false };
  const state = draft.gangs[wave] ?? NEW_GANG;
  const members = draft.active.filter((live) => waveOf(draft, live) === wave);
  const whole = shared(draft, offers, required);
  const offered = countOf(whole);
  const leaving = members.filter(({ stop }) => stop !== null).length;
  const unplaced = members.filter((live) => live.stop === null && !isPlaced(live)).length;
  const view = { required, placed: placedIn(draft, wave), startable: offered + unplaced, leaving };
  const seed = `${draft.base.id}/${draft.generation}/${wave}`;
  const decision = decideGang(state, view, { now: draft.now, seed });
  if (decision.wakeAt !== null) draft.wakes.push(decision.wakeAt);
  if (decision.do === 'create') {
    if (required > draft.context.capacity) return refuse(draft, required);
    // A gang starts only when all of its members may start now; until then it occupies no room.
    return { offers: whole, together: true, begins: { wave, state: decision.state } };
  }
  return follow(draft, { wave, offers, required, members }, decision.do, decision.state);
}

/** All members of the wave's gang are claimed in this decision. */
export function beginGang(draft: Draft, { begins }: Admitted): void {
  if (begins) draft.setGang(begins.wave, begins.state);
}

/** Fails the run: it could never start, and would block the runs that wait behind it. */
function refuse(draft: Draft, required: number): Admitted {
  const { capacity } = draft.context;
  const message = `${required} attempts must be placed together; the limits of its worker and its executor allow ${capacity} at once`;
  endRun(draft, { phase: 'Failed', reason: REASONS.GangTooLarge, message }, 'terminated');
  return { offers: [], together: false };
}

interface Wave {
  readonly wave: number;
  readonly offers: readonly Offer[];
  readonly required: number;
  readonly members: readonly LiveAttempt[];
}

function follow(
  draft: Draft,
  { wave, offers, required, members }: Wave,
  what: Exclude<GangDecision['do'], 'create'>,
  state: GangState,
): Admitted {
  if (state.type !== 'waiting' || what === 'release') draft.setGang(wave, state);
  switch (what) {
    case 'open':
      return { offers, together: false };
    case 'release':
      draft.note({ reason: REASONS.GangReleased, message: `not placed as a whole in time: ${required} are needed` });
      for (const live of members) draft.requestStop(live, 'replaced');
      return { offers: [], together: false };
    case 'wait':
      // Members that failed meanwhile are replaced; nothing else is added.
      return { offers: state.type === 'placing' ? shared(draft, offers, required) : [], together: false };
  }
}

const countOf = (offers: readonly Offer[]): number => offers.reduce((sum, { indexes }) => sum + indexes.length, 0);

/** The share of each task, less the attempts that exist already. */
function shared(draft: Draft, offers: readonly Offer[], required: number): readonly Offer[] {
  const shares = gangShares(
    offers.map(({ task }) => task),
    required,
  );
  return offers.map(({ task, indexes }) => {
    const left = (shares.get(task.name) ?? 0) - draft.activeOf(task.name).length - endedOf(draft, task.name);
    return { task, indexes: indexes.slice(0, Math.max(0, left)) };
  });
}

/** Members of the largest gang of the run; 0 without a gang. */
export const largestGang = (draft: Draft): number => Math.max(0, ...sizesOf(draft));

const sizesOf = ({ context: { plan } }: Draft): readonly number[] => gangSizes(plan.tasks, plan.rules.minAvailable);

const waveOf = (draft: Draft, live: LiveAttempt): number | undefined =>
  draft.context.plan.tasks.find(({ name }) => name === live.task)?.wave;

function endedOf(draft: Draft, task: string): number {
  const { succeeded = 0, failed = 0 } = draft.indexes.of(task)?.totals ?? {};
  return succeeded + failed;
}

/** Attempts of the wave that are placed (on a node, or running), and indexes that have ended for good. */
function placedIn(draft: Draft, wave: number): number {
  const tasks = draft.context.plan.tasks.filter((task) => task.wave === wave);
  const ended = tasks.reduce((sum, { name }) => sum + endedOf(draft, name), 0);
  return ended + draft.active.filter((live) => isPlaced(live) && waveOf(draft, live) === wave).length;
}

const isPlaced = ({ startedAt, node }: LiveAttempt): boolean => startedAt !== null || node !== undefined;

/** Members that all gangs started so far need together; 0 without a gang. */
export function requiredMembers(draft: Draft): number {
  return sizesOf(draft).reduce((sum, size, wave) => {
    const gangType = draft.gangs[wave]?.type;
    return gangType === 'placing' || gangType === 'placed' ? sum + size : sum;
  }, 0);
}

/** The event `Unknown`: a gang that was complete has lost members, and their replacements cannot be placed. */
export function isShortOfMembers(draft: Draft): boolean {
  return draft.gangs.some((state, wave) => {
    const unplaceable = draft.active.filter(
      (live) => waveOf(draft, live) === wave && !isPlaced(live) && live.waitingFor !== undefined,
    ).length;
    return hasLostMembers(state, { required: sizesOf(draft)[wave] ?? 0, placed: placedIn(draft, wave), unplaceable });
  });
}
