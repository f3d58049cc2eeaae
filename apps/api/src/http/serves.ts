import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { Admitted } from './request-guard.js';
import { pathPattern, type AnswerOf, type RequestContext, type Method, type Route } from './route.js';

export const ROUTE_METADATA = 'carillon:route';

const METHODS: Readonly<Record<Method, RequestMethod>> = {
  GET: RequestMethod.GET,
  POST: RequestMethod.POST,
  PUT: RequestMethod.PUT,
  PATCH: RequestMethod.PATCH,
  DELETE: RequestMethod.DELETE,
};

/** An answer that is sent while it is being made. */
export interface Streamed {
  readonly stream: Readable;
  readonly type: string;
}

type Handler<R extends Route> = (request: RequestContext<R>) => Promise<AnswerOf<R> | Streamed>;

/** Marks a controller method as the handler of a route; its parameter and its result must fit the route's schemas. */
export function Serves<R extends Route>(
  route: R,
): <F extends Handler<R>>(target: object, key: string, descriptor: TypedPropertyDescriptor<F>) => void {
  const mark = applyDecorators(
    RequestMapping({ path: pathPattern(route), method: METHODS[route.method] }),
    HttpCode(route.status),
    SetMetadata(ROUTE_METADATA, route),
  );
  return (target, key, descriptor) => {
    mark(target, key, descriptor);
  };
}

/** A request with the results of guard and interceptor. */
export interface PreparedRequest {
  /** The caller that the guard admitted before the body was read. */
  admitted?: Admitted;
  context?: unknown;
}

/** The parsed request, as the handler's only parameter. */
export const Req: () => ParameterDecorator = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown => context.switchToHttp().getRequest<PreparedRequest>().context,
);
