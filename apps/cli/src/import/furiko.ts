/** Converts Furiko's JobConfig: its pod becomes a worker, all else a job with options. */
import {
  Fields,
  isObject,
  present,
  textOf,
  type Import,
  type ImportOptions,
  type KubernetesObject,
} from './imported.js';
import { workerOf } from './pods.js';

export function fromFuriko(
  into: Import,
  { name, id, labels, fields, source }: KubernetesObject,
  options: ImportOptions,
): void {
  const { tenant } = options;
  const about = `JobConfig ${name}`;
  const spec = fields.below('spec');
  const template = spec.below('template');
  const job = template.below('spec');
  const pod = job.below('taskTemplate');
  const podTemplate = pod.below('pod');
  const rewrite = (text: string): string =>
    rewritten(text, (unknown) => {
      into.note(about, unknown, 'is not replaced: Carillon has no such value');
    });
  const { worker } = workerOf(podTemplate.below('spec'), podTemplate.take('metadata'), rewrite);
  podTemplate.close();
  pod.close();
  template.ignore('metadata').close();
  job.ignore('forbidTaskForceDeletion');
  const concurrency = spec.below('concurrency');
  const delay = job.number('retryDelaySeconds');
  const pending = job.number('taskPendingTimeoutSeconds');
  into.define('Worker', { id, name, ...worker, tenants: [tenant] }, source);
  into.define(
    'Job',
    {
      id,
      tenant,
      name,
      labels,
      worker: id,
      ...scheduleOf(spec, options),
      // Furiko catches up on up to five missed times, the oldest ones.
      misfire: { policy: 'all', maxMissed: 5, startingDeadlineSeconds: 300 },
      concurrency: present({
        policy: concurrency.text('policy'),
        maxConcurrency: concurrency.number('maxConcurrency'),
      }),
      options: optionsOf(spec, into, about),
      parallelism: job.take('parallelism'),
      maxAttempts: job.number('maxAttempts'),
      retry: delay === undefined ? undefined : { delaySeconds: delay },
      startDeadlineSeconds: pending === 0 ? undefined : pending,
    },
    source,
  );
  concurrency.close();
  job.close();
  spec.close();
}

function scheduleOf(spec: Fields, options: ImportOptions): Record<string, unknown> {
  const schedule = spec.below('schedule');
  const cron = schedule.below('cron');
  const constraints = schedule.below('constraints');
  const expressions = [cron.text('expression'), ...cron.list('expressions')].filter((each) => each !== undefined);
  const timezone = cron.text('timezone') ?? options.timezone;
  const isDisabled = schedule.take('disabled') === true;
  const bounds = { notBefore: constraints.take('notBefore'), notAfter: constraints.take('notAfter') };
  schedule.ignore('lastUpdated');
  for (const each of [cron, constraints, schedule]) each.close();
  if (expressions.length === 0) return {};
  const [first, ...more] = expressions.map((text) => yearLast(textOf(text as string)));
  return {
    enabled: isDisabled ? false : undefined,
    ...(more.length === 0 && { cron: first }),
    schedule: present({ ...(more.length > 0 && { cron: [first, ...more] }), timezone, ...bounds }),
  };
}

/** The sixth of six fields is the year for Furiko; here it is the last of seven, and the first is the seconds. */
const yearLast = (text: string): string => (text.trim().split(/\s+/).length === 6 ? `0 ${text.trim()}` : text);

const TYPES: ReadonlySet<string> = new Set(['bool', 'string', 'select', 'multi', 'date']);

function optionsOf(spec: Fields, into: Import, about: string): object[] | undefined {
  const option = spec.below('option');
  const options = option.list('options').flatMap((each, at) => {
    const fields = new Fields(each, into, about, `spec.option.options[${at}].`);
    const type = (fields.text('type') ?? '').toLowerCase();
    if (!TYPES.has(type)) {
      fields.note('type', `${type} is not a type of options in Carillon: the option was left out`);
      return [];
    }
    const config = fields.take(type);
    const made = present({
      name: fields.text('name'),
      type,
      label: fields.text('label'),
      required: fields.take('required') === true ? true : undefined,
      ...(isObject(config) ? config : {}),
    });
    fields.close();
    return [made];
  });
  option.close();
  return options.length > 0 ? options : undefined;
}

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

function rewritten(text: string, tellUnknown: (name: string) => void): string {
  return text.replaceAll(/\$\{((?:jobconfig|job)\.[a-z_]+|task\.namespace)\}/g, (whole, name: string) => {
    const own = NAMES[name];
    if (own === undefined) tellUnknown(whole);
    return own === undefined ? whole : `\${${own}}`;
  });
}
