/** Leftovers of removed runs in the collections of every service: finds and removes them. */
import type { RunId } from '../domain/ids.js';
import { ColdPacksStore } from './cold-packs.store.js';
import { runsIn } from './of-run.js';
import type { Mongo } from './mongo.js';
import type { Remains } from './run-document.js';
import type { DocumentCollection, StoredDocument } from './document.js';

interface Child extends StoredDocument {
  readonly run: RunId;
  /** Only of `heldSecrets`: a lease is revoked first. */
  readonly open?: true;
}

/** The collections whose documents belong to one run each. */
const CHILDREN = ['attempts', 'runEvents', 'runIndexes', 'logs', 'inbox'] as const;
/** Documents that one call removes: a single run may have very many of them. */
const MAX_REMOVED_AT_ONCE = 2_000;

export class RunLeftoversStore {
  private readonly children: readonly DocumentCollection<Child>[];
  private readonly attempts;
  private readonly held;
  private readonly packs: ColdPacksStore;

  constructor(mongo: Mongo) {
    this.packs = new ColdPacksStore(mongo);
    this.held = mongo.collection<Child>('heldSecrets');
    this.children = CHILDREN.map((name) => mongo.collection<Child>(name));
    this.attempts = mongo.collection<Child>('attempts');
  }

  /** Makes the runs that are in the archive visible there: the process that archived them may have died before it did so. */
  async revealArchived(remains: readonly Remains[]): Promise<void> {
    for (const [pack, theirs] of Map.groupBy(remains, (each) => each.pack)) {
      const runs = theirs.map(({ run }) => run);
      if (pack !== undefined) await this.packs.reveal(pack, runs);
    }
  }

  /** Removes everything that belongs to the runs, except leases: a lease is removed when it is revoked. */
  async removeChildren(removed: readonly Pick<Remains, 'run'>[]): Promise<void> {
    const runs = removed.map(({ run }) => run);
    await Promise.all([
      ...this.children.map((collection) => removeAll(collection, runs)),
      removeAll(this.held, runs, { open: { $exists: false } }),
    ]);
  }

  /** Runs that have attempts, in key order after `run`: the runs of up to `limit` attempts. Empty at the end. */
  async runsWithAttempts(run: RunId | null, limit: number): Promise<RunId[]> {
    return runsIn(this.attempts, run, limit);
  }
}

/** Page by page: one call that removes everything of a huge run would exceed its timeout. */
async function removeAll(
  collection: DocumentCollection<Child>,
  runs: readonly RunId[],
  those: { readonly open?: { readonly $exists: false } } = {},
): Promise<void> {
  for (;;) {
    const options = { projection: { _id: 1 }, limit: MAX_REMOVED_AT_ONCE } as const;
    const run = { $in: [...runs] };
    const page = await collection.find({ run, ...those }, options).toArray();
    if (page.length > 0) await collection.deleteMany({ run, _id: { $in: page.map(({ _id }) => _id) } });
    if (page.length < MAX_REMOVED_AT_ONCE) return;
  }
}
