/** The documents of the lex jobs scheduler, as Cloudant returns them: workers and jobs; runs are not imported. */
import { quoted } from '#common/domain/shell-word.js';
import { CliError } from '../errors.js';
import { Fields, ignored, mapped, reported, type FieldTable } from './fields.js';
import { Import, isObject, LEFT_OUT, present, textOf, type Imported, type SourceDocument } from './imported.js';

const tableOf = (...names: readonly string[]): FieldTable => Object.fromEntries(names.map((name) => [name, mapped()]));

/** The fields of documents; every other field is reported. */
export const LEX_FIELDS = {
  document: { ...tableOf('_id', 'worker', 'job'), _rev: ignored, _revisions: ignored, _attachments: reported() },
  worker: tableOf('name', 'description', 'engine', 'image', 'url', 'httpHeaders', 'template'),
  job: {
    ...tableOf('tenant', 'name', 'worker', 'cron', 'enabled', 'owners', 'parameters', 'secureParameters', 'url'),
    ...tableOf('httpHeaders', 'timeout', 'jobStorage', 'storage'),
  },
} as const;
/** Named in the report with the command that sets them. */
const STORAGES = ['jobStorage', 'storage'];

const SHAPE = 'a document is { "_id": …, "worker": { … } } or { "_id": …, "job": { … } }';
const WITH_DOCUMENTS = 'export a database by: _all_docs?include_docs=true';

/** `tenant`: that of jobs that name none. Throws CliError if there is no worker and no job, or a job without a tenant. */
export function fromLex(documents: readonly SourceDocument[], tenant: string | undefined): Imported {
  const into = new Import();
  const ids: Ids = { taken: new Set(), tenant };
  const bodies = documents.flatMap(bodiesOf).filter(({ value }) => !isOfDatabase(value));
  const runs = bodies.filter(({ value }) => kindOf(value) === 'run').length;
  for (const body of bodies) importDocument(into, body, ids);
  if (runs > 0) into.note('jobs-log', 'runs', `are not imported, because they are history: ${runs}`);
  if (into.result.definitions.length === 0)
    throw new CliError(`there is no worker and no job in the documents: ${SHAPE}`, undefined, WITH_DOCUMENTS);
  return into.result;
}

const idIn = (value: unknown): unknown => (isObject(value) ? value['_id'] : undefined);

/** What a database and its backup hold beside documents: views, the marks of deleted documents, and the header of a backup. */
const isOfDatabase = (value: unknown): boolean =>
  String(idIn(value)).startsWith('_design/') ||
  (isObject(value) &&
    (value['_deleted'] === true ||
      (isObject(value['value']) && value['value']['deleted'] === true) ||
      String(value['name']).endsWith('/couchbackup')));

function importDocument(into: Import, { value, source }: SourceDocument, ids: Ids): void {
  const kind = kindOf(value);
  const id = idIn(value);
  if (kind === 'run') return;
  if (typeof id !== 'string' || kind === null || !isObject(value)) {
    const isBareRow = isObject(value) && id === undefined && 'key' in value;
    if (isBareRow) into.note(source, textOf(value['key']), `has no document: ${WITH_DOCUMENTS}`);
    else
      into.note(
        source,
        typeof id === 'string' ? id : '_id',
        `is neither of a worker, nor of a job, nor of a run: ${SHAPE}`,
      );
    return;
  }
  const key = `${kind} ${plainId(id)}`;
  if (ids.taken.has(key)) into.note(source, id, `is the id of an earlier ${kind}, too: this document was left out`);
  else importOne(into, kind, { id, value, source }, ids);
  ids.taken.add(key);
}

type Kind = 'worker' | 'job';

interface Ids {
  /** Kinds with ids. */
  readonly taken: Set<string>;
  readonly tenant: string | undefined;
}

interface Found {
  readonly id: string;
  readonly value: Record<string, unknown>;
  readonly source: string;
}

function kindOf(value: unknown): Kind | 'run' | null {
  if (!isObject(value)) return null;
  if (isObject(value['worker'])) return 'worker';
  if (isObject(value['job'])) return 'job';
  return 'state' in value ? 'run' : null;
}

/** `_all_docs` and `_find` wrap their results. */
function bodiesOf({ value, source }: SourceDocument): SourceDocument[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => bodiesOf({ value: each, source }));
  if (!isObject(value)) return [{ value, source }];
  const { rows, docs } = value;
  if (Array.isArray(rows))
    return rows.map((row: unknown) => ({ value: isObject(row) ? (row['doc'] ?? row) : row, source }));
  return Array.isArray(docs) ? docs.map((each: unknown) => ({ value: each, source })) : [{ value, source }];
}

function importOne(into: Import, kind: Kind, { id, value, source }: Found, { tenant }: Ids): void {
  const own = plainId(id);
  const about = `${kind} ${id}`;
  if (own !== id)
    into.note(about, '_id', `is written ${own}, because ids are at most ${MAX_ID} letters, digits, ".", "_" and "-"`);
  const document = new Fields(value, into, about, { table: LEX_FIELDS.document });
  const fields = new Fields(document.take(kind), into, about, { path: `${kind}.`, table: LEX_FIELDS[kind] });
  if (kind === 'worker') into.define('Worker', { id: own, ...taken(fields, LEX_FIELDS.worker) }, source);
  else into.define('Job', { id: own, ...jobOf(into, about, fields, { own, tenant }) }, source);
  document.take('_id');
  fields.close();
  document.close();
}

const SECONDS_PER_HOUR = 3_600;

function jobOf(
  into: Import,
  about: string,
  fields: Fields,
  { own, tenant: option }: { readonly own: string; readonly tenant: string | undefined },
): Record<string, unknown> {
  for (const field of STORAGES) {
    const value = fields.take(field);
    if (value !== undefined)
      fields.note(
        field,
        `must be set when the job exists: carillon storage set ${own} ${quoted(JSON.stringify(value))}`,
      );
  }
  const { timeout, worker, tenant = option, ...rest } = taken(fields, LEX_FIELDS.job);
  if (tenant === undefined || tenant === '')
    throw new CliError(`the tenant of the ${about} is missing`, undefined, 'give it by --tenant <id>');
  const hours = typeof timeout === 'number' && timeout > 0 ? timeout : null;
  if (hours !== null) fields.note('timeout', `is read as ${hours} hours without a callback (idleTimeoutSeconds)`);
  else if (timeout !== undefined) fields.note('timeout', `${JSON.stringify(timeout)} ${LEFT_OUT}`);
  return present({
    tenant,
    ...rest,
    worker: typeof worker === 'string' ? plainId(worker) : worker,
    idleTimeoutSeconds: hours === null ? undefined : hours * SECONDS_PER_HOUR,
  });
}

const MAX_ID = 63;
/** An id of Cloudant may be any text. */
const plainId = (id: string): string =>
  id
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, MAX_ID)
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');

const taken = (fields: Fields, table: FieldTable): Record<string, unknown> =>
  Object.fromEntries(Object.keys(table).map((name) => [name, fields.take(name)]));
