/** The jobs of the soak: every way in which an attempt may begin, report, fail and be repeated. */
import type { Work } from '#testing/product/worker-process.js';
import type { ApiClient } from '#testing/api-client.js';
import { BUSY_PATH } from './plain-service.js';

export interface SoakJob {
  readonly id: string;
  readonly kind: Kind;
  /** Seconds between its slots; a divisor of sixty. Null for a job that is run manually. */
  readonly every: number | null;
  /** Null for a process, and for a call whose answer is its end. */
  readonly work: Work | null;
  /** Attempts that each of its runs needs, all indexes together. */
  readonly attempts: number;
  /** When the request that created it was answered. */
  readonly madeAt: number;
}

/**
 * `all`, `last`, `skip`: by their misfire policy. `retry`: its first attempt fails. `wide`: three indexes. `serial`: one run
 * at a time. `again`: a worker that may be called twice. `brief`: its runs are removed soon after their end. `asked`: by
 * hand. `doomed`: by hand, and killed while it runs. Calls whose answer is their end: `posted`, which must not be repeated; `got` and
 * `repeated`, which may be; `later`, which is refused once.
 */
export const KINDS = [
  'all',
  'last',
  'skip',
  'retry',
  'wide',
  'serial',
  'again',
  'process',
  'brief',
  'asked',
  'doomed',
  'posted',
  'got',
  'repeated',
  'later',
] as const;
export type Kind = (typeof KINDS)[number];

const CALLS: readonly Kind[] = ['posted', 'got', 'repeated', 'later'];
/** Whether the answer is the end of the run. */
export const isCall = ({ kind }: Pick<SoakJob, 'kind'>): boolean => CALLS.includes(kind);

const TENANT = 'soak';
export const PROCESS_LINES = 20;
const FOR_EVER = { successful: 100_000, failed: 100_000 } as const;
/** A start that is in doubt for so long is given up. */
const START_DEADLINE_SECONDS = 180;
const USUAL: Work = { logCalls: 3, linesPerCall: 5, saves: true, pauseMs: 100 };

const CALL = { answer: 'ends', http: { timeoutSeconds: 20 } } as const;
const POST = { ...CALL, http: { ...CALL.http, method: 'POST', body: '{"run": "${run.id}"}' } } as const;

interface Plan {
  readonly every: readonly (number | null)[];
  readonly worker?: string;
  readonly work?: Work;
  readonly attempts?: number;
  readonly fields?: Readonly<Record<string, unknown>>;
}

const PLANS: Readonly<Record<Kind, Plan>> = {
  all: { every: [2, 3, 4, 5, 5, 6], fields: { misfire: { policy: 'all', maxMissed: 1_000 } } },
  last: { every: [3, 5], fields: { misfire: { policy: 'last' } } },
  skip: { every: [4, 5], fields: { misfire: { policy: 'skip' } } },
  retry: {
    every: [5, 6],
    work: { ...USUAL, failures: 1 },
    attempts: 2,
    fields: { maxAttempts: 3, misfire: { policy: 'all', maxMissed: 1_000 } },
  },
  wide: { every: [10], attempts: 3, fields: { parallelism: { withCount: 3 } } },
  serial: { every: [3, 4], fields: { concurrency: { policy: 'Forbid' } } },
  again: { every: [4, 5], worker: 'patient' },
  process: { every: [5, 6, 10], worker: 'shell' },
  brief: { every: [3, 4], fields: { retention: { successful: 2, failed: 2 } } },
  asked: { every: [null, null] },
  posted: { every: [3, 4], worker: 'plain', fields: POST },
  got: { every: [3, 4], worker: 'plain', fields: CALL },
  repeated: { every: [5], worker: 'plain', fields: { ...POST, idempotentStart: true } },
  later: { every: [6], worker: 'plain-later', attempts: 2, fields: { ...CALL, maxAttempts: 2 } },
  doomed: { every: [null], work: { ...USUAL, logCalls: 60, pauseMs: 1_000 } },
};

/** Creates their tenant and their workers. */
export async function defineWorkers(
  api: ApiClient,
  { url, plainUrl, ledgerFile }: { readonly url: string; readonly plainUrl: string; readonly ledgerFile: string },
): Promise<void> {
  await api.expect([201], 'POST', '/tenants', { body: { id: TENANT, name: 'Soak' } });
  const webService = { engine: 'webservice', url };
  await api.expect([201], 'POST', '/workers', { body: { id: 'reporter', name: 'Reporter', ...webService } });
  const patient = { id: 'patient', name: 'Patient', ...webService, idempotentStart: true };
  await api.expect([201], 'POST', '/workers', { body: patient });
  const plain = { id: 'plain', name: 'Plain', engine: 'webservice', url: plainUrl, jobFields: ['http'] };
  await api.expect([201], 'POST', '/workers', { body: plain });
  const later = { ...plain, id: 'plain-later', url: `${plainUrl}${BUSY_PATH}` };
  await api.expect([201], 'POST', '/workers', { body: later });
  const shell = { id: 'shell', name: 'Shell', engine: 'process', command: ['sh', '-c', processScript(ledgerFile)] };
  await api.expect([201], 'POST', '/workers', { body: shell });
}

/** Creates all jobs, `scale` times each with a schedule; the name begins with that of the set. */
export async function defineJobs(api: ApiClient, scale: number, set = ''): Promise<SoakJob[]> {
  const jobs: SoakJob[] = [];
  for (const kind of KINDS) {
    const plan = PLANS[kind];
    const times = plan.every.flatMap((every) => Array.from({ length: every === null ? 1 : scale }, () => every));
    for (const [number, every] of times.entries()) {
      jobs.push(await defineJob(api, { id: `${set}${kind}-${number}`, kind, every }));
    }
  }
  return jobs;
}

/** Runs a second that the schedules of the jobs ask for. */
export const askedPerSecond = (jobs: readonly SoakJob[]): number =>
  jobs.reduce((sum, { every }) => sum + (every === null ? 0 : 1 / every), 0);

async function defineJob(api: ApiClient, job: Pick<SoakJob, 'id' | 'kind' | 'every'>): Promise<SoakJob> {
  const { worker = 'reporter', work = USUAL, attempts = 1, fields = {} } = PLANS[job.kind];
  const isPlain = worker === 'shell' || isCall(job);
  const body = {
    id: job.id,
    tenant: TENANT,
    name: job.id,
    worker,
    ...(job.every !== null && { cron: `*/${job.every} * * * * *` }),
    ...(!isPlain && { parameters: { work } }),
    retention: FOR_EVER,
    startDeadlineSeconds: START_DEADLINE_SECONDS,
    ...fields,
  };
  await api.expect([201, 503], 'POST', '/jobs', { body });
  return { ...job, work: isPlain ? null : work, attempts, madeAt: Date.now() };
}

/** Prints its identity as often as its log is to have lines, saves, and keeps a record of its own outside. */
const processScript = (ledgerFile: string): string =>
  [
    `echo "begin $RUN_ID $TASK_ATTEMPT" >> '${ledgerFile}'`,
    `i=1; while [ $i -le ${PROCESS_LINES} ]; do echo "$RUN_ID $TASK_ATTEMPT $i"; i=$((i + 1)); done`,
    'echo "[saveJobStorage] {\\"run\\": \\"$RUN_ID\\", \\"attempt\\": $TASK_ATTEMPT}"',
    'sleep 1',
    `echo "end $RUN_ID $TASK_ATTEMPT" >> '${ledgerFile}'`,
  ].join('; ');

export const processLines = (run: string, attempt: number): string[] =>
  Array.from({ length: PROCESS_LINES }, (_, i) => `${run} ${attempt} ${i + 1}`);
