/** Finds contradictions in the options that a job declares, beyond the shape of each. */
import type { JobOption } from '../options.js';
import { optionValue } from './evaluate.js';

export interface DeclarationProblem {
  readonly path: (string | number)[];
  readonly message: string;
}

export function declarationProblems(options: readonly JobOption[]): DeclarationProblem[] {
  const seen = new Set<string>();
  return options.flatMap((option, position) => {
    const problems = [...fieldProblems(option), ...defaultProblems(option)];
    if (seen.has(option.name))
      problems.unshift({ path: ['name'], message: `there is an option "${option.name}" already` });
    seen.add(option.name);
    return problems.map(({ path, message }) => ({ path: [position, ...path], message }));
  });
}

/** A slot gives no values, so a required option of a scheduled job needs a default. */
export function unscheduledProblems(options: readonly JobOption[]): DeclarationProblem[] {
  return options.flatMap((option, position) => {
    const problem = optionValue(option, undefined);
    if (problem.ok) return [];
    const message = 'is required: the option is required, but no values are given to scheduled runs';
    return [{ path: ['options', position, 'default'], message }];
  });
}

function fieldProblems(option: JobOption): DeclarationProblem[] {
  switch (option.type) {
    case 'bool':
      return boolProblems(option);
    case 'select':
    case 'multi':
      return repeated(option.values);
    case 'number':
      return option.min !== undefined && option.max !== undefined && option.min > option.max
        ? [{ path: ['min'], message: 'is greater than max' }]
        : [];
    case 'string':
    case 'date':
    case 'secret':
      return [];
  }
}

function boolProblems({ format, trueVal, falseVal }: Extract<JobOption, { type: 'bool' }>): DeclarationProblem[] {
  if (format === 'Custom') {
    if ((trueVal ?? '') === (falseVal ?? ''))
      return [{ path: ['trueVal'], message: 'must differ from falseVal with the format Custom' }];
    return [];
  }
  return Object.entries({ trueVal, falseVal })
    .filter(([, text]) => text !== undefined)
    .map(([field]) => ({ path: [field], message: 'is possible only with the format Custom' }));
}

const repeated = (values: readonly string[]): DeclarationProblem[] =>
  values.flatMap((value, i) =>
    values.indexOf(value) < i ? [{ path: ['values', i], message: 'is in the list already' }] : [],
  );

/** A default must be a value that a run could be given. */
function defaultProblems(option: JobOption): DeclarationProblem[] {
  if (option.default === undefined) return [];
  const value = optionValue({ ...option, default: undefined }, option.default);
  return value.ok ? [] : [{ path: ['default'], message: value.message }];
}
