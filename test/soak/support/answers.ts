/** Judges runs that are calls of the plain service: how often each was made, and whether each ended for what had happened to it. */
import { parseAttemptId, asAttemptId } from '#common/domain/ids.js';
import type { AttemptView, Books, RunView } from './books.js';
import type { Stroke } from './freezes.js';
import type { SoakJob } from './jobs.js';
import { BUSY_SECONDS, REASON_OF, type PlainRequest } from './plain-service.js';

const READS_AT_ONCE = 8;
/** Clocks of the service and of the executor are the same, read a moment apart. */
const MARGIN_MS = 100;
/** A stroke has effects for so long: leases end, and others look for lost calls. */
const EFFECT_MS = 30_000;

export type Blame = (kind: string, what: string) => void;

export interface Answers {
  readonly books: Pick<Books, 'attempts' | 'log'>;
  readonly requests: readonly PlainRequest[];
  readonly diary: readonly Stroke[];
}

interface Call {
  readonly job: SoakJob;
  readonly run: RunView;
  /** Of this run, in their order. */
  readonly requests: readonly PlainRequest[];
  readonly attempts: readonly AttemptView[];
  /** An executor or the database was struck meanwhile. */
  readonly isStruck: boolean;
}

/** Gives how many requests were repeated, and how many calls were told as interrupted. */
export async function judgeAnswers(
  job: SoakJob,
  runs: readonly RunView[],
  { books, requests, diary }: Answers,
  blame: Blame,
): Promise<{ readonly repeated: number; readonly interrupted: number }> {
  const ofRun = Map.groupBy(requests, ({ attempt }) => parseAttemptId(asAttemptId(attempt))?.run as string | undefined);
  const sums = { repeated: 0, interrupted: 0 };
  const rest = [...runs];
  const read = async (): Promise<void> => {
    for (let run = rest.pop(); run !== undefined; run = rest.pop()) {
      const attempts = await books.attempts(run.id);
      const call: Call = { job, run, requests: ofRun.get(run.id) ?? [], attempts, isStruck: isStruck(run, diary) };
      for (const fault of faultsOf(call)) blame('call', `${run.id} of ${job.id}: ${fault}`);
      sums.repeated += repeatsOf(call).length;
      sums.interrupted += attempts.filter(({ reason }) => reason === 'CallInterrupted').length;
      const last = attempts.at(-1);
      if (run.state !== 'FINISHED' || last === undefined) continue;
      const lines = await books.log(run.id, last);
      if (!lines.some((line) => line.startsWith('the answer to ')))
        blame('call', `${run.id} of ${job.id}: no answer in its log`);
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, read));
  return sums;
}

function faultsOf(call: Call): string[] {
  const { job, run, requests, attempts } = call;
  if (run.state !== 'FINISHED' && run.state !== 'FAILED') return [`it is ${run.state}`];
  const faults: string[] = [];
  if (job.kind === 'posted') for (const attempt of repeatsOf(call)) faults.push(`${attempt} was sent more than once`);
  if (attempts.length > job.attempts) faults.push(`it has ${attempts.length} attempts`);
  for (const { attempt, reason, state } of attempts) {
    const own = requests.filter((each) => each.attempt.endsWith(`/${attempt}`));
    const reasons = reasonsFor(call, own);
    if (!reasons.includes(reason))
      faults.push(
        `attempt ${attempt} ${state} for ${reason}; it was ${own.map(({ treatment }) => treatment).join() || 'not called'}`,
      );
  }
  if (job.kind === 'later') faults.push(...pauseFaults(call));
  return faults;
}

/** The reasons with which an attempt with these requests may end. */
function reasonsFor({ job, isStruck }: Call, requests: readonly PlainRequest[]): string[] {
  const reasons: string[] = requests.map(({ treatment }) => REASON_OF[treatment]);
  // A process that stood still finds the time of its call over before it reads the answer.
  if (isStruck) reasons.push('TimeoutExceeded');
  if (isStruck && job.kind === 'posted') reasons.push('CallInterrupted');
  return reasons;
}

/** The second attempt comes when the service said so, or later. */
function pauseFaults({ run, requests }: Call): string[] {
  const [first] = requests;
  const second = requests.find(({ attempt }) => attempt.endsWith('/2'));
  if (run.state === 'FINISHED' && second === undefined) return ['it finished in the attempt that was refused'];
  if (first?.answeredAt == null || second === undefined) return [];
  const pauseMs = second.at - first.answeredAt;
  return pauseMs < BUSY_SECONDS * 1_000 - MARGIN_MS ? [`it was repeated after ${pauseMs} ms, too early`] : [];
}

const repeatsOf = ({ requests }: Call): string[] =>
  [...Map.groupBy(requests, ({ attempt }) => attempt)].flatMap(([attempt, { length }]) =>
    length > 1 ? [attempt] : [],
  );

function isStruck({ createdAt, finished }: RunView, diary: readonly Stroke[]): boolean {
  const from = Date.parse(createdAt) - EFFECT_MS;
  const to = (finished === null ? Date.now() : Date.parse(finished)) + MARGIN_MS;
  return diary.some((stroke) => /^(executor|database)/.test(stroke.name) && stroke.from <= to && stroke.to >= from);
}
