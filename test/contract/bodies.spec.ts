/** Any value at any place of a body is parsed or refused by name: no schema throws an error of its own. */
import { AppError } from '#common/errors/app-error.js';
import { parseRequest } from '../../apps/api/src/http/parse-request.js';
import type { Route } from '../../apps/api/src/http/route.js';
import { routes } from '../../apps/api/src/routes.js';
import { NASTY } from '../integration/api/fuzz-requests.js';

/** The value once for each place in it, with `put` there. */
function* withEachPlace(value: unknown, put: unknown): Generator {
  yield put;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    for (const changed of withEachPlace(each, put)) {
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    }
  }
}

function errorsOf(route: Route, body: unknown): string[] {
  try {
    parseRequest(route, { params: {}, query: {}, body, headers: { 'content-type': route.bodyTypes[0] } });
    return [];
  } catch (error) {
    return error instanceof AppError ? [] : [`${JSON.stringify(body).slice(0, 300)}: ${String(error)}`];
  }
}

const withBody = routes.filter(({ example }) => example.body !== undefined);

test.each(withBody.map((route) => [route.id, route] as const))('%s', (_, route) => {
  const bodies = NASTY.flatMap((put) => [...withEachPlace(route.example.body, put)]);
  expect(bodies.length).toBeGreaterThanOrEqual(NASTY.length);
  expect(bodies.flatMap((body) => errorsOf(route, body)).slice(0, 5)).toEqual([]);
});
