/** The last success of a job, from its schedule and its kept runs. Requests at about the same time share a query. */
import type { JobId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { Batcher } from '../runtime/batcher.js';
import type { StoredDocument } from './document.js';
import type { Mongo } from './mongo.js';
import { RUNS_ONLY, type RunDocument } from './run-document.js';

export interface StoredSuccess {
  readonly started: Instant;
  readonly finished: Instant;
}

export interface StoredSuccesses {
  readonly ofRuns: StoredSuccess | null;
  readonly ofSchedule: StoredSuccess | null;
}

interface ScheduleSuccess extends StoredDocument {
  readonly lastSuccessStart?: Instant | null;
  readonly lastSuccessFinish?: Instant | null;
}

interface Found extends ScheduleSuccess {
  readonly last: readonly RunTimes[];
}

type RunTimes = Pick<RunDocument, 'started' | 'finished'>;

const BATCHES = { maxBatch: 200, maxUnderWay: 2, maxWaiting: 20_000 };

const SUCCEEDED = { ...RUNS_ONLY, state: 'FINISHED' } as const;
const NEWEST = { createdAt: -1, _id: -1 } as const;
const RUN_TIMES = { started: 1, finished: 1 } as const;

/** The newest successful run of each job, by the index of a job's runs of a state. */
const WITH_NEWEST = {
  from: 'runs',
  localField: '_id',
  foreignField: 'job',
  pipeline: [{ $match: SUCCEEDED }, { $sort: NEWEST }, { $limit: 1 }, { $project: RUN_TIMES }],
  as: 'last',
};

export class LastSuccessesStore {
  private readonly schedules;
  private readonly runs;
  private readonly batches: Batcher<JobId, StoredSuccesses>;

  constructor(mongo: Mongo) {
    this.schedules = mongo.collection<ScheduleSuccess>('schedules');
    this.runs = mongo.collection<RunDocument>('runs');
    this.batches = new Batcher((jobs) => this.read(jobs), BATCHES);
  }

  of(job: JobId): Promise<StoredSuccesses> {
    return this.batches.add(job);
  }

  private async read(jobs: readonly JobId[]): Promise<readonly StoredSuccesses[]> {
    const stages = [
      { $match: { _id: { $in: [...new Set(jobs)] } } },
      { $project: { lastSuccessStart: 1, lastSuccessFinish: 1 } },
      { $lookup: WITH_NEWEST },
    ];
    const schedules = new Map(
      await this.schedules
        .aggregate<Found>(stages)
        .map((each): [string, Found] => [each._id, each])
        .toArray(),
    );
    return Promise.all(
      jobs.map(async (job) => {
        const { lastSuccessStart = null, lastSuccessFinish = null, last } = schedules.get(job) ?? {};
        // A job without a schedule document may still have runs.
        const [run] = last ?? [await this.newest(job)];
        return {
          ofRuns: success(run?.started, run?.finished),
          ofSchedule: success(lastSuccessStart, lastSuccessFinish),
        };
      }),
    );
  }

  private newest(job: JobId): Promise<RunTimes | null> {
    return this.runs.findOne({ ...SUCCEEDED, job }, { sort: NEWEST, projection: RUN_TIMES });
  }
}

const success = (started: Instant | null = null, finished: Instant | null = null): StoredSuccess | null =>
  started === null || finished === null ? null : { started, finished };
