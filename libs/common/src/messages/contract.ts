/** Message contracts: the subject of a message and its payload, defined once. */
import type { z } from 'zod';
import type { ServiceName } from '../domain/service-name.js';

type ParamsOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;
type ParamRecord<Names extends string> = Readonly<Record<Names, string | number>>;

/**
 * `event`: core NATS, lost without a listener, for hints and live output only. `durable`: a JetStream stream, delivered
 * at least once. `request`: request/reply to any one replica. `shardRequest`: request/reply to the replica that owns
 * `{shard}`.
 */
export type ContractKind = 'event' | 'durable' | 'request' | 'shardRequest';

export interface Contract<
  Names extends string = string,
  Schema extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly kind: ContractKind;
  /** Set for durable ones only. */
  readonly stream: string | null;
  /** The services that send it; NATS refuses it from any other that it knows by its key (`permissions.ts`). */
  readonly from: readonly ServiceName[];
  /** The services that handle it or listen to it. */
  readonly to: readonly ServiceName[];
  readonly template: string;
  /** The template with a wildcard for every parameter. */
  readonly pattern: string;
  readonly schema: Schema;
  readonly reply: Reply | null;
  readonly subject: (params: ParamRecord<Names>) => string;
}

export type PayloadOf<C> = C extends Contract<string, infer S> ? z.output<S> : never;
export type ReplyOf<C> = C extends Contract<string, z.ZodType, infer R> ? z.output<R> : never;
export type SubjectParamsOf<C> = C extends Contract<infer N> ? ParamRecord<N> : never;

/** Declares a contract; the parameters of its subject are read from the template's type. */
export function contract<
  const Template extends string,
  Schema extends z.ZodType,
  Reply extends z.ZodType = z.ZodNever,
>(spec: {
  kind: ContractKind;
  stream?: string;
  template: Template;
  from: readonly ServiceName[];
  to: readonly ServiceName[];
  schema: Schema;
  reply?: Reply;
}): Contract<ParamsOf<Template>, Schema, Reply> {
  return {
    kind: spec.kind,
    stream: spec.stream ?? null,
    from: spec.from,
    to: spec.to,
    template: spec.template,
    pattern: spec.template.replaceAll(/\{\w+\}/g, '*'),
    schema: spec.schema,
    reply: spec.reply ?? null,
    subject: (params) =>
      spec.template.replaceAll(/\{(\w+)\}/g, (_, name: ParamsOf<Template>) => subjectToken(String(params[name]))),
  };
}

/** Any text as one token of a subject: dots, wildcards and blanks are escaped. */
export function subjectToken(text: string): string {
  return encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('*', '%2A');
}
