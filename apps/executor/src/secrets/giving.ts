/** The port of `SecretStarter`, which gives starts their secrets from providers. */
import type { HeldSecrets } from '#common/mongo/held-secrets.store.js';
import type { Run } from '#common/run/run.js';
import type { Launch, StartResult } from '../engines/engine.js';

export interface Given {
  readonly launch: Launch;
  /** The record of the secrets that the attempt was given; null if it was given none of a provider. */
  readonly held: HeldSecrets | null;
}

export interface SecretGiving {
  /** Returns the launch with its secrets, or why it has none. A caller that does not start it afterwards must call `takeBack`. */
  give(run: Pick<Run, 'id' | 'shard' | 'tenant'>, launch: Launch): Promise<Given | { readonly failed: StartResult }>;

  /** Takes back the secrets of a start that certainly did not happen: no worker has them. */
  takeBack(secrets: Given): Promise<void>;
}
