/**
 * Where sealed values lie. Whoever stores them elsewhere adds the field here: what is not named here is not sealed anew when keys
 * change, and the tests look through everything that they have stored for such values in other places.
 */
import type { CollectionName } from './collections.js';

export interface SealedHolder {
  /** Paths of fields that hold sealed values: as text, inside JSON that is kept as text, or at any depth. */
  readonly fields: readonly string[];
  /** Paths of texts and numbers that must be as they were read, so that no edit at the same time is lost. */
  readonly guard: readonly string[];
  /** Its owner keeps documents in memory, and writes them by this revision: it must see that there is a newer one. */
  readonly counts?: 'rev';
}

const definition = { fields: ['sealed', 'spec'], guard: ['sealed', 'spec'] } as const;
const ofRun = ['overrides.secureParameters', 'overrides.secretOptions'] as const;

/** Collections without an entry hold no sealed values. */
export const SEALED_FIELDS: Readonly<Partial<Record<CollectionName, SealedHolder>>> = {
  jobs: definition,
  jobVersions: definition,
  workers: definition,
  workerVersions: definition,
  // They never change, so that nothing but sealing them anew writes them.
  specs: { fields: ['sealed', 'taskWorkers', 'job', 'worker'], guard: [] },
  runs: { fields: ofRun, guard: ['rev', ...ofRun], counts: 'rev' },
  idempotency: { fields: ['answer.body'], guard: ['answer.body'] },
  inbox: { fields: ['payload'], guard: ['payload'] },
  jobStorage: { fields: ['json'], guard: ['json'] },
  notices: { fields: ['webhook'], guard: ['webhook'] },
};
