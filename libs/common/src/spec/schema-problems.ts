/** What a schema refuses, field by field, in the words of the API. */
import type { z } from 'zod';
import type { FieldProblem } from '../schedule/parse-schedule.js';

/** The problems of a value that a schema refused, field by field; `under` is put before every path. */
export function problemsOf(issues: readonly z.core.$ZodIssue[], under: readonly PropertyKey[] = []): FieldProblem[] {
  return issues.flatMap((issue) => {
    const path = [...under, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: pathText([...path, key]), message: 'is not a known field' }));
    }
    if (issue.code === 'invalid_union') return unionProblems(issue, path);
    if (issue.code === 'invalid_key') {
      const [first] = issue.issues;
      return [{ path: pathText(path), message: `has a name that ${first?.message ?? 'is not valid'}` }];
    }
    return [{ path: pathText(path), message: messageOf(issue) }];
  });
}

/**
 * If several forms are accepted, the form of the right type that matched furthest gives the most useful problem; a form that lists its texts
 * comes after the others, because the value is meant as none of them.
 */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion, path: readonly PropertyKey[]): FieldProblem[] {
  const ofType = issue.errors.filter((issues) => !issues.some((each) => each.code === 'invalid_type' && isOfAll(each)));
  const [best] = [...ofType].sort((a, b) => depth(b) - depth(a) || Number(isOtherText(a)) - Number(isOtherText(b)));
  if (best) return problemsOf(best, path);
  const wanted = issue.errors.flatMap(([first]) => (first?.code === 'invalid_type' ? [first.expected] : []));
  const options = 'options' in issue ? issue.options.map(String) : [];
  const message =
    options.length > 0
      ? `must be one of ${options.join(', ')}`
      : wanted.length > 0
        ? `must be ${[...new Set(wanted.map(inWords))].join(' or ')}`
        : 'is not valid';
  return [{ path: pathText(path), message }];
}

const isOtherText = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.some(({ code }) => code === 'invalid_value');
const isOfAll = ({ path }: z.core.$ZodIssue): boolean => path.length === 0;
const depth = (issues: readonly z.core.$ZodIssue[]): number => Math.max(0, ...issues.map((each) => each.path.length));

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.message.endsWith('received undefined') ? 'is required' : `must be ${inWords(issue.expected)}`;
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small' || issue.code === 'too_big') return boundText(issue);
  return issue.message;
}

function boundText(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' items' : '';
  if (issue.code === 'too_small') {
    return `must ${unit ? 'have' : 'be'} ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit}`;
  }
  return `must ${unit ? 'have' : 'be'} ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unit}`;
}

/** A type by its name in JSON. */
function inWords(type: string): string {
  if (type === 'null') return type;
  const name = { record: 'object', int: 'whole number' }[type] ?? type;
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Field names can contain any character: invisible characters are written as in JSON. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.map((part) => String(part).replace(/\p{Cc}/gu, escaped)).join('.');
const escaped = (character: string): string => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
