/** Carillon: the quickstart without examples, whose executor runs processes. */
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { finishedRunsOf } from '../end-to-end/finished-runs.js';
import { postTo, runOf, runsOf } from '../manual-runs/post.js';
import { partsOf } from '../peers/peer.js';
import type { Place, ProcessSystem } from './processes.js';

const RUNS_PER_REQUEST = 1_000;

export async function startCarillonProcesses({ root, folder, say, stamp }: Place): Promise<ProcessSystem> {
  const quickstart = new Quickstart(root, { port: 0, dataDir: folder, withExamples: false, restart: false }, say);
  try {
    const started = await quickstart.start();
    const api = ApiClient.of(started);
    await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
    for (const [id, command] of [
      ['true', ['true']],
      ['stamp', ['sh', '-c', stamp]],
    ] as const) {
      await api.expect([201], 'POST', '/workers', { body: { id, name: id, engine: 'process', command } });
      await api.expect([201], 'POST', '/jobs', { body: { id, tenant: 'bench', name: id, worker: id } });
    }
    const post = postTo(api.baseUrl, started.token);
    return {
      version: 'this commit',
      runMany: async (count) => {
        const runs = Array.from({ length: count }, () => ({ job: 'true' }));
        for (const part of partsOf(runs, RUNS_PER_REQUEST)) runsOf(await post('/runs:batch', { runs: part }));
      },
      ended: finishedRunsOf(folder),
      runStamp: async () => {
        runOf(await post('/jobs/stamp/run', {}));
      },
      close: () => quickstart.stop(),
    };
  } catch (error) {
    await quickstart.stop();
    throw error;
  }
}
