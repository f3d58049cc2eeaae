/** The routes of definitions that belong to one tenant each: calendars, channels, monitors, rules, triggers. */
import type { z } from 'zod';
import type { Role } from '#common/spec/definitions.js';
import { pageOf, pageOfTenants, byId, ofTenant } from './page.js';
import { route, type Nothing, type Route } from './route.js';

/** What the document says of a route. */
type Said = Partial<Pick<Route, 'summary' | 'description' | 'refusals'>>;
/** `body` is an example. */
type SaidOfBody = Said & { readonly body: unknown };

type NoBody = z.ZodNever;

/** `example`: an example of a view; it may be left out. */
export function kindRoutes<View extends z.ZodType, New extends z.ZodType, Spec extends z.ZodType>(
  noun: string,
  access: Role,
  {
    view,
    created,
    spec,
    example,
  }: { readonly view: View; readonly created: New; readonly spec: Spec; readonly example?: unknown },
  says: {
    readonly create: SaidOfBody;
    readonly get?: { readonly answer: unknown };
    readonly replace: SaidOfBody;
    readonly remove: Said;
  },
): {
  readonly list: Route<Nothing, typeof pageOfTenants, NoBody, ReturnType<typeof pageOf<View>>>;
  readonly create: Route<Nothing, Nothing, New, View>;
  readonly get: Route<typeof byId, typeof ofTenant, NoBody, View>;
  readonly replace: Route<typeof byId, typeof ofTenant, Spec, View>;
  readonly remove: Route<typeof byId, typeof ofTenant, NoBody, z.ZodNull>;
} {
  const all = `/${noun}s` as const;
  const one = { params: byId, query: ofTenant };
  const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const named = <R>(id: string, served: R): R & { id: string; tag: string } => ({ ...served, id, tag: `${name}s` });
  const answer = example === undefined ? {} : { answer: example };
  const { body: createBody, ...create } = says.create;
  const { body: replaceBody, ...replace } = says.replace;
  return {
    list: named(
      `list${name}s`,
      route({
        at: `GET ${all}`,
        access: 'viewer',
        summary: `List ${noun}s`,
        query: pageOfTenants,
        answer: pageOf(view),
        example: example === undefined ? {} : { answer: { items: [example], nextCursor: null } },
      }),
    ),
    create: named(
      `create${name}`,
      route({
        at: `POST ${all}`,
        access,
        summary: `Create a ${noun}`,
        canDryRun: true,
        body: created,
        status: 201,
        answer: view,
        versioned: true,
        refusals: ['ALREADY_EXISTS', 'QUOTA_EXCEEDED'],
        ...create,
        example: { body: createBody, ...answer },
      }),
    ),
    get: named(
      `get${name}`,
      route({
        ...one,
        at: `GET ${all}/{id}`,
        access: 'viewer',
        summary: `Read a ${noun}`,
        answer: view,
        versioned: true,
        example: says.get ?? answer,
      }),
    ),
    replace: named(
      `replace${name}`,
      route({
        ...one,
        at: `PUT ${all}/{id}`,
        access,
        summary: `Replace a ${noun}`,
        canDryRun: true,
        body: spec,
        answer: view,
        versioned: true,
        ...replace,
        example: { body: replaceBody, ...answer },
      }),
    ),
    remove: named(
      `delete${name}`,
      route({ ...one, at: `DELETE ${all}/{id}`, access, summary: `Remove a ${noun}`, ...says.remove }),
    ),
  };
}
