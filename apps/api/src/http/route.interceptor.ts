import { randomUUID } from 'node:crypto';
import { StreamableFile, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { AppError, messageOf } from '#common/errors/app-error.js';
import { failureOf } from '#common/errors/failure.js';
import type { Logger } from '#common/logging/logger.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { Caller } from '../access/core/access.js';
import type { AuditLog } from './audit-log.js';
import { etagOf } from './core/etag.js';
import type { GivenAnswer, IdempotentAnswers, Undertaking } from './idempotent-answers.js';
import { headerOf, parseRequest } from './parse-request.js';
import { RefusalRecord } from './refusal-record.js';
import type { RequestGates } from './request-gates.js';
import type { Admitted } from './request-guard.js';
import {
  DRY_RUN_HEADER,
  isMutating,
  PENDING_HEADER,
  type Answer,
  type Mutation,
  type RequestContext,
  type Route,
} from './route.js';
import { ROUTE_METADATA, type PreparedRequest, type Streamed } from './serves.js';
import { clientAddress } from './source-address.js';
import { invalidField } from './problem.js';

/* Judges a change without making it: the handler runs up to the point where it would record the change. */

/** The outcome that the request would have, in the answer's `Carillon-Dry-Run`. */
type DryRunOutcome = 'changes' | 'unchanged';

/** Ends a handler before its first write. */
class WouldChange extends Error {}

/** True if the request asks for a dry run. Throws VALIDATION_FAILED if the route does not support dry runs. */
function isDryRun(route: Route, headers: Readonly<Record<string, string | undefined>>): boolean {
  const value = headers[DRY_RUN_HEADER.toLowerCase()];
  if (value === undefined || value === 'false') return false;
  if (value !== 'true') throw invalidField(DRY_RUN_HEADER, 'must be true or false');
  if (!route.canDryRun) throw invalidField(DRY_RUN_HEADER, 'is not possible with this operation');
  return true;
}

/** Runs the handler under a mutation that may not be recorded; its refusals are thrown as usual. */
async function dryRun(
  { seed, askedAt }: Pick<Mutation, 'seed' | 'askedAt'>,
  perform: (mutation: Mutation) => Promise<unknown>,
): Promise<DryRunOutcome> {
  const record = async (): Promise<void> => Promise.reject(new WouldChange('a dry run does not write anything'));
  try {
    const refused = async (): Promise<void> => Promise.resolve();
    const part: Mutation['part'] = (named) => ({ ...named, record, refused });
    await perform({ seed, askedAt, record, part });
    return 'unchanged';
  } catch (error) {
    if (error instanceof WouldChange) return 'changes';
    throw error;
  }
}

/** A request before its seed is known. */
type Prepared = Omit<RequestContext<Route>, 'mutation'>;

/** A change on its way through. */
interface Step {
  readonly route: Route;
  readonly common: Prepared;
  readonly undertaking: Undertaking;
  readonly request: FastifyRequest & PreparedRequest;
  readonly reply: FastifyReply;
  readonly next: CallHandler<Answer<unknown> | Streamed>;
  readonly refusals: RefusalRecord;
}

/**
 * Handles every request that the guard has admitted: parses it, checks whether it was answered before, calls the handler, then sets
 * headers, completes the audit, and keeps the answer for repeats.
 */
export class RouteInterceptor implements NestInterceptor {
  private readonly reflector = new Reflector();
  private readonly serving = new TrackedTasks();

  constructor(
    private readonly parts: {
      readonly answers: IdempotentAnswers;
      readonly audit: AuditLog;
      readonly gates: RequestGates;
      readonly database: Pick<Mongo, 'orStalled'>;
      readonly log: Pick<Logger, 'warn'>;
      readonly basePath: string;
    },
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<Answer<unknown> | Streamed>): Observable<unknown> {
    const route = this.reflector.get<Route | undefined>(ROUTE_METADATA, context.getHandler());
    if (!route) return next.handle();
    const serve = (): Promise<unknown> =>
      this.serving.add(this.parts.gates.serve(route, () => this.serve(route, context, next)));
    return from(this.parts.database.orStalled(serve));
  }

  /** Resolves when no request is being executed any more, not even for callers who have gone away. */
  async drain(): Promise<void> {
    await this.serving.drain();
  }

  private async serve(
    route: Route,
    context: ExecutionContext,
    next: CallHandler<Answer<unknown> | Streamed>,
  ): Promise<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest & PreparedRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const refusals = new RefusalRecord(this.parts.audit, route, request);
    try {
      const { caller, credential } = admittedOf(request);
      refusals.caller = caller;
      const parsed = parseRequest(route, request);
      const common: Prepared = {
        ...parsed,
        caller,
        credential,
        address: clientAddress(request),
        headers: singleHeaders(request),
      };
      if (isMutating(route) && route.access !== 'attempt')
        return await this.change({ route, common, request, reply, next, refusals });
      const { record } = this.parts.audit.open(caller, refusals.request, randomUUID());
      const part = this.partsOf(route, request, caller);
      request.context = { ...common, mutation: { seed: '', askedAt: 0, record, part } };
      return this.send(route, reply, await answerOf(next));
    } catch (error) {
      await refusals.note(error);
      throw error;
    }
  }

  private async change(step: Omit<Step, 'undertaking'>): Promise<unknown> {
    const { route, common, request, reply } = step;
    const { caller } = common;
    const question = { subject: caller.subject, method: route.method, url: request.url, body: request.body };
    const judged = isDryRun(route, common.headers);
    const key = judged ? undefined : headerOf(request, 'idempotency-key');
    const undertaking = await this.parts.answers.begin({ ...question, key });
    if ('status' in undertaking) return replay(reply, undertaking);
    return judged ? this.judge({ ...step, undertaking }) : this.perform({ ...step, undertaking });
  }

  /** The answer to a dry run: 204, or the refusal. */
  private async judge({ common, undertaking, request, reply, next }: Step): Promise<void> {
    const outcome = await dryRun(undertaking, async (mutation) => {
      request.context = { ...common, mutation };
      return answerOf(next);
    });
    void reply.status(204).header(DRY_RUN_HEADER, outcome).header('Cache-Control', 'no-store');
  }

  private async perform(step: Step): Promise<unknown> {
    const { route, common, undertaking, request, reply, next, refusals } = step;
    const trail = this.parts.audit.open(common.caller, refusals.request, undertaking.seed);
    const part = this.partsOf(route, request, common.caller);
    const { seed, askedAt } = undertaking;
    request.context = { ...common, mutation: { seed, askedAt, record: trail.record, part } };
    try {
      const answer = await answerOf(next);
      const body = this.send(route, reply, answer);
      const { status = route.status } = 'stream' in answer ? {} : answer;
      await undertaking.answered({ status, headers: ownHeaders(reply), body }).catch((error: unknown) => {
        // The change is made. A repeat finds no answer, and makes the same change, which then changes nothing.
        const fields = { requestId: request.id, route: route.id, error: messageOf(error) };
        this.parts.log.warn(fields, 'the answer to a request could not be kept for its repeats');
      });
      return body;
    } catch (error) {
      // Even if another error occurs here, the caller is answered with the first error.
      const recorded = trail.refused(failureOf(error).code).then((isRecorded) => {
        refusals.isRecorded ||= isRecorded;
      });
      await Promise.allSettled([recorded, undertaking.refused()]);
      throw error;
    }
  }

  private partsOf(route: Route, request: FastifyRequest, caller: Caller): Mutation['part'] {
    return ({ seed, askedAt }) => {
      const refusals = new RefusalRecord(this.parts.audit, route, request);
      refusals.caller = caller;
      const trail = this.parts.audit.open(caller, refusals.request, seed);
      const refused = async (error: unknown): Promise<void> => {
        refusals.isRecorded = await trail.refused(failureOf(error).code).catch(() => false);
        await refusals.note(error);
      };
      return { seed, askedAt, record: trail.record, refused };
    };
  }

  private send(route: Route, reply: FastifyReply, result: Answer<unknown> | Streamed): unknown {
    if ('stream' in result) {
      void reply.header('Cache-Control', 'no-cache, no-transform').header('X-Accel-Buffering', 'no');
      return new StreamableFile(result.stream, { type: result.type });
    }
    if (result.rev !== undefined) void reply.header('ETag', etagOf(result.rev));
    if (result.location !== undefined) void reply.header('Location', `${this.parts.basePath}${result.location}`);
    if (result.status !== undefined) void reply.status(result.status);
    if (result.isPending === true) void reply.header(PENDING_HEADER, 'scheduler');
    void reply.header('Cache-Control', 'no-store');
    return route.status === 204 ? undefined : result.body;
  }
}

/** The type of an answer is checked where the handler is declared: `Serves` accepts no other. */
const answerOf = async (next: CallHandler<Answer<unknown> | Streamed>): Promise<Answer<unknown> | Streamed> =>
  firstValueFrom(next.handle());

/** A request that the guard has not admitted is never served. */
function admittedOf({ admitted }: PreparedRequest): Admitted {
  if (!admitted) throw new AppError('INTERNAL', 'the server did not check who sent the request');
  return admitted;
}

function replay(reply: FastifyReply, answer: GivenAnswer): unknown {
  void reply.status(answer.status).headers(answer.headers);
  return answer.body;
}

/** The headers that belong to the answer itself. */
function ownHeaders(reply: FastifyReply): Record<string, string> {
  const names = ['etag', 'location', 'cache-control', PENDING_HEADER.toLowerCase()];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = reply.getHeader(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

const singleHeaders = (request: FastifyRequest): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
