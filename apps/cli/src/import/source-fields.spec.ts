/** Every field of each format that is imported is named in its table, and no other one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as models from '@kubernetes/client-node';
import { parseJson } from '#common/domain/parse-json.js';
import { CLOUD_SCHEDULER_JOB } from './cloud-scheduler.js';
import { RULE, SCHEDULE } from './eventbridge-fields.js';
import { mapped, type FieldTable } from './fields.js';
import { JOB_CONFIG } from './furiko-fields.js';
import { CRON_JOB, JOB } from './kubernetes-fields.js';
import { VOLCANO_JOB } from './volcano-fields.js';

interface Attribute {
  readonly baseName: string;
  readonly type: string;
}

/** The fields of a type of Kubernetes, as the published client declares them. */
function attributesOf(type: string): readonly Attribute[] {
  const model = (models as unknown as Record<string, { getAttributeTypeMap(): readonly Attribute[] } | undefined>)[
    type
  ];
  if (!model) throw new Error(`${type} is not a model`);
  return model.getAttributeTypeMap();
}

/** The types that were compared, by the path of their field. */
function compare(table: FieldTable, type: string, path: string, seen: Map<string, string>): Map<string, string> {
  seen.set(path, type);
  const attributes = attributesOf(type);
  const names = attributes.map(({ baseName }) => baseName);
  expect([path, Object.keys(table).sort()]).toEqual([path, names.sort()]);
  for (const { baseName, type: inner } of attributes) {
    const fields = table[baseName]?.fields;
    if (fields) compare(fields, inner.replace(/^Array<(.*)>$/, '$1'), `${path}.${baseName}`, seen);
  }
  return seen;
}

test.each<[string, FieldTable, string, number]>([
  ['CronJob', CRON_JOB, 'V1CronJob', 18],
  ['Job', JOB, 'V1Job', 15],
])('every field of %s down to its containers is named', (kind, table, type, types) => {
  const seen = compare(table, type, kind, new Map());
  expect([...seen.values()]).toEqual(expect.arrayContaining(['V1PodSpec', 'V1Container', 'V1SecurityContext']));
  expect(seen.size).toBe(types);
});

test('what a table gives to the converter as a whole, or keeps as it is, has no table of its own', () => {
  const inner = (table: FieldTable): boolean =>
    Object.values(table).every(({ use, fields }) => (fields ? use === 'mapped' && inner(fields) : true));
  for (const table of [CRON_JOB, JOB, VOLCANO_JOB, JOB_CONFIG]) expect(inner(table)).toBe(true);
});

interface Published {
  readonly source: string;
  readonly version: string;
  readonly licence: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** The tables by path, without the parts that are those of Kubernetes. */
function tablesOf(table: FieldTable, path: string): [string, string[]][] {
  return [
    [path, Object.keys(table).sort()],
    ...Object.entries(table).flatMap(([name, { fields }]) =>
      fields && !['pod', 'metadata'].includes(name) && !('containers' in fields) && !isPod(fields)
        ? tablesOf(fields, `${path}.${name}`)
        : [],
    ),
  ];
}
const isPod = (table: FieldTable): boolean => 'containers' in (table['spec']?.fields ?? {});

test.each<[string, FieldTable, string]>([
  ['Volcano', VOLCANO_JOB, 'volcano-job.json'],
  ['Furiko', JOB_CONFIG, 'furiko-job-config.json'],
  ['Cloud Scheduler', { spec: mapped(CLOUD_SCHEDULER_JOB) }, 'cloud-scheduler-job.json'],
  ['EventBridge Scheduler', { spec: mapped(SCHEDULE) }, 'eventbridge-schedule.json'],
  ['EventBridge', { spec: mapped(RULE) }, 'eventbridge-rule.json'],
])('every published field of %s is named', (_, table, file) => {
  const text = readFileSync(join(import.meta.dirname, 'schemas', file), 'utf8');
  const { fields, source, version, licence } = parseJson(text) as Published;
  expect([source, version, licence]).toEqual([expect.stringContaining('https://'), expect.any(String), 'Apache-2.0']);
  expect(Object.fromEntries(tablesOf(table['spec']?.fields ?? {}, 'spec'))).toEqual(fields);
});
