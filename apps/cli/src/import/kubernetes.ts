/** Kubernetes' CronJob and Job, Volcano's Job and Furiko's JobConfig, as `kubectl get -o yaml` prints them or as they were written. */
import { fromCronJob, fromJob } from './batch.js';
import { Fields, type FieldTable } from './fields.js';
import { fromFuriko } from './furiko.js';
import { JOB_CONFIG } from './furiko-fields.js';
import {
  idOf,
  Import,
  isObject,
  present,
  textOf,
  type Imported,
  type ImportOptions,
  type SourceDocument,
} from './imported.js';
import { CRON_JOB, JOB } from './kubernetes-fields.js';
import type { KubernetesObject } from './kubernetes-object.js';
import { withoutControllers } from './pods.js';
import { fromVolcano } from './volcano.js';
import { VOLCANO_JOB } from './volcano-fields.js';

interface Format {
  readonly pattern: RegExp;
  readonly table: FieldTable;
  readonly convert: (into: Import, object: KubernetesObject, options: ImportOptions) => void;
}
const FORMATS: readonly Format[] = [
  { pattern: /^batch\/v1(beta1)?\/CronJob$/, table: CRON_JOB, convert: fromCronJob },
  { pattern: /^batch\/v1\/Job$/, table: JOB, convert: fromJob },
  { pattern: /^batch\.volcano\.sh\/v1alpha1\/Job$/, table: VOLCANO_JOB, convert: fromVolcano },
  { pattern: /^execution\.furiko\.io\/v1alpha1\/JobConfig$/, table: JOB_CONFIG, convert: fromFuriko },
];

export function fromKubernetes(documents: readonly SourceDocument[], options: ImportOptions): Imported {
  const into = new Import();
  const objects = documents.flatMap(itemsOf).flatMap((each) => foundIn(into, each) ?? []);
  const isShared = (object: Found): boolean =>
    objects.some((other) => other.namespace !== object.namespace && idOf('', other.name) === idOf('', object.name));
  for (const object of objects) {
    const place = isShared(object) ? [object.namespace ?? 'default'] : [];
    const id = into.freeId(options.tenant, [...place, object.name].join('-'));
    importOne(into, object, { id, name: into.freeName([...place, object.name].join('/')), options });
  }
  return into.result;
}

/** The items of a list, whose kind and form may be those of the list. */
function itemsOf({ value, source }: SourceDocument): SourceDocument[] {
  if (!isObject(value) || !Array.isArray(value['items'])) return [{ value, source }];
  const { apiVersion, kind } = value;
  const [, ofItems] = /^(.+)List$/.exec(textOf(kind)) ?? [];
  const form = ofItems === undefined ? {} : { apiVersion, kind: ofItems };
  return value['items'].map((item: unknown) => ({ value: isObject(item) ? { ...form, ...item } : item, source }));
}

interface Found {
  readonly value: unknown;
  readonly source: string;
  readonly format: Format;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly about: string;
}

/** Null for an object that is not imported. */
function foundIn(into: Import, { value, source }: SourceDocument): Found | null {
  const { apiVersion, kind, metadata } = isObject(value) ? value : {};
  const form = `${textOf(apiVersion)}/${textOf(kind)}`;
  const format = FORMATS.find(({ pattern }) => pattern.test(form));
  if (!format) {
    const kinds = 'batch/v1 CronJob and Job, Volcano Job and Furiko JobConfig are';
    into.note(source, 'kind', `${form} is not imported: ${kinds}`);
    return null;
  }
  const { name, generateName, namespace, annotations, ownerReferences } = isObject(metadata) ? metadata : {};
  const called = textOf(name ?? generateName ?? 'unnamed');
  const place = typeof namespace === 'string' ? namespace : undefined;
  const about = `${source} ${textOf(kind)} ${place === undefined ? '' : `${place}/`}${called}`;
  const reason = called.includes('{{') ? TEMPLATE : kind === 'Job' ? whyNot(annotations, ownerReferences) : undefined;
  if (reason === undefined) return { value, source, format, name: called, namespace: place, about };
  into.note(about, ...reason);
  return null;
}

const TEMPLATE = [
  'metadata.name',
  'is a template, which its tool, such as helm template, has to fill in: it was left out',
] as const;

const HOOK = /^(?:helm\.sh|argocd\.argoproj\.io)\/hook$/;

/** Jobs that another program makes: it would make them again, or run them at its own times. */
function whyNot(annotations: unknown, owners: unknown): readonly [field: string, message: string] | undefined {
  const owner = (Array.isArray(owners) ? owners.filter(isObject) : []).find((each) => each['controller'] === true);
  if (owner) {
    const { kind, name } = owner;
    return ['metadata.ownerReferences', `names ${textOf(kind)} ${textOf(name)}, which makes the job: it was left out`];
  }
  const hook = Object.keys(isObject(annotations) ? annotations : {}).find((key) => HOOK.test(key));
  if (hook === undefined) return undefined;
  return [
    `metadata.annotations.${hook}`,
    'has the job run when something is deployed, not by a schedule: it was left out',
  ];
}

function importOne(
  into: Import,
  { value, source, format, name: called, namespace, about }: Found,
  { id, name, options }: { readonly id: string; readonly name: string; readonly options: ImportOptions },
): void {
  const fields = new Fields(value, into, about, { table: format.table });
  const metadata = fields.below('metadata');
  for (const field of ['name', 'generateName', 'ownerReferences', 'namespace']) metadata.take(field);
  if (id !== idOf(options.tenant, called)) metadata.note('name', `is used more than once: the id is ${id}`);
  if (namespace !== undefined)
    metadata.note(
      'namespace',
      'is not used: pods run in the namespace of the tenant, where their Secrets, ConfigMaps, claims and accounts have to be',
    );
  const annotations = Object.keys(withoutControllers(metadata.take('annotations')));
  if (annotations.length > 0) metadata.note('annotations', `have no counterpart: ${annotations.join(', ')}`);
  const labels = withoutControllers(metadata.take('labels'));
  metadata.close();
  const spec = fields.below('spec');
  format.convert(into, { name, id, labels: present(labels), spec, source, about }, options);
  for (const each of [spec, fields]) each.close();
}
