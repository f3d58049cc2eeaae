import fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/catalogue.js';
import type { Readiness } from './readiness.js';

/** Serves `/healthz`, `/readyz`, `/version` and `/metrics` from the start of a process, before its dependencies are available. */
export async function startHealthServer(
  at: { readonly host: string; readonly port: number },
  readiness: Readiness,
  metrics: Metrics,
  build: { readonly service: string; readonly version: string },
): Promise<{ url: string; close: () => Promise<void> }> {
  const server: FastifyInstance = fastify();
  server.get('/healthz', () => ({ status: 'ok' }));
  server.get('/version', () => build);
  server.get('/readyz', async (_request, reply) => {
    const report = await readiness.report();
    return reply.code(report.ready ? 200 : 503).send(report);
  });
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  const url = await server.listen(at);
  return { url, close: async () => server.close() };
}
