// A small web service that does jobs for the scheduler, and answers the example workers' questions.
//
//   POST /catalogue          starts "refresh the course catalogue": replies 201, works on, and calls back
//   POST /catalogue/cancel   stops the refresh of a run
//   GET  /rates?client=…     exchange rates; 503 to the first question of each client
//
// Environment: PORT, HOST, SERVICE_TOKEN (what a caller of /catalogue must bear), CATALOGUE_FILE.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { CatalogueRefresh } from './catalogue-refresh.mjs';
import { rates } from './rates.mjs';

const MAX_BODY_BYTES = 1024 * 1024;
/** Attempts and clients that are remembered; the oldest is forgotten first. */
const MAX_REMEMBERED = 1_000;

const {
  PORT = '0',
  HOST = '127.0.0.1',
  SERVICE_TOKEN = '',
  CATALOGUE_FILE = 'examples/data/catalogue.json',
} = process.env;
const refreshes = new Map();
const clients = new Set();

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw Object.assign(new Error('the body is too large'), { status: 413 });
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw Object.assign(new Error('the body is no JSON'), { status: 400 });
  }
}

function remember(collection, key, value) {
  if (collection.size >= MAX_REMEMBERED) collection.delete(collection.keys().next().value);
  if (collection instanceof Map) collection.set(key, value);
  else collection.add(key);
}

/** The same Idempotency-Key is the same work: a repeated request starts nothing. */
async function startRefresh(request) {
  if (SERVICE_TOKEN !== '' && request.headers.authorization !== `Bearer ${SERVICE_TOKEN}`) return [401, 'who are you?'];
  const invocation = await readBody(request);
  const key = request.headers['idempotency-key'] ?? invocation.attemptId;
  if (refreshes.has(key)) return [200, 'already started'];
  const courses = JSON.parse(readFileSync(CATALOGUE_FILE, 'utf8'));
  const refresh = new CatalogueRefresh(invocation, courses);
  remember(refreshes, key, refresh);
  refresh.run().catch((error) => console.error(`refresh of ${invocation.runId} failed:`, error));
  return [201, 'started'];
}

async function cancelRefresh(request) {
  const { attemptId } = await readBody(request);
  refreshes.get(attemptId)?.cancel();
  return [204, ''];
}

function answerRates(url) {
  const client = url.searchParams.get('client') ?? '';
  if (!clients.has(client)) {
    remember(clients, client);
    return [503, 'warming up, ask again'];
  }
  return [200, JSON.stringify(rates(new Date()))];
}

async function answer(request) {
  const url = new URL(request.url, 'http://localhost');
  switch (`${request.method} ${url.pathname}`) {
    case 'POST /catalogue':
      return startRefresh(request);
    case 'POST /catalogue/cancel':
      return cancelRefresh(request);
    case 'GET /rates':
      return answerRates(url);
    case 'GET /healthz':
      return [200, 'ok'];
    default:
      return [404, 'nothing here'];
  }
}

const server = createServer((request, response) => {
  answer(request)
    .catch((error) => [error.status ?? 500, error.message])
    .then(([status, body]) => response.writeHead(status).end(body));
});
server.listen(Number(PORT), HOST, () => console.log(`listening on http://${HOST}:${server.address().port}`));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const refresh of refreshes.values()) refresh.cancel();
    server.close();
    server.closeAllConnections();
  });
}
