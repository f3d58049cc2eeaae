/**
 * `-o jsonpath=<template>`: text in which expressions in braces are replaced by values, as in kubectl: `{.id}`, `{"\n"}`, and
 * `{range .items[*]}{.id}{"\n"}{end}`. Paths are those of RFC 9535, also without the leading `$`.
 */
import { InvalidArgumentError } from 'commander';
import { compile, JSONPathError, type JSONPathQuery } from 'json-p3';
import { parseJson } from '#common/domain/parse-json.js';

export type JsonTemplate = (value: unknown) => string;

type Json = Parameters<JSONPathQuery['query']>[0];

/** Throws an InvalidArgumentError that names the expression. */
export function jsonTemplate(text: string): JsonTemplate {
  const parts = text.split(/(\{(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^{}"'])*\})/);
  const { template, rest } = sequence(parts, false);
  if (rest.length > 0) throw new InvalidArgumentError('has an {end} without a {range …}');
  return template;
}

/** Reads parts up to `{end}` within a range, up to the last part otherwise. */
function sequence(parts: readonly string[], isRange: boolean): { template: JsonTemplate; rest: readonly string[] } {
  const steps: JsonTemplate[] = [];
  let rest = parts;
  while (rest.length > 0) {
    const [part = '', ...others] = rest;
    rest = others;
    const expression = /^\{([^]*)\}$/.exec(part)?.[1]?.trim();
    if (expression === 'end') return { template: joined(steps), rest: isRange ? rest : [part] };
    if (expression?.startsWith('range ') === true) {
      const each = values(expression.slice('range '.length));
      const inner = sequence(rest, true);
      rest = inner.rest;
      steps.push((value) => each(value).map(inner.template).join(''));
    } else steps.push(expression === undefined ? () => part : single(expression));
  }
  if (isRange) throw new InvalidArgumentError('has a {range …} without an {end}');
  return { template: joined(steps), rest };
}

const joined =
  (steps: readonly JsonTemplate[]): JsonTemplate =>
  (value) =>
    steps.map((step) => step(value)).join('');

function single(expression: string): JsonTemplate {
  if (/^["']/.test(expression)) {
    const text = quoted(expression);
    return () => text;
  }
  const results = values(expression);
  return (value) => results(value).map(textOf).join(' ');
}

function quoted(expression: string): string {
  try {
    return String(parseJson(expression.startsWith("'") ? `"${expression.slice(1, -1)}"` : expression));
  } catch {
    throw new InvalidArgumentError(`{${expression}} is no text in quotation marks`);
  }
}

function values(path: string): (value: unknown) => unknown[] {
  const full = /^[$@]/.test(path) ? path.replace(/^@/, '$') : `$${/^[.[]/.test(path) ? '' : '.'}${path}`;
  try {
    const query = compile(full === '$.' ? '$' : full);
    return (value) => query.query(value as Json).values();
  } catch (error) {
    if (error instanceof JSONPathError) throw new InvalidArgumentError(`{${path}} is no JSONPath: ${error.message}`);
    throw error;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
