/**
 * `npm run test:fuzz` sends 20,000 requests; `CARILLON_SEED` sends the same ones again.
 * @promise S11
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Contract } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { asJobId } from '#common/domain/ids.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { aNotice } from '#testing/builders/notice.js';
import { deliveryIdOf } from '../../../apps/api/src/deliveries/deliveries.js';
import { routes } from '../../../apps/api/src/routes.js';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from './api-under-test.js';
import { DocumentedAnswers } from './documented-answers.js';
import { FuzzRequests, type FuzzRequest } from './fuzz-requests.js';
import { storeErrorGroup } from './stored-error-groups.js';
import { storeIncident } from './stored-incidents.js';
import { storeRun } from './stored-runs.js';

const REQUESTS = Number(process.env['CARILLON_FUZZ_REQUESTS'] ?? 600);
const SEED = Number(process.env['CARILLON_SEED'] ?? Date.now() % 2 ** 31);
const AT_ONCE = 16;
/** A limit for everything that waits in vain; a busy machine answers fifty a second. */
const TIMEOUT_MS = 120_000 + REQUESTS * 20;
/** What may remain of all requests together, once everything is loaded and compiled. */
const MAX_HEAP_GROWTH_BYTES = 48 * 1024 * 1024;
const PLANTED = 'planted-4d1f-never-shown';
/** A secret of a channel: shown to nobody at all. */
const OF_CHANNEL = 'planted-7c2e-of-a-channel';
const OF_TRIGGER = 'planted-9b3d-of-a-trigger';
/** Paths beside the routes of the API; that of a monitor is added. */
const BESIDE = [
  ...[
    '/ping/{id}',
    '/ping/{id}/{id}',
    '/hooks/{id}',
    '/sign-in',
    '/sign-in/{id}',
    '/sign-in/device/token',
    '/sign-out',
    '/{id}',
    '/',
  ],
  ...['/docs/', '/docs/{id}', '/schemas/{id}', '/schemas/job', '/openapi.json', '/healthz', '/readyz', '/version'],
];
const STACK_TRACE = /\n\s+at .+:\d+:\d+|node_modules|\.(ts|js):\d+/;

const documented = new DocumentedAnswers();

let api: ApiUnderTest;
/** Ids of existing objects. */
const ids = ['kept', 'run1', 'hook', 'holidays', 'ops', 'backup', 'fails', 'release', 'ibm', 'a~0~main~0~1'];
/** The address of a monitor, which is not shown to roles below editor. */
let pingAddress: string;
/** By their rights: only the last two see secrets, only the last three see addresses of monitors. */
const tokens: (string | null)[] = [null, 'carillon_abc_0123456789012345678901234567'];

beforeAll(async () => {
  api = await startApi();
  const { applyJob: _a, admitRun: _b, admitRuns: _c, ...others } = contracts;
  obligingScheduler(api);
  // The refusals that every operation that asks another service may give.
  const refuse = { ok: false, code: 'NOT_FOUND', detail: 'not here' } as never;
  for (const contract of Object.values<Contract>(others)) if (contract.reply) api.standIn(contract, () => refuse);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  await api.ask('POST', '/calendars', { body: { id: 'holidays', tenant: 'ibm', dates: ['2026-12-24'] } });
  const target = { type: 'slack', url: `https://hooks.test/${OF_CHANNEL}` };
  await api.ask('POST', '/channels', { body: { id: 'ops', tenant: 'ibm', target } });
  const job = { id: 'kept', tenant: 'ibm', name: 'Kept', worker: 'hook', secureParameters: { password: PLANTED } };
  await api.ask('POST', '/jobs', { body: { ...job, notify: [{ on: ['failed'], webhook: 'channel:ops' }] } });
  await storeRun(api.mongo, 'run1', { job: asJobId('kept'), phase: 'Completed' });
  const notice = aNotice({ job: asJobId('kept'), webhook: api.secrets.seal('channel:ops') });
  await new NoticesStore(api.mongo).add([notice]);
  const monitor = { id: 'backup', tenant: 'ibm', schedule: { every: 60 } };
  const { pingUrl } = (await api.ask<{ pingUrl: string }>('POST', '/monitors', { body: monitor })).body;
  pingAddress = new URL(pingUrl).pathname;
  await api.ask('POST', '/rules', { body: { id: 'fails', tenant: 'ibm', when: { type: 'failed' } } });
  const webhook = { signature: 'github', secrets: { now: OF_TRIGGER } };
  const trigger = { id: 'release', tenant: 'ibm', job: 'kept', webhook };
  const { url } = (await api.ask<{ url: string }>('POST', '/triggers', { body: trigger })).body;
  ids.push(await storeIncident(api, 'backup'), new URL(url).pathname.slice('/hooks/'.length));
  ids.push(await storeErrorGroup(api, 'group1'));
  const bulk = { action: 'resume', jobs: { ids: ['kept'] } };
  const begun = await api.ask<{ bulk: { id: string } }>('POST', '/bulk', { body: bulk });
  ids.push(deliveryIdOf(notice.id), begun.body.bulk.id);
  tokens.push(await api.tokenFor(['acme', 'owner']));
  for (const role of ['viewer', 'operator', 'editor', 'owner'] as const) tokens.push(await api.tokenFor(['ibm', role]));
  tokens.push(BOOTSTRAP);
});
afterAll(async () => api.stop());

interface Found {
  readonly request: FuzzRequest;
  readonly status: number;
  readonly text: string;
  /** The parts of the answer that the OpenAPI document does not describe. */
  readonly undocumented: string | null;
}

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function answerTo(request: FuzzRequest, token: string | null): Promise<Answered> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const ask = (): Promise<Response> =>
    fetch(`${api.url}${request.path}`, {
      method: request.method,
      headers: { connection: 'close', ...authorization, ...request.headers },
      ...(request.body !== undefined && { body: request.body }),
    });
  // A caller who is refused before the body is read may lose the answer with the connection, once.
  const response = await ask().catch(ask);
  const type = response.headers.get('content-type') ?? '';
  const isEndless = type.startsWith('text/event-stream');
  if (isEndless) await response.body?.cancel();
  return { status: response.status, type, text: isEndless ? '' : await response.text() };
}

/** The problem of the answer; null if there is none. */
async function problemOf(request: FuzzRequest, at: number): Promise<Found | null> {
  const { status, type, text } = await answerTo(request, tokens[at] ?? null);
  const hidden = [BOOTSTRAP, OF_CHANNEL, OF_TRIGGER];
  if (at < tokens.length - 2) hidden.push(PLANTED);
  if (at < tokens.length - 3 && !request.path.startsWith(pingAddress)) hidden.push(pingAddress);
  const tells = STACK_TRACE.test(text) || hidden.some((each) => text.includes(each));
  const [path = ''] = request.path.split('?');
  const undocumented = documented.problemOf({ method: request.method, path, status, type, text });
  const isWrong = status >= 500 || tells || undocumented !== null;
  return isWrong ? { request, status, text: text.slice(0, 500), undocumented } : null;
}

async function send(requests: FuzzRequests, count: number): Promise<Found[]> {
  const found: Found[] = [];
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent < count) {
      const at = sent++ % tokens.length;
      const problem = await problemOf(requests.next(), at);
      if (problem) found.push(problem);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return found;
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

test(
  `${REQUESTS} random requests break nothing, disclose nothing, leave nothing behind, and are answered as documented`,
  async () => {
    process.stderr.write(`CARILLON_SEED=${SEED}\n`);
    expect((await api.ask('GET', '/jobs/kept')).text).toContain(PLANTED);
    const requests = new FuzzRequests(SEED, routes, ids, [
      ...BESIDE,
      pingAddress,
      `${pingAddress}/{id}`,
      `${pingAddress}/fail`,
    ]);
    const first = await send(requests, REQUESTS / 3);
    const before = heapBytes();
    const rest = await send(requests, (REQUESTS * 2) / 3);
    expect([...first, ...rest]).toEqual([]);
    expect(heapBytes() - before).toBeLessThan(MAX_HEAP_GROWTH_BYTES);
    expect((await api.ask('GET', '/me')).status).toBe(200);
  },
  TIMEOUT_MS,
);
