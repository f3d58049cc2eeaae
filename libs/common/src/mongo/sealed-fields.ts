/**
 * The fields that hold encrypted values. Code that stores them elsewhere adds the field here: `rekey` encrypts only these fields
 * again, and the tests search everything that they have stored for such values in other places.
 */
import type { CollectionName } from './collections.js';

export interface SealedHolder {
  /** Paths of fields with encrypted values: as text, inside JSON that is stored as text, or at any depth. */
  readonly fields: readonly string[];
  /** Paths of texts and numbers that must be unchanged since the read, so that no concurrent edit is lost. */
  readonly guard: readonly string[];
  /** The owner caches documents and writes them by this revision, so it must be raised by every write. */
  readonly counts?: 'rev';
}

const definition = { fields: ['sealed', 'spec'], guard: ['sealed', 'spec'] } as const;
const ofRun = ['overrides.secureParameters', 'overrides.secretOptions'] as const;

/** Collections without an entry hold no encrypted values. */
export const SEALED_FIELDS: Readonly<Partial<Record<CollectionName, SealedHolder>>> = {
  jobs: definition,
  jobVersions: definition,
  workers: definition,
  workerVersions: definition,
  // These values never change, so only `rekey` writes them.
  specs: { fields: ['sealed', 'taskWorkers', 'job', 'worker'], guard: [] },
  runs: { fields: ofRun, guard: ['rev', ...ofRun], counts: 'rev' },
  channels: { fields: ['spec'], guard: ['rev', 'spec'], counts: 'rev' },
  triggers: { fields: ['spec'], guard: ['rev', 'spec'], counts: 'rev' },
  monitors: { fields: ['pingToken'], guard: ['rev', 'pingToken'], counts: 'rev' },
  bulks: { fields: ['credential'], guard: ['rev', 'credential'], counts: 'rev' },
  idempotency: { fields: ['answer.body'], guard: ['answer.body'] },
  inbox: { fields: ['payload'], guard: ['payload'] },
  jobStorage: { fields: ['json'], guard: ['json'] },
  notices: { fields: ['webhook'], guard: ['webhook'] },
  heldSecrets: { fields: ['prints'], guard: ['prints'] },
  audit: { fields: ['proof', 'erased.proof'], guard: ['proof', 'erased.proof'] },
};
