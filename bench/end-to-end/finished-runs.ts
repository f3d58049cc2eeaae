import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const EXECUTOR_METRICS = z.object({ services: z.object({ executor: z.object({ metricsUrl: z.string() }) }) });

/** The number of runs that ended FINISHED, by the executor's own counter. */
export function finishedRunsOf(dataDir: string): () => Promise<number> {
  const state = EXECUTOR_METRICS.parse(JSON.parse(readFileSync(join(dataDir, 'quickstart.json'), 'utf8')));
  return () => countFinished(state.services.executor.metricsUrl);
}

async function countFinished(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('carillon_runs_total{') && line.includes('state="FINISHED"'))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
