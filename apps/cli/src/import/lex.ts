/** The documents of the lex jobs scheduler, as Cloudant returns them: workers and jobs; runs are not imported. */
import { Fields } from './fields.js';
import { Import, isObject, present, type Imported, type SourceDocument } from './imported.js';

export function fromLex(documents: readonly SourceDocument[]): Imported {
  const into = new Import();
  let runs = 0;
  for (const { value, source } of documents.flatMap(bodiesOf)) {
    if (!isObject(value) || String(value['_id']).startsWith('_design/')) continue;
    if (isObject(value['worker'])) importWorker(into, value, source);
    else if (isObject(value['job'])) importJob(into, value, source);
    else if ('state' in value) runs += 1;
    else into.note(source, '_id', `${JSON.stringify(value['_id'])} is neither a worker, nor a job, nor a run`);
  }
  if (runs > 0) into.note('jobs-log', 'runs', `are not imported, because they are history: ${runs}`);
  return into.result;
}

/** `_all_docs` and `_find` wrap their results. */
function bodiesOf({ value, source }: SourceDocument): SourceDocument[] {
  if (Array.isArray(value)) return value.map((each: unknown) => ({ value: each, source }));
  if (!isObject(value)) return [];
  const { rows, docs } = value;
  if (Array.isArray(rows)) return rows.map((row: unknown) => ({ value: isObject(row) ? row['doc'] : null, source }));
  return Array.isArray(docs) ? docs.map((each: unknown) => ({ value: each, source })) : [{ value, source }];
}

const WORKER_FIELDS = ['name', 'description', 'engine', 'image', 'url', 'httpHeaders', 'template'];

function importWorker(into: Import, document: Record<string, unknown>, source: string): void {
  const id = String(document['_id']);
  const worker = new Fields(document['worker'], into, `worker ${id}`);
  into.define('Worker', present({ id, ...taken(worker, WORKER_FIELDS) }), source);
  worker.close();
}

const JOB_FIELDS = [
  'tenant',
  'name',
  'worker',
  'cron',
  'enabled',
  'owners',
  'parameters',
  'secureParameters',
  'url',
  'httpHeaders',
];
const SECONDS_PER_HOUR = 3_600;

function importJob(into: Import, document: Record<string, unknown>, source: string): void {
  const id = String(document['_id']);
  const job = new Fields(document['job'], into, `job ${id}`);
  const storage = job.take('jobStorage') ?? job.take('storage');
  const timeout = job.number('timeout');
  if (storage !== undefined)
    job.note('jobStorage', `must be set when the job exists: carillon storage set ${id} '${JSON.stringify(storage)}'`);
  if (timeout !== undefined) job.note('timeout', `is read as ${timeout} hours without a callback (idleTimeoutSeconds)`);
  into.define(
    'Job',
    present({
      id,
      ...taken(job, JOB_FIELDS),
      idleTimeoutSeconds: timeout === undefined ? undefined : timeout * SECONDS_PER_HOUR,
    }),
    source,
  );
  job.close();
}

const taken = (fields: Fields, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, fields.take(name)]));
