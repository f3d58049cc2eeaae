/** Gathers everything that one decision on a run depends on. All of it counts at one instant: no deadline passes in between. */
import { isNewer } from '#common/domain/stored-form.js';
import { AppError } from '#common/errors/app-error.js';
import type { Run } from '#common/run/run.js';
import type { DecisionContext } from '../run/context.js';
import { loadTables } from '../run/indexes.js';
import { type Input, attemptOf } from '../run/inputs.js';
import { questionsOf } from '../run/reconcile.js';
import type { LoadedRun, RunBasis, RunPlans } from './run-loader.js';
import type { StartsOfRun } from './run-starts.js';
import type { Sealer } from './sealer.js';
import type { SignsOfLife } from './signs-of-life.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { runSecretsOf } from '#common/secrets/make-run-secrets.js';
import type { ExecutorConfig } from '../config.js';
import type { RunSpec } from '#common/spec/run-spec.js';
import type { RunSecrets } from '#common/secrets/run-secrets.js';
import { hasText, hideTexts } from '../run/outside-texts.js';

export interface FactSources {
  readonly plans: Pick<RunPlans, 'of'>;
  readonly texts: Pick<OutsideTexts, 'hide'>;
  readonly signs: Pick<SignsOfLife, 'of' | 'verify'>;
  readonly sealer: Pick<Sealer, 'sealEnds'>;
  /** The present instant, and the known facts about this replica and the others. */
  readonly surroundings: (
    run: Run,
  ) => Omit<DecisionContext, 'plan' | 'tables' | keyof ReturnType<StartsOfRun['facts']>>;
}

export interface FactRequest {
  /** The inputs as they were reported: secrets in them are hidden here. */
  readonly inputs: readonly Input[];
  /** Ends that are stored already. */
  readonly storedEnds: readonly Input[];
  readonly starts: Pick<StartsOfRun, 'facts'>;
  /** A caller waits for the answer. */
  readonly urgent: boolean;
}

export interface Facts {
  /** The inputs of the request come first, in their order. */
  readonly inputs: readonly Input[];
  readonly context: DecisionContext;
}

const SEAL_WAIT_MS = 2_000;
/** A callback must be answered within a second, so its decision waits less. */
const URGENT_SEAL_WAIT_MS = 500;

export class FactGatherer {
  constructor(private readonly sources: FactSources) {}

  /**
   * Null: the run has no snapshot, or a newer version has written it. Throws AppError UNAVAILABLE if there are inputs for a run of a
   * newer version, so that they are sent again until an executor of that version takes them.
   */
  async basisOf(run: Run, inputs: readonly Input[]): Promise<RunBasis | null> {
    if (!isNewer(run)) return this.sources.plans.of(run);
    if (inputs.length > 0)
      throw new AppError('UNAVAILABLE', `run ${run.id} was written by a newer version of Carillon`);
    return null;
  }

  /**
   * Adds further inputs that the decision needs: stored signs of life of attempts that would be given up because of their silence, and
   * whether the output of ended attempts is sealed. Throws AppError UNAVAILABLE if secrets or signs cannot be read now.
   */
  async gather({ run, chunks, tables }: LoadedRun, { spec, plan }: RunBasis, request: FactRequest): Promise<Facts> {
    const { texts, signs, sealer, surroundings } = this.sources;
    const { storedEnds, starts, urgent } = request;
    const inputs = await texts.hide(run, spec, request.inputs);
    const context: DecisionContext = {
      ...surroundings(run),
      plan,
      ...starts.facts(),
      tables: tables ?? loadTables(run, plan, chunks ?? new Map()),
    };
    const all = [...inputs, ...storedEnds, ...signs.of(run)];
    const { silent, unsealed } = questionsOf(run, all, context);
    const [seen, sealed] = await Promise.all([
      signs.verify(run, silent),
      sealer.sealEnds(run, unsealed, urgent ? URGENT_SEAL_WAIT_MS : SEAL_WAIT_MS),
    ]);
    return { inputs: [...all, ...seen, ...sealed], context };
  }
}

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
