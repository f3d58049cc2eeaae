/**
 * What `helm template` makes of our chart, as far as its templates go: values, `if` … `else` … `end`, and pipelines of `toJson`, `tpl`,
 * `default` and `sha256sum`. Throws at whatever else a template might say, so that the chart stays within what is checked here.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const treeOf = (text: string): Tree => z.record(z.string(), z.unknown()).parse(parse(text));

/** Values are laid over each other as Helm does: trees are merged, everything else is replaced. */
function merged(under: Tree, over: Tree): Tree {
  const entries = Object.entries(over).map(([key, value]) => {
    const below = under[key];
    return [key, isTree(below) && isTree(value) ? merged(below, value) : value] as const;
  });
  return { ...under, ...Object.fromEntries(entries) };
}

export interface Release {
  readonly chart: string;
  readonly namespace: string;
  /** Files beside `values.yaml`, later ones over earlier ones. */
  readonly values?: readonly string[];
  readonly set?: Tree;
}

export function renderedChart({ chart, namespace, values = [], set = {} }: Release): Tree[] {
  const files = ['values.yaml', ...values].map((file) => treeOf(readFileSync(join(chart, file), 'utf8')));
  const { appVersion } = treeOf(readFileSync(join(chart, 'Chart.yaml'), 'utf8'));
  const scope = {
    Values: [...files, set].reduce(merged),
    Release: { Namespace: namespace, Name: 'carillon' },
    Chart: { AppVersion: appVersion },
  };
  return readdirSync(join(chart, 'templates'))
    .sort()
    .flatMap((file) =>
      parseAllDocuments(filled(readFileSync(join(chart, 'templates', file), 'utf8'), scope)).flatMap((document) => {
        if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join('; ')}`);
        const found: unknown = document.toJS();
        return isTree(found) ? [found] : [];
      }),
    );
}

const ACTION = /(\s*)\{\{(-?)\s*(.*?)\s*\}\}/gs;

function filled(text: string, scope: Tree): string {
  let out = '';
  let rest = 0;
  /** For each `if` around this place: whether its present branch counts. */
  const open: boolean[] = [];
  for (const found of text.matchAll(ACTION)) {
    const [whole, space = '', trims = '', action = ''] = found;
    const isShown = open.every(Boolean);
    if (isShown) out += text.slice(rest, found.index) + (trims === '-' ? '' : space);
    rest = found.index + whole.length;
    if (!branches(action, open, scope) && isShown) out += textOf(valueOf(action, scope));
  }
  if (open.length > 0) throw new Error('an if without an end');
  return out + text.slice(rest);
}

/** True for `if`, `else` and `end`. */
function branches(action: string, open: boolean[], scope: Tree): boolean {
  if (action.startsWith('if ')) open.push(isTrue(valueOf(action.slice(3), scope)));
  else if (action === 'else') open.push(!open.pop());
  else if (action === 'end') open.pop();
  else return false;
  return true;
}

const isTrue = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== '';

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`a template prints ${JSON.stringify(value)}`);
}

/** Calls a function on what it is given: `name argument`, or behind a `|` with the value before it as the last argument. */
function called(call: string, scope: Tree, piped: readonly unknown[]): unknown {
  const [name = '', ...words] = call.match(/\([^)]*\)|\S+/g) ?? [];
  const given = words.map((word) => (word.startsWith('(') ? valueOf(word.slice(1, -1), scope) : valueAt(word, scope)));
  const [first, second] = [...given, ...piped];
  if (name === 'toJson') return JSON.stringify(first);
  if (name === 'tpl') return filled(String(first), scope);
  if (name === 'sha256sum') return createHash('sha256').update(String(first)).digest('hex');
  if (name === 'default') return isTrue(second) ? second : first;
  if (words.length > 0 || piped.length > 0) throw new Error(`a template calls ${name}`);
  return valueAt(name, scope);
}

const valueOf = (expression: string, scope: Tree): unknown =>
  expression
    .split(/\s*\|\s*/)
    .reduce<unknown>((value, call, stage) => called(call, scope, stage === 0 ? [] : [value]), undefined);

function valueAt(path: string, scope: Tree): unknown {
  if (path === '.') return scope;
  if (!path.startsWith('.')) throw new Error(`a template names ${path}`);
  return path
    .slice(1)
    .split('.')
    .reduce<unknown>((tree, key) => (isTree(tree) ? tree[key] : undefined), scope);
}
