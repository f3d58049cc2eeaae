/** Derives the run that a message asks for from the conditions and sources of its trigger. Pure. */
import { nulPaths } from '#common/domain/nul.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import { runRequest, type RunRequest } from '#common/spec/job.js';
import type { JsonValue } from '#common/spec/fields.js';
import { sameValue, valueAt } from '#common/spec/json-pointer.js';
import type { TriggerCondition, TriggerSource, TriggerSpec } from '#common/spec/trigger.js';

export interface TriggerMessage {
  readonly body: JsonValue;
  /** The headers by names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export type AskedRun =
  | { readonly kind: 'run'; readonly request: Pick<RunRequest, 'options' | 'parameters'> }
  /** A condition does not hold: `detail` names it. */
  | { readonly kind: 'skipped'; readonly detail: string }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] };

type Place = Pick<TriggerSource, 'body' | 'header'>;

export function runAskedFor(
  spec: Pick<TriggerSpec, 'when' | 'options' | 'parameters'>,
  message: TriggerMessage,
): AskedRun {
  const failed = (spec.when ?? []).findIndex((condition) => !holds(condition, message));
  const condition = spec.when?.[failed];
  if (condition !== undefined)
    return { kind: 'skipped', detail: `when.${failed} does not hold: ${nameOf(condition)}${testText(condition)}` };
  const options = valuesOf('options', spec.options, message);
  const parameters = valuesOf('parameters', spec.parameters, message);
  const problems = [...options.problems, ...parameters.problems];
  if (problems.length > 0) return { kind: 'refused', problems };
  const request = runRequest.pick({ options: true, parameters: true }).safeParse({
    ...(spec.options && { options: options.values }),
    ...(spec.parameters && { parameters: parameters.values }),
  });
  if (request.success) return { kind: 'run', request: request.data };
  const tooMuch = request.error.issues.map(({ path, message: text }) => ({ path: path.join('.'), message: text }));
  return { kind: 'refused', problems: tooMuch };
}

/** The value of a place; undefined if there is none. A header is a text. */
const valueOf = ({ body, header = '' }: Place, message: TriggerMessage): JsonValue | undefined =>
  body === undefined ? valueAt(message.headers, `/${escaped(header.toLowerCase())}`) : valueAt(message.body, body);

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

function holds(condition: TriggerCondition, message: TriggerMessage): boolean {
  const { exists, equals, oneOf, startsWith } = condition;
  const value = valueOf(condition, message);
  if (exists !== undefined && exists !== (value !== undefined)) return false;
  if (equals !== undefined && !sameValue(equals, value)) return false;
  if (oneOf !== undefined && !oneOf.some((each) => sameValue(each, value))) return false;
  return startsWith === undefined || (typeof value === 'string' && value.startsWith(startsWith));
}

function valuesOf(
  field: 'options' | 'parameters',
  sources: Readonly<Record<string, TriggerSource>> | undefined,
  message: TriggerMessage,
): { readonly values: Readonly<Record<string, JsonValue>>; readonly problems: readonly FieldProblem[] } {
  const values = Object.entries(sources ?? {}).map(([name, source]) => {
    const sent = valueOf(source, message);
    // Senders write null where they have nothing, so the default takes its place; without one it is the value.
    return { name, source, value: source.default === undefined ? sent : (sent ?? source.default) };
  });
  return {
    values: Object.fromEntries(values.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
    problems: values.flatMap(({ name, source, value }) => {
      const path = `${field}.${name}`;
      if (value === undefined) return [{ path, message: `there is no ${nameOf(source)}, and no default` }];
      if (nulPaths(value, 1).length === 0) return [];
      return [{ path, message: `${nameOf(source)} must not hold the character NUL (U+0000)` }];
    }),
  };
}

const nameOf = ({ body, header }: Place): string =>
  body === undefined ? `header ${header ?? ''}` : body === '' ? 'body' : `${body} of the body`;

function testText({ exists, equals, oneOf, startsWith }: TriggerCondition): string {
  return [
    exists === undefined ? '' : exists ? ' must be there' : ' must not be there',
    equals === undefined ? '' : ` must be ${JSON.stringify(equals)}`,
    oneOf === undefined ? '' : ` must be one of ${JSON.stringify(oneOf)}`,
    startsWith === undefined ? '' : ` must begin with ${JSON.stringify(startsWith)}`,
  ]
    .filter((text) => text !== '')
    .join(' and');
}
