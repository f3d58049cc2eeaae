import {
  applyDecorators,
  Controller,
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
type Table = Readonly<Record<string, Route>>;

/** The handler of each route of a table. */
export type Handlers<T extends Table> = { readonly [K in keyof T]: Handler<T[K]> };

/** Makes a class the controller of a table of routes. Nest looks for handlers among the methods of the class, so it is given one for each. */
export function Serves<T extends Table>(
  routes: T,
): (target: abstract new (...needs: never[]) => { readonly handlers: Handlers<T> }) => void {
  return (target) => {
    for (const [name, route] of Object.entries(routes)) {
      const method = {
        async value(this: { readonly handlers: Handlers<Table> }, request: RequestContext<Route>): Promise<unknown> {
          return this.handlers[name]?.(request);
        },
      };
      Object.defineProperty(target.prototype, name, method);
      applyDecorators(
        RequestMapping({ path: pathPattern(route), method: METHODS[route.method] }),
        HttpCode(route.status),
        SetMetadata(ROUTE_METADATA, route),
      )(target.prototype as object, name, method);
      parsedRequest()(target.prototype as object, name, 0);
    }
    Controller()(target);
  };
}

/** A request with the results of guard and interceptor. */
export interface PreparedRequest {
  /** The caller that the guard admitted before the body was read. */
  admitted?: Admitted;
  context?: unknown;
}

/** The parsed request, as the handler's only parameter. */
const parsedRequest = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown => context.switchToHttp().getRequest<PreparedRequest>().context,
);
