/** How starts are given secrets from outside: the port of `SecretStarter`. */
import type { HeldSecrets } from '#common/mongo/held-secrets.store.js';
import type { Run } from '#common/run/run.js';
import type { Launch, StartResult } from '../engines/engine.js';

export interface Given {
  readonly launch: Launch;
  /** The record of the secrets that the attempt was given; null if it was given none of a provider. */
  readonly held: HeldSecrets | null;
}

export interface SecretGiving {
  /** The launch with its secrets, or why it has none. Whoever does not start it afterwards must `takeBack` what it was given. */
  give(run: Pick<Run, 'id' | 'shard' | 'tenant'>, launch: Launch): Promise<Given | { readonly failed: StartResult }>;

  /** The start certainly did not happen: nobody has what was given for it. */
  takeBack(given: Given): Promise<void>;
}
