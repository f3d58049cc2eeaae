/** The addresses for messages from outside: `/hooks/<trigger>`. They need no token, because the messages are signed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_TRIGGER_BODY_BYTES } from '#common/domain/limits.js';
import { utf8Text } from '#common/domain/utf8-text.js';
import { AppError } from '#common/errors/app-error.js';
import { answerRefusal, type PlainSurroundings } from '../http/problem.js';
import type { Fired } from './trigger-firing.js';
import type { TriggerIntake } from './trigger-intake.js';
import { HOOK_PATH } from './trigger.keeper.js';
import { clientAddress } from '../http/source-address.js';

/** Bodies of every type are taken unchanged: the signature covers their exact bytes, decoded where they have a `Content-Encoding`. */
export async function addHookRoutes(
  server: FastifyInstance,
  intake: Pick<TriggerIntake, 'take'>,
  around: PlainSurroundings,
): Promise<void> {
  const { prefix, database, log } = around;
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { uid } = request.params as { readonly uid: string };
    void reply.header('Cache-Control', 'no-store');
    try {
      const text = Buffer.isBuffer(request.body) ? utf8Text(request.body) : '';
      if (text === null) throw new AppError('MALFORMED_BODY', 'the body is not UTF-8');
      const delivery = { uid, text, headers: headersOf(request), address: clientAddress(request) };
      return await taken(reply, await database.orStalled(() => intake.take(delivery)));
    } catch (error) {
      return await answerRefusal(reply, error, {
        log,
        message: 'a delivery to a trigger failed',
        detail: 'the message could not be processed; try again',
      });
    }
  };
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    scope.post(`${prefix}${HOOK_PATH}:uid`, { bodyLimit: MAX_TRIGGER_BODY_BYTES }, answer);
    done();
  });
}

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/**
 * 202 with the run, the same for a repeat; 200 if a condition does not hold, or if the run is that of an earlier request: the sender must
 * not repeat the message.
 */
async function taken(reply: FastifyReply, { run, detail, isDuplicate, repeated }: Fired): Promise<FastifyReply> {
  if (run === null) return reply.status(200).send({ run, detail });
  if (repeated) void reply.header('Idempotency-Replayed', 'true');
  return isDuplicate ? reply.status(200).send({ run, duplicate: true }) : reply.status(202).send({ run });
}
