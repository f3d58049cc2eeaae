/**
 * Determines how a request for a run is joined with others by the rules of its job: its keys, and its item if requests are collected.
 * Pure.
 */
import { MAX_ITEMS_BYTES, DEFAULT_ITEMS } from '#common/domain/limits.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import type { JsonValue } from '#common/spec/fields.js';
import { renderKey, type KeyValues } from '#common/spec/key-template.js';
import type { RunRequest } from '#common/spec/job.js';
import { maxWaitOf, type RequestRules } from '#common/spec/request-rules.js';
import type { EvaluatedOptions } from '#common/spec/options/evaluate.js';

/** The part of the request that is sent to the scheduler. */
export interface JoinedRequest {
  readonly deduplicate?: { readonly key: string; readonly windowSeconds: number };
  readonly gather?: { readonly key: string; readonly seconds: number } & (
    { readonly by: 'debounce'; readonly maxWaitSeconds: number } | { readonly by: 'collect'; readonly maxItems: number }
  );
  readonly items?: JsonValue[];
}

export interface RequestInputs {
  readonly request: RunRequest;
  /** Values of the job's options, and its parameters, overridden by those of the request. */
  readonly options: EvaluatedOptions['values'];
  readonly parameters: JsonValue | undefined;
  /** Makes a digest of the values of the request, from which no value can be derived. */
  readonly digest: (text: string) => string;
}

export function joinedRequest(
  rules: RequestRules,
  inputs: RequestInputs,
): { readonly joined: JoinedRequest; readonly problems: readonly FieldProblem[] } {
  const { deduplicate, debounce, collect } = rules;
  const problems: FieldProblem[] = [];
  const keyOf = (field: keyof RequestRules, otherwise: () => string): string => {
    const template = rules[field]?.key;
    if (template === undefined) return otherwise();
    const rendered = renderKey(template, valuesOf(inputs), field);
    if (rendered.ok) return rendered.key;
    problems.push({ path: rendered.path, message: rendered.message });
    return '';
  };
  const everything = (): string => inputs.digest(`deduplicate/${sortedText(inputs.request)}`);
  const joined: JoinedRequest = {
    ...(deduplicate && {
      deduplicate: { key: keyOf('deduplicate', everything), windowSeconds: deduplicate.windowSeconds },
    }),
    ...(debounce && {
      gather: {
        by: 'debounce',
        key: keyOf('debounce', () => ''),
        seconds: debounce.seconds,
        maxWaitSeconds: maxWaitOf(debounce),
      },
    }),
    ...(collect && {
      gather: {
        by: 'collect',
        key: keyOf('collect', () => ''),
        seconds: collect.seconds,
        maxItems: collect.maxItems ?? DEFAULT_ITEMS,
      },
      items: [itemOf(inputs)],
    }),
  };
  problems.push(...startProblems(rules, inputs.request), ...(collect ? itemProblems(inputs) : []));
  return { joined, problems };
}

const valuesOf = ({ options, parameters }: RequestInputs): KeyValues => ({
  options: new Map(options.map(({ name, text }) => [name, text])),
  parameters,
});

/** The rule of the job determines when such a run starts. */
function startProblems({ debounce, collect }: RequestRules, { startAfter }: RunRequest): FieldProblem[] {
  const rule = debounce ? 'debounce' : collect ? 'collect' : null;
  if (rule === null || startAfter === undefined) return [];
  return [
    { path: 'startAfter', message: `cannot be given for this job, because its rule ${rule} decides when runs start` },
  ];
}

function itemProblems(inputs: RequestInputs): FieldProblem[] {
  const { request: request, options } = inputs;
  const why = 'cannot be given for a job that collects requests, because items are not secret';
  const secret = options.filter(({ name, secret: hidden }) => hidden && Object.hasOwn(request.options ?? {}, name));
  const bytes = Buffer.byteLength(JSON.stringify([itemOf(inputs)]));
  const size = `makes an item of ${bytes} bytes of JSON, but the items of a run may have at most ${MAX_ITEMS_BYTES} bytes`;
  return [
    ...(request.secureParameters === undefined ? [] : [{ path: 'secureParameters', message: why }]),
    ...secret.map(({ name }) => ({ path: `options.${name}`, message: why })),
    ...(bytes > MAX_ITEMS_BYTES ? [{ path: 'parameters', message: size }] : []),
  ];
}

/** The inputs of a run for this request alone, without secrets. */
function itemOf({ options, parameters }: RequestInputs): JsonValue {
  const open = options.filter(({ secret }) => !secret);
  return {
    parameters: parameters ?? null,
    options: Object.fromEntries(open.map(({ name, value }) => [name, value])),
  };
}

/** JSON that is independent of the order of fields. */
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
