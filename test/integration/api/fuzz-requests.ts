/** Random requests from a seed: the routes' own examples, changed in many ways. */
import type { Route } from '../../../apps/api/src/http/route.js';
import { API_PATH } from '../../../apps/api/src/routes.js';
import { Random } from '../../simulation/support/random.js';

export interface FuzzRequest {
  readonly method: string;
  /** From the root of the service. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

const deep = (depth: number, leaf: unknown): unknown => (depth === 0 ? leaf : { a: [deep(depth - 1, leaf)] });
/** Values that callers send sooner or later instead of others. */
export const NASTY: readonly unknown[] = [
  ...['', ' ', '\u0000', '\ud800', '\u202e', '💥', '../../etc/passwd', '%00', '%', '{"$gt":""}', '$where', '***'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x'.repeat(5_000), `${'a'.repeat(3_000)}!`, '(a+)+$'],
  ...['* * * * *', '*/0 * * * *', '0 0 30 2 *', 'H H H H H', '@yearly', '99999999999999999999 * * * *', 'Mars/Base'],
  ...[
    '9999-99-99T99:99:99Z',
    '0000-01-01T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    'http://[::1]:99999',
    'a,b',
    '0-9,3-',
  ],
  ...[0, -1, 1, 0.1, -0, 1e308, 2 ** 53, 2 ** 31, Number.MIN_VALUE, null, true, false, [], {}, [null], [[]], [{}]],
  ...[{ $gt: '' }, { toJSON: 1 }, { length: 1e9 }, { '': '' }, { 'a.b': 1 }, deep(70, 1), Array(2_000).fill('x')],
];
const FIELDS = [
  'id',
  'tenant',
  'worker',
  'cron',
  'schedule',
  'owners',
  'tasks',
  'options',
  'policies',
  'volumes',
  'after',
  'notify',
  'target',
  'ids',
  'a.b',
  '$set',
];
const MEDIA_TYPES = ['application/json', 'text/plain', 'application/merge-patch+json', 'multipart/form-data', 'x', ''];
const RAW_BODIES = [
  '{',
  '[]',
  '"x"',
  'null',
  '{"a":1}}',
  '\u0000',
  '{"__proto__":{"x":1}}',
  '1e999',
  '[1,',
  'NaN',
  '{"a":"\\ud800"}',
];
const HEADERS: readonly [string, readonly string[]][] = [
  ['if-match', ['"1"', '*', 'W/"x"', '"', '1', '"1", "2"']],
  ['last-event-id', ['1', '0/main/0/1:2', '-1', 'x'.repeat(3_000), '9999999999999-x@1']],
  ['accept', ['*/*', 'application/xml', 'text/html;q=x', '']],
  ['x-forwarded-for', ['127.0.0.1', 'x', '::1, ::1']],
  ['cookie', ['carillon-session=x', 'carillon-session=', ';;;', '=']],
  ['carillon-page', ['1']],
  ['range', ['bytes=999999999-', 'bytes=-1', 'x', 'bytes=0-0,5-6']],
  ['if-none-match', ['*', '"', 'W/"x"']],
  ['if-unmodified-since', ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT']],
];
const QUERIES = [
  'limit',
  'cursor',
  'tenant',
  'state',
  'from',
  'to',
  'q',
  'tail',
  'since',
  'count',
  'job',
  'depth',
  'label',
  'withMade',
  'x',
  '__proto__',
];

export class FuzzRequests {
  private readonly random: Random;

  /** `ids`: of things that exist; `beside`: addresses that are no routes of the API, with `{id}` in them or without. */
  constructor(
    seed: number,
    private readonly routes: readonly Route[],
    private readonly ids: readonly string[],
    private readonly beside: readonly string[],
  ) {
    this.random = new Random(seed);
  }

  next(): FuzzRequest {
    const { random } = this;
    const route = random.pick(this.routes);
    const method = random.chance(0.95)
      ? route.method
      : random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
    const path = `${this.pathOf(route)}${this.query()}`;
    const body = method === 'GET' || method === 'HEAD' || random.chance(0.05) ? undefined : this.bodyFor(route);
    return { method, path, headers: this.headers(body), body };
  }

  private pathOf(route: Route): string {
    const { random } = this;
    if (random.chance(0.03)) return `${API_PATH}/${encodeURIComponent(this.text())}`;
    const segment = (): string =>
      random.chance(0.7) ? random.pick(this.ids) : encodeURIComponent(this.text().slice(0, 600));
    const address = random.chance(0.1) ? random.pick(this.beside) : `${API_PATH}${route.path}`;
    return address.replaceAll(/\{\w+\}/g, segment);
  }

  private query(): string {
    const { random } = this;
    if (random.chance(0.5)) return '';
    const pairs = Array.from({ length: random.between(1, 3) }, () => {
      const value = random.chance(0.5) ? String(random.between(-2, 600)) : this.text().slice(0, 2_000);
      return `${encodeURIComponent(random.pick(QUERIES))}=${encodeURIComponent(value)}`;
    });
    return `?${pairs.join('&')}`;
  }

  private bodyFor(route: Route): string {
    const { random } = this;
    if (random.chance(0.08)) return random.pick(RAW_BODIES);
    const example = structuredClone(route.example.body ?? {});
    return JSON.stringify(random.chance(0.1) ? example : this.bent(example, 0));
  }

  /** The value, with some of its parts replaced, removed or added. */
  private bent(value: unknown, depth: number): unknown {
    const { random } = this;
    if (random.chance(0.12) && depth > 0) return random.pick(NASTY);
    if (Array.isArray(value)) return value.flatMap((each) => (random.chance(0.1) ? [] : [this.bent(each, depth + 1)]));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).flatMap(([name, each]): [string, unknown][] =>
      random.chance(0.08) ? [] : [[name, this.bent(each, depth + 1)]],
    );
    if (random.chance(0.3)) fields.push([random.pick(FIELDS), random.pick(NASTY)]);
    return Object.fromEntries(fields);
  }

  private headers(body: string | undefined): Record<string, string> {
    const { random } = this;
    const type = random.chance(0.93) ? 'application/json' : random.pick(MEDIA_TYPES);
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type };
    for (const [name, values] of HEADERS) if (random.chance(0.05)) headers[name] = random.pick(values);
    if (random.chance(0.05))
      headers['idempotency-key'] = random.pick(['', 'x'.repeat(300), 'a b', String(random.next())]);
    return headers;
  }

  private text(): string {
    const value = this.random.pick(NASTY);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // Halves of characters cannot be written into an address.
    return text.replaceAll(/\p{Cs}/gu, '');
  }
}
