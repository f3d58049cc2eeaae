/** Gathers everything that one decision on a run depends on. All of it counts at one instant: no deadline passes in between. */
import type { Run } from '#common/run/run.js';
import type { DecisionContext } from '../run/context.js';
import { loadTables } from '../run/indexes.js';
import type { Input } from '../run/inputs.js';
import { questionsOf } from '../run/reconcile.js';
import type { OutsideTexts } from './hide-texts.js';
import type { LoadedRun } from './run-loader.js';
import type { RunBasis } from './run-plans.js';
import type { Sealer } from './sealer.js';
import type { SignsOfLife } from './signs-of-life.js';
import { capacityOf } from './start-limits.js';
import type { StartQueue, StartTerms } from './start-queue.js';

export interface FactSources {
  readonly texts: Pick<OutsideTexts, 'hide'>;
  readonly signs: Pick<SignsOfLife, 'of' | 'verify'>;
  readonly sealer: Pick<Sealer, 'sealEnds'>;
  readonly starts: Pick<StartQueue, 'take' | 'demandOf'>;
  /** The present instant, and what is known of this replica and the others. */
  readonly surroundings: (run: Run) => Omit<DecisionContext, 'plan' | 'grant' | 'demand' | 'capacity' | 'tables'>;
}

export interface FactRequest {
  /** As they were reported: secrets in them are hidden here. */
  readonly inputs: readonly Input[];
  /** Ends that are stored already. */
  readonly storedEnds: readonly Input[];
  /** What starts of the run are subject to. */
  readonly terms: StartTerms;
  /** A caller waits for the answer. */
  readonly urgent: boolean;
}

export interface Facts {
  /** First those of the request, in their order. */
  readonly inputs: readonly Input[];
  readonly context: DecisionContext;
}

const SEAL_WAIT_MS = 2_000;
/** A callback must be answered within a second, so its decision waits less. */
const URGENT_SEAL_WAIT_MS = 500;

export class FactGatherer {
  constructor(private readonly sources: FactSources) {}

  /**
   * Adds to the inputs what is needed to decide on them: stored signs of life of attempts that would be given up for their silence,
   * and whether the output of ended attempts is sealed. Throws AppError UNAVAILABLE where secrets or signs cannot be read now.
   */
  async gather({ run, chunks, tables }: LoadedRun, { spec, plan }: RunBasis, request: FactRequest): Promise<Facts> {
    const { texts, signs, sealer, starts, surroundings } = this.sources;
    const { storedEnds, terms, urgent } = request;
    const inputs = await texts.hide(run, spec, request.inputs);
    const context: DecisionContext = {
      ...surroundings(run),
      plan,
      capacity: capacityOf(terms.limits),
      demand: starts.demandOf(run.id),
      grant: (wanted) => starts.take(run.id, terms, wanted),
      tables: tables ?? loadTables(run, plan, chunks ?? new Map()),
    };
    const known = [...inputs, ...storedEnds, ...signs.of(run)];
    const { silent, unsealed } = questionsOf(run, known, context);
    const [seen, sealed] = await Promise.all([
      signs.verify(run, silent),
      sealer.sealEnds(run, unsealed, urgent ? URGENT_SEAL_WAIT_MS : SEAL_WAIT_MS),
    ]);
    return { inputs: [...known, ...seen, ...sealed], context };
  }
}
