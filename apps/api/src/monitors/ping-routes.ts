/** The addresses for pings of external work: `/ping/<token>`, with `/start`, `/success`, `/fail` or an exit code behind it. */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_PING_BYTES } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { PING_KINDS, type PingKind } from '#common/watch/monitor.js';
import { answerRefusal, type PlainSurroundings } from '../http/problem.js';
import type { PingIntake } from './ping-intake.js';
import { PING_PATH } from './monitor.keeper.js';
import { clientAddress } from '../http/source-address.js';

const MAX_EXIT_CODE = 255;

interface PingRequest {
  readonly token: string;
  readonly what?: string;
}

/** Bodies may be of any type and length: most callers send output of the work, or nothing, and its event counts whatever they send. */
export async function addPingRoutes(
  server: FastifyInstance,
  intake: PingIntake,
  around: PlainSurroundings,
): Promise<void> {
  const { prefix, database, log } = around;
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { token, what } = request.params as PingRequest;
    void reply.header('Cache-Control', 'no-store');
    try {
      const said = saidBy(what);
      const text = typeof request.body === 'string' ? request.body : '';
      await database.orStalled(() => intake.take({ token, ...said, text, address: clientAddress(request) }));
      return await reply.type('text/plain; charset=utf-8').send('OK\n');
    } catch (error) {
      return await answerRefusal(reply, error, {
        log,
        message: 'a ping could not be stored',
        detail: 'the ping could not be stored',
      });
    } finally {
      // What was not read of a long body is read and dropped: the next request of the connection comes behind it.
      request.raw.resume();
    }
  };
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (_request: FastifyRequest, body: Readable) => beginningOf(body));
    for (const url of [`${prefix}${PING_PATH}:token`, `${prefix}${PING_PATH}:token/:what`])
      scope.route({ method: ['GET', 'HEAD', 'POST'], url, handler: answer });
    done();
  });
}

/** The first bytes of a body, as soon as they are there. */
async function beginningOf(body: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let left = MAX_PING_BYTES;
  await new Promise<void>((resolve, reject) => {
    body.on('data', (part: Buffer) => {
      parts.push(part.subarray(0, left));
      left -= part.length;
      if (left > 0) return;
      body.removeAllListeners('data').pause();
      resolve();
    });
    body.once('end', resolve);
    body.once('error', (error) => {
      reject(Object.assign(error, { statusCode: 400 }));
    });
  });
  return Buffer.concat(parts).toString();
}

/** Throws NOT_FOUND for a text that is neither a kind of ping nor an exit code. */
function saidBy(what: string | undefined): { kind: PingKind; exitCode: number | null } {
  if (what === undefined) return { kind: 'success', exitCode: null };
  const kind = PING_KINDS.find((each) => each === what);
  if (kind) return { kind, exitCode: null };
  const exitCode = /^\d{1,3}$/.test(what) ? Number(what) : NaN;
  if (!(exitCode <= MAX_EXIT_CODE)) throw new AppError('NOT_FOUND', 'the address does not exist');
  return { kind: exitCode === 0 ? 'success' : 'fail', exitCode };
}
