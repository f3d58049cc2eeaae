/** Transitions of runs that are no longer embedded in them. Written by the executor alone. */
import type { RunId } from '../domain/ids.js';
import type { Instant, Transition } from '../run/run.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, insertIgnoringExisting } from './document.js';

export interface RunEventDocument extends Transition, StoredDocument {
  readonly run: RunId;
}

const NUMBER_DIGITS = 8;

export const transitionOf = ({ _id, run: _run, ...transition }: RunEventDocument): Transition => transition;

export class RunEventsStore {
  private readonly events;

  constructor(mongo: Mongo) {
    this.events = mongo.collection<RunEventDocument>('runEvents');
  }

  /** Saves the run's transitions, numbered from `first`; existing ones are not changed. */
  async add(run: RunId, first: number, transitions: readonly Transition[]): Promise<void> {
    const documents = transitions.map((transition, i) => ({
      _id: `${run}/${String(first + i).padStart(NUMBER_DIGITS, '0')}`,
      run,
      ...transition,
    }));
    await insertIgnoringExisting(this.events, documents);
  }

  /** Transitions of the run from an instant on, oldest first. */
  async from(run: RunId, at: Instant, limit: number): Promise<Transition[]> {
    return this.events
      .find({ run, at: { $gte: at } }, { sort: { at: 1, _id: 1 }, limit })
      .map(transitionOf)
      .toArray();
  }
}
