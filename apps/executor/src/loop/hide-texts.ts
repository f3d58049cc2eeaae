/** Hides the secrets of a run in every text that engines and workers report, before any decision reads it. */
import type { ApiClient } from '#common/kubernetes/api-client.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { runSecretsOf } from '#common/secrets/make-run-secrets.js';
import type { ExecutorConfig } from '../config.js';
import type { Run } from '#common/run/run.js';
import type { RunSpec } from '#common/spec/run-spec.js';
import type { RunSecrets } from '#common/secrets/run-secrets.js';
import { attemptOf, type Input } from '../run/inputs.js';
import { hasText, hideTexts } from '../run/outside-texts.js';

/** `cluster`: a client that is open while texts are hidden; null if there is no cluster. */
export function outsideTextsOf(
  parts: ServiceParts<ExecutorConfig>,
  tenants: TenantsStore,
  cluster: ApiClient | null,
): OutsideTexts {
  return new OutsideTexts(runSecretsOf(parts, { cluster, tenants }));
}

/** Masks inputs with the secrets of their run. */
export class OutsideTexts {
  constructor(private readonly secrets: Pick<RunSecrets, 'maskOf'>) {}

  /** Throws AppError UNAVAILABLE if the secrets cannot be read now: then no input is accepted. */
  async hide(run: Run, spec: RunSpec, inputs: readonly Input[]): Promise<readonly Input[]> {
    const attempts = inputs.flatMap((input) => (hasText(input) && input.type !== 'command' ? [attemptOf(input)] : []));
    if (attempts.length === 0) return inputs;
    const mask = await this.secrets.maskOf(run, spec, [...new Set(attempts)]);
    return inputs.map((input) => hideTexts(mask, input));
  }
}
