/** `npm run bench -- [name] [options]`: measures on this machine and prints the numbers with what they were measured on. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bulk } from './bulk/bulk.js';
import { definitions } from './definitions/definitions.js';
import { dialect } from './dialect/dialect.js';
import { endToEnd } from './end-to-end/end-to-end.js';
import { fairShare } from './fair-share/fair-share.js';
import { herd } from './herd/herd.js';
import { lists } from './lists/lists.js';
import { logCollector } from './log-collector/log-collector.js';
import { logView } from './log-view/log-view.js';
import { describeMachine } from './machine.js';
import { manualRuns } from './manual-runs/manual-runs.js';
import { overload } from './overload/overload.js';
import { page } from './page/page.js';
import { peers } from './peers/peers.js';
import { permits } from './permits/permits.js';
import { pods } from './pods/pods.js';
import { processes } from './processes/processes.js';
import { rest } from './rest/rest.js';
import { archive } from './archive/archive.js';
import { retention } from './retention/retention.js';
import { runEngine } from './run-engine/run-engine.js';
import { scaling } from './scaling/scaling.js';
import { scheduler } from './scheduler/scheduler.js';
import { triggers } from './triggers/triggers.js';

interface Place {
  /** The project's root: where dist/ is. */
  readonly root: string;
  /** Where raw figures go. */
  readonly results: string;
}
type Benchmark = (place: Place, args: readonly string[]) => Promise<Record<string, unknown>>;

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  bulk: ({ root }, args) => bulk(root, args),
  definitions: ({ root }, args) => definitions(root, args),
  dialect: (_, args) => dialect(args),
  'end-to-end': ({ root }, args) => endToEnd(root, args),
  'fair-share': (_, args) => fairShare(args),
  herd: ({ root }, args) => herd(root, args),
  lists: ({ root }, args) => lists(root, args),
  'log-collector': logCollector,
  'log-view': ({ root }, args) => logView(root, args),
  'manual-runs': ({ root }, args) => manualRuns(root, args),
  overload: ({ root }, args) => overload(root, args),
  page: ({ root }, args) => page(root, args),
  peers: ({ root }, args) => peers(root, args),
  permits: ({ root }, args) => permits(root, args),
  pods: ({ root }, args) => pods(root, args),
  processes: ({ root }, args) => processes(root, args),
  rest: ({ root }, args) => rest(root, args),
  archive,
  retention,
  'run-engine': runEngine,
  scaling: ({ root }, args) => scaling(root, args),
  scheduler,
  triggers: ({ root }, args) => triggers(root, args),
};
const DEFAULT_BENCHMARK = 'end-to-end';

// One client sends all of the load: what is measured is what the services can do, not what one of many may ask for.
for (const limit of ['RATE_LIMIT_PER_TOKEN', 'RATE_LIMIT_PER_TENANT', 'RATE_LIMIT_PER_ADDRESS', 'DEFAULT_MAX_JOBS'])
  process.env[`API__${limit}`] ??= '0';

// dist/bench/main.js
const root = fileURLToPath(new URL('../..', import.meta.url));
const [name = DEFAULT_BENCHMARK, ...args] = process.argv.slice(2);
const benchmark = BENCHMARKS[name];
if (benchmark === undefined) {
  const usage = `usage: npm run bench -- [name] [options]; names: ${Object.keys(BENCHMARKS).join(', ')}\n`;
  if (name === '--help') process.stdout.write(usage);
  else process.stderr.write(`there is no benchmark "${name}"\n${usage}`);
  process.exit(name === '--help' ? 0 : 64);
}
const results = join(root, '.carillon', 'bench');
mkdirSync(results, { recursive: true });
const measured = {
  benchmark: name,
  at: new Date().toISOString(),
  ...describeMachine(root),
  ...(await benchmark({ root, results }, args)),
};
const text = JSON.stringify(measured, null, 2);
writeFileSync(join(results, `${name}.json`), `${text}\n`);
process.stdout.write(`${text}\n`);
// Not zero where a benchmark was asked to check its goals and missed one.
process.exit(process.exitCode ?? 0);
