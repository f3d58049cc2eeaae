/**
 * What a collection still needs of its indexes, and which of them others have replaced. A server never changes the options of an index that
 * exists, so an index with other options is built beside it, under another name. Pure.
 */
import { createHash } from 'node:crypto';
import type { IndexSpec } from './collections.js';

/** What a server returns of an index. */
interface Present {
  readonly name?: string;
  readonly key: object;
  readonly unique?: boolean;
  readonly partialFilterExpression?: object;
  readonly expireAfterSeconds?: unknown;
}

interface PresentIndexes {
  readonly ready: readonly Present[];
  readonly building: readonly Present[];
}

export interface IndexStep {
  readonly index: IndexSpec;
  readonly name: string;
  /** `expiry`: it exists, but removes documents at another time, which a server does change. */
  readonly how: 'build' | 'expiry';
  /** Its build is under way. */
  readonly isBuilding: boolean;
}

export interface IndexPlan {
  readonly steps: readonly IndexStep[];
  /** Names of indexes that nothing needs any more, because one of the same key with the wanted options is ready. */
  readonly replaced: readonly string[];
}

const NAME_DIGITS = 8;

/** `present`: the indexes of the collection, as its server lists them. */
export function indexPlan(wanted: readonly IndexSpec[], { ready, building }: PresentIndexes): IndexPlan {
  const isReady = (index: IndexSpec): boolean => ready.some((each) => isSame(each, index));
  const present = [...ready, ...building];
  const steps = wanted.filter((index) => !isReady(index)).map((index) => stepOf(index, present, building));
  const done = wanted.filter(isReady);
  const replaced = ready.filter(
    (each) => done.some((index) => keyOf(index) === keyOf(each)) && !wanted.some((index) => isSame(each, index)),
  );
  return { steps, replaced: replaced.flatMap(({ name }) => name ?? []) };
}

function stepOf(index: IndexSpec, present: readonly Present[], building: readonly Present[]): IndexStep {
  const underWay = building.find((each) => isSame(each, index));
  if (underWay?.name !== undefined) return { index, name: underWay.name, how: 'build', isBuilding: true };
  const alike = present.find((each) => keyOf(each) === keyOf(index) && optionsOf(each) === optionsOf(index));
  if (alike?.name !== undefined) return { index, name: alike.name, how: 'expiry', isBuilding: false };
  const usual = usualName(index);
  const digest = createHash('sha256').update(optionsOf(index)).digest('hex').slice(0, NAME_DIGITS);
  const isTaken = present.some(({ name }) => name === usual);
  return { index, name: isTaken ? `${usual}_${digest}` : usual, how: 'build', isBuilding: false };
}

/** The name that a server gives by default. */
const usualName = ({ key }: IndexSpec): string =>
  Object.entries(key)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_');

const keyOf = ({ key }: { readonly key: object }): string => JSON.stringify(key);

/** What distinguishes indexes of one key, so that a server has both. */
const optionsOf = ({ unique, partialFilterExpression }: Omit<Present, 'key'>): string =>
  JSON.stringify([unique === true, partialFilterExpression ?? null]);

const expiryOf = ({ expireAfterSeconds }: Omit<Present, 'key'>): number | null =>
  expireAfterSeconds === undefined ? null : Number(expireAfterSeconds);

const isSame = (present: Present, wanted: IndexSpec): boolean =>
  keyOf(present) === keyOf(wanted) &&
  optionsOf(present) === optionsOf(wanted) &&
  expiryOf(present) === expiryOf(wanted);
