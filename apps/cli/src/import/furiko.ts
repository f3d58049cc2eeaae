/** Converts Furiko's JobConfig: its pod becomes a worker, all else a job with options. */
import type { Fields } from './fields.js';
import { present, textOf, type Import, type ImportOptions } from './imported.js';
import type { KubernetesObject } from './kubernetes-object.js';
import { withoutControllers, workerOf, type Rewrite } from './pods.js';
import { dstOfGo } from './schedules.js';
import { commandLine, IN_SHELL } from '#common/spec/command-line.js';
import { wordUses } from '#common/spec/shell-words.js';

export function fromFuriko(
  into: Import,
  { name, id, labels, spec, source }: KubernetesObject,
  options: ImportOptions,
): void {
  const { tenant } = options;
  const template = spec.below('template');
  const metadata = template.below('metadata');
  const ofJobs = Object.keys(withoutControllers(metadata.take('labels')));
  if (ofJobs.length > 0) metadata.note('labels', `have no counterpart: ${ofJobs.join(', ')}`);
  const job = template.below('spec');
  const tasks = job.below('taskTemplate');
  const { worker, restartPolicy } = workerOf(tasks.below('pod'), rewritten(tasks));
  const pending = job.number('taskPendingTimeoutSeconds');
  if (pending === 0) job.note('taskPendingTimeoutSeconds', 'is 0, no limit: here a pod has to start within 900 s');
  const delay = job.number('retryDelaySeconds');
  const concurrency = spec.below('concurrency');
  into.define('Worker', { id, name, ...worker, ...inShells(worker, tasks), tenants: [tenant] }, source);
  into.define(
    'Job',
    {
      id,
      tenant,
      name,
      labels,
      worker: id,
      ...scheduleOf(spec.below('schedule'), options),
      // Furiko catches up on up to five missed times, the oldest ones.
      misfire: { policy: 'all', maxMissed: 5, startingDeadlineSeconds: 300 },
      concurrency: present({
        policy: concurrency.text('policy'),
        maxConcurrency: concurrency.number('maxConcurrency'),
      }),
      options: optionsOf(spec.below('option')),
      parallelism: job.take('parallelism'),
      maxAttempts: job.number('maxAttempts'),
      retry: delay === undefined ? undefined : { delaySeconds: delay },
      startDeadlineSeconds: pending === 0 ? undefined : pending,
      restartPolicy: restartPolicy === 'OnFailure' ? restartPolicy : undefined,
    },
    source,
  );
  for (const each of [concurrency, tasks, job, metadata, template]) each.close();
}

/** A place for a value that is derived from the name of the job. */
const HASHED = /(?:^|[\s,])H(?![a-z])/;

function scheduleOf(schedule: Fields, options: ImportOptions): Record<string, unknown> {
  const cron = schedule.below('cron');
  const constraints = schedule.below('constraints');
  const expressions = [cron.text('expression'), ...cron.list('expressions')].filter((each) => each !== undefined);
  const timezone = cron.text('timezone') ?? options.timezone;
  const isDisabled = schedule.take('disabled') === true;
  const bounds = { notBefore: constraints.take('notBefore'), notAfter: constraints.take('notAfter') };
  const [first, ...more] = expressions.map((text) => yearLast(textOf(text)));
  if ([first, ...more].some((text) => HASHED.test(text ?? '')))
    cron.note('expression', 'has H, which stands for another value here: compare carillon slots with the old times');
  for (const each of [cron, constraints, schedule]) each.close();
  if (first === undefined) return {};
  return {
    enabled: isDisabled ? false : undefined,
    ...(more.length === 0 && { cron: first }),
    schedule: present({
      ...(more.length > 0 && { cron: [first, ...more] }),
      timezone,
      dst: dstOfGo(timezone),
      ...bounds,
    }),
  };
}

/** The sixth of six fields is the year for Furiko; here it is the last of seven, and the first is the seconds. */
const yearLast = (text: string): string => (text.trim().split(/\s+/).length === 6 ? `0 ${text.trim()}` : text);

const TYPES: readonly string[] = ['bool', 'string', 'select', 'multi', 'date'];

function optionsOf(option: Fields): object[] | undefined {
  const options = option.each('options').flatMap((fields) => {
    const type = (fields.text('type') ?? '').toLowerCase();
    if (!TYPES.includes(type)) {
      fields.note('type', `${type} is not a type of options in Carillon: the option was left out`);
      return [];
    }
    const config = fields.below(type);
    const isRequired = fields.take('required') === true;
    const specFields = present({
      name: fields.text('name'),
      type,
      label: fields.text('label'),
      required: isRequired && type !== 'bool' ? true : undefined,
      // No value is false for Furiko.
      ...(type === 'bool' && { default: false }),
      ...taken(config, [
        'default',
        'format',
        'trueVal',
        'falseVal',
        'trimSpaces',
        'values',
        'delimiter',
        'allowCustom',
      ]),
    });
    for (const each of [config, fields]) each.close();
    return [specFields];
  });
  option.close();
  return options.length > 0 ? options : undefined;
}

const taken = (fields: Fields, names: readonly string[]): Record<string, unknown> =>
  present(Object.fromEntries(names.map((name) => [name, fields.take(name)])));

/** Furiko's names of placeholders, and the names here; a Job of Furiko is a run. */
const NAMES: Readonly<Record<string, string>> = {
  'jobconfig.name': 'job.name',
  'jobconfig.uid': 'job.id',
  'jobconfig.namespace': 'job.tenant',
  'job.name': 'run.id',
  'job.uid': 'run.id',
  'job.namespace': 'job.tenant',
  'task.namespace': 'job.tenant',
};
/** Placeholders with the same name and meaning. */
const SAME = /^(?:option\..+|task\.(?:retry_index|index_num|index_key|index_matrix\..+))$/;
const PLACEHOLDER = /\$\{((?:jobconfig|job|task|option)\.[^{}]+)\}/g;

const rewritten =
  (fields: Fields): Rewrite =>
  (text, isMain) =>
    text.replaceAll(PLACEHOLDER, (whole, name: string) => {
      const own = SAME.test(name) ? name : NAMES[name];
      if (!isMain) fields.note('pod', `has ${whole} in another container than the first, where it is not replaced`);
      else if (own === undefined) fields.note('pod', `has ${whole}, for which Carillon has no such value`);
      return own === undefined || !isMain ? whole : `\${${own}}`;
    });

/* Values of options in the text of a shell: another scheduler writes them into the text, where they could be programs. */

interface Words {
  readonly command?: string[];
  readonly args?: string[];
}

/** The words of the worker's command in which such values are variables of the shell. What cannot be written so stays, and is refused. */
function inShells(worker: Readonly<Record<string, unknown>>, fields: Fields): Words {
  const layer = { command: wordsIn(worker['command']), args: wordsIn(worker['args']) };
  const { command, args } = commandLine([layer]);
  const uses = wordUses(
    [...command, ...args].map(({ text }) => text),
    command.length > 0,
  );
  const safe = [...command, ...args].map(({ text }, at) => {
    const written = uses[at] === 'script' ? outOfQuotes(text) : text;
    if (written !== text)
      fields.note('pod', `has values in the text of a shell: here each of them is one word of it: ${written}`);
    return written;
  });
  return {
    ...(layer.command && { command: safe.slice(0, command.length) }),
    ...(layer.args && { args: safe.slice(command.length) }),
  };
}

const wordsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;

/** Parts of a shell's language in which quotes have another meaning, and comments, which may have single ones. */
const NESTED = /`|\$\(|<<|\$'|(?:^|\s)#/;
/** A value, an escaped character, or any other one. */
const PIECE = /\$\{(option\.[^{}]+)\}|\\[^]|[^]/g;

/** The text with each value outside of quotes and marked as one of the shell; unchanged if it is too complex for that. */
function outOfQuotes(text: string): string {
  if (NESTED.test(text)) return text;
  let quote = '';
  return text.replaceAll(PIECE, (piece, name: string | undefined) => {
    if (name !== undefined) return `${quote}\${${name}${name.endsWith(IN_SHELL) ? '' : IN_SHELL}}${quote}`;
    // A backslash is an ordinary character between single quotes, where it may stand before the last one.
    if (quote === "'" ? piece.endsWith("'") : piece === quote) quote = '';
    else if (quote === '' && (piece === '"' || piece === "'")) quote = piece;
    return piece;
  });
}
