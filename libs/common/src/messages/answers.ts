/** The answers to requests: a refusal is a value. */
import { z } from 'zod';

/** `code` is one of errors/codes.ts, `path` the field where there is one. */
export const refusal = z.object({
  ok: z.literal(false),
  code: z.string(),
  detail: z.string(),
  path: z.string().optional(),
});

/** The fields of the answer, or a refusal. */
export const answerOf = <S extends z.ZodRawShape>(
  shape: S,
): z.ZodDiscriminatedUnion<[z.ZodObject<{ ok: z.ZodLiteral<true> } & S>, typeof refusal], 'ok'> =>
  z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), ...shape }), refusal]);

/** That it is done, or a refusal. */
export const done = answerOf({});
