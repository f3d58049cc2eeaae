// A small web service that does jobs for the scheduler, and answers requests of the example workers.
//
//   POST /catalogue          starts "refresh the course catalogue": replies 201, works on, and calls back
//   POST /catalogue/cancel   stops the refresh of a run
//   GET  /rates?client=…     exchange rates; 503 to the first question of each client
//
// Environment: PORT, HOST, SIGNING_SECRET (calls of /catalogue have to be signed with it), STATE_FOLDER, CATALOGUE_FILE.
import { createServer } from 'node:http';
import { WebWorker } from '#worker-sdk/web-worker.js';
import { catalogueRefresh } from './catalogue-refresh.mjs';
import { rates } from './rates.mjs';

/** Clients that are remembered; the oldest is forgotten first. */
const MAX_REMEMBERED = 1_000;

const {
  PORT = '0',
  HOST = '127.0.0.1',
  SIGNING_SECRET = '',
  STATE_FOLDER = '.carillon/web-service',
  CATALOGUE_FILE = 'examples/data/catalogue.json',
} = process.env;
const clients = new Set();

const worker = new WebWorker(
  {
    folder: STATE_FOLDER,
    secrets: SIGNING_SECRET === '' ? [] : [SIGNING_SECRET],
    onProblem: (message, attempt) => console.error(`${attempt}: ${message}`),
  },
  catalogueRefresh(CATALOGUE_FILE),
);

function answerRates(client) {
  if (!clients.has(client)) {
    if (clients.size >= MAX_REMEMBERED) clients.delete(clients.values().next().value);
    clients.add(client);
    return [503, 'warming up, ask again'];
  }
  return [200, JSON.stringify(rates(new Date()))];
}

function answer(method, url) {
  switch (`${method} ${url.pathname}`) {
    case 'GET /rates':
      return answerRates(url.searchParams.get('client') ?? '');
    case 'GET /healthz':
      return [200, 'ok'];
    default:
      return [404, 'nothing here'];
  }
}

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname.startsWith('/catalogue')) return worker.listener(request, response);
  const [status, body] = answer(request.method, url);
  return response.writeHead(status).end(body);
});
server.listen(Number(PORT), HOST, () => console.log(`listening on http://${HOST}:${server.address().port}`));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
    void worker.close();
  });
}
