/** Estimates how many runs a list has from a sample of all runs. One sample is used for a minute. */
import type { Clock } from '../clock/clock.js';
import { isFailure } from '../run/failed-ends.js';
import { stateOf, type RunState } from '../run/phase.js';
import type { Instant } from '../run/run.js';
import { KeptSample } from './kept-sample.js';
import type { Mongo } from './mongo.js';
import type { RunDocument } from './run-document.js';
import type { RunFilter } from './run-filter.js';

/** With at least this many runs of the list in the sample, the estimate is wrong by less than half. */
const CERTAIN = 30;

type Sampled = Pick<RunDocument, 'tenant' | 'job' | 'phase' | 'reason' | 'trigger' | 'errorGroup' | 'createdAt'>;

const FIELDS = { _id: 0, tenant: 1, job: 1, phase: 1, reason: 1, trigger: 1, errorGroup: 1, createdAt: 1 } as const;

export class RunEstimates {
  private readonly sample: KeptSample<RunDocument, Partial<Sampled>>;

  constructor(
    mongo: Pick<Mongo, 'collection'>,
    clock: Pick<Clock, 'monotonic'>,
    collection: 'runs' | 'coldRuns' = 'runs',
  ) {
    this.sample = new KeptSample(mongo.collection<RunDocument>(collection), FIELDS, clock);
  }

  async count(filter: RunFilter): Promise<number> {
    return (await this.look(filter)).count;
  }

  /** Estimates the number of runs where it is certainly higher than `than`; otherwise null, and the runs must be counted. */
  async countIfMore(filter: RunFilter, than: number): Promise<number | null> {
    const { found, count } = await this.look(filter);
    return found >= CERTAIN && count >= 2 * than ? count : null;
  }

  /** When runs of the sample were recorded. */
  async times(filter: RunFilter): Promise<{ readonly ofList: readonly Instant[]; readonly ofAll: readonly Instant[] }> {
    const { documents } = await this.sample.current();
    return { ofList: timesOf(documents.filter((each) => isIn(filter, each))), ofAll: timesOf(documents) };
  }

  private async look(filter: RunFilter): Promise<{ readonly found: number; readonly count: number }> {
    // The total includes keys without a run.
    const { total, documents } = await this.sample.current();
    const found = documents.filter((each) => isIn(filter, each)).length;
    return { found, count: Math.round((total * found) / Math.max(1, documents.length)) };
  }
}

/** A key without a run has none. */
const timesOf = (documents: readonly Partial<Sampled>[]): Instant[] =>
  documents.flatMap(({ createdAt }) => (createdAt === undefined ? [] : [createdAt]));

function isIn(filter: RunFilter, sampled: Partial<Sampled>): boolean {
  const { tenant, job, phase, trigger, errorGroup, createdAt } = sampled;
  // A key without a run has none of them.
  if (tenant === undefined || phase === undefined || createdAt === undefined) return false;
  const { tenants, from, to, begins } = filter;
  const values = { job, phase, trigger, errorGroup, state: stateOf(phase) };
  const fields = ['job', 'phase', 'trigger', 'errorGroup', 'state'] as const;
  return (
    tenants?.includes(tenant) !== false &&
    hasEnd(filter, values.state, sampled.reason) &&
    fields.every((field) => filter[field] === null || filter[field] === values[field]) &&
    createdAt >= Math.max(from ?? 0, begins.get(tenant) ?? 0) &&
    createdAt <= (to ?? Infinity)
  );
}

const hasEnd = ({ failed }: RunFilter, state: RunState, reason = ''): boolean =>
  failed === undefined || failed === isFailure({ state, reason });
