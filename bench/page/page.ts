/**
 * Work of the page's thread, in seconds of its own processor time: the first page, and a change of pages with a warm cache (the median of
 * some rounds, because live events may come in between). Options: `--runs 20000`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { asJobId } from '#common/domain/ids.js';
import { createLogger } from '#common/logging/logger.js';
import { Mongo } from '#common/mongo/mongo.js';
import { startBrowser } from '#testing/browser/browser.js';
import { Visitor } from '#testing/browser/visitor.js';
import { optionsOf } from '#testing/command-options.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { makeRuns } from '../lists/bench-runs.js';
import { summarize } from '../percentiles.js';

const ROUNDS = 15;
const PAGES = ['Jobs', 'Runs', 'Workers', 'Overview'];
const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;

const stateSchema = z.object({ uiUrl: z.string(), token: z.string(), mongoUri: z.string() });

export async function page(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const runs = Number(optionsOf('bench -- page', args, { runs: { type: 'string', default: '20000' } }).runs);
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: true, restart: false }, say);
  const browser = await startBrowser();
  try {
    await quickstart.start();
    const state = stateSchema.parse(JSON.parse(readFileSync(join(dataDir, 'quickstart.json'), 'utf8')));
    const mongo = await Mongo.connect(state.mongoUri, createLogger('bench', 'silent'));
    await makeRuns(mongo, runs, { jobs: [asJobId('bench')], tenants: ['bench'], now: Date.now() - 60_000 });
    await mongo.close();
    const visitor = await Visitor.comes(browser, state.uiUrl, { token: state.token });
    const worked = await visitor.workMeter();
    await visitor.goes('/');
    const firstPageSeconds = await worked();
    return { runs, firstPageSeconds, changeMs: await changes(visitor, worked) };
  } finally {
    await browser.close();
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function changes({ page: view }: Visitor, worked: () => Promise<number>): Promise<Record<string, unknown>> {
  const toPage = async (name: string): Promise<number> => {
    const before = await worked();
    await view.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await view.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await view.evaluate(SETTLED);
    return ((await worked()) - before) * 1_000;
  };
  for (const name of PAGES) await toPage(name);
  const taken: Record<string, unknown> = {};
  for (const name of PAGES) {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await toPage(name === 'Jobs' ? 'Runs' : 'Jobs');
      rounds.push(await toPage(name));
    }
    taken[name] = summarize(rounds);
  }
  return taken;
}
