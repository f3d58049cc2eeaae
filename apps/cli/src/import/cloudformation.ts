/** The resources of a CloudFormation template, with its functions written as texts: `${Name}` for what only AWS knows. */
import type { ScalarTag, CollectionTag, Tags } from 'yaml';
import { YAMLMap, YAMLSeq } from 'yaml';
import { isObject, textOf } from './imported.js';

/* The short forms of functions in YAML, as the objects that they stand for. */

const FUNCTIONS = [
  'Ref',
  'Sub',
  'GetAtt',
  'Join',
  'If',
  'FindInMap',
  'ImportValue',
  'Select',
  'Split',
  'Condition',
  'Base64',
];
const longName = (name: string): string => (name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`);

const scalarTag = (name: string): ScalarTag => ({
  tag: `!${name}`,
  // The text of a scalar tag becomes a map with one pair.
  resolve: (text) => ({ [longName(name)]: text }),
});
const collectionTag = (name: string, collection: 'map' | 'seq'): CollectionTag => ({
  tag: `!${name}`,
  collection,
  nodeClass: collection === 'map' ? YAMLMap : YAMLSeq,
  resolve(value) {
    const map = new YAMLMap();
    map.set(longName(name), value);
    return map;
  },
});

/** How templates are read as YAML. */
export const CLOUDFORMATION_YAML = {
  customTags: (tags: Tags): Tags => [
    ...tags,
    ...FUNCTIONS.flatMap((name) => [scalarTag(name), collectionTag(name, 'seq'), collectionTag(name, 'map')]),
  ],
};

export interface Resource {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: unknown;
}

/** Null if the value is no template. */
export function resourcesOf(value: unknown): readonly Resource[] | null {
  if (!isObject(value) || !isObject(value['Resources'])) return null;
  const defaults = new Map(
    Object.entries(isObject(value['Parameters']) ? value['Parameters'] : {}).flatMap(([name, parameter]) =>
      isObject(parameter) && 'Default' in parameter ? [[name, textOf(parameter['Default'])] as const] : [],
    ),
  );
  return Object.entries(value['Resources']).flatMap(([logicalId, resource]) => {
    if (!isObject(resource)) return [];
    const properties = resolved(resource['Properties'] ?? {}, defaults);
    return [{ logicalId, type: textOf(resource['Type']), properties }];
  });
}

type Values = ReadonlyMap<string, string>;

function resolved(value: unknown, values: Values): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, values));
  if (!isObject(value)) return value;
  const [[name, inner] = ['', undefined], ...others] = Object.entries(value);
  if (others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) return textOfFunction(name, inner, values);
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, resolved(each, values)]));
}

function textOfFunction(name: string, value: unknown, values: Values): string {
  if (name === 'Ref') return values.get(textOf(value)) ?? `\${${textOf(value)}}`;
  if (name === 'Fn::GetAtt') return `\${${Array.isArray(value) ? value.map(textOf).join('.') : textOf(value)}}`;
  if (name === 'Fn::Sub') return substituted(value, values);
  const parts: unknown = resolved(value, values);
  if (name === 'Fn::Join' && Array.isArray(parts) && Array.isArray(parts[1]))
    return (parts[1] as unknown[]).map(textOf).join(textOf(parts[0]));
  return `\${${name}}`;
}

function substituted(value: unknown, values: Values): string {
  const [text, own] = Array.isArray(value) ? (value as unknown[]) : [value, {}];
  const all = new Map([
    ...values,
    ...Object.entries(isObject(own) ? own : {}).map(([name, each]) => [name, textOf(resolved(each, values))] as const),
  ]);
  return textOf(text)
    .replaceAll(/\$\{([^!}][^}]*)\}/g, (whole, name: string) => all.get(name) ?? whole)
    .replaceAll('${!', '${');
}
