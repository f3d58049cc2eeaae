import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { startMongo } from '../src/index.js';
import { measure, type Cell } from './measure.js';
import { WORKLOADS, type Workload } from './workloads.js';

const USAGE = `usage: node dist/packages/embedded-servers/bench/main.js [--against URI] [--only TEXT] [--ms N]
  measures the MongoDB that MONGODB_URI names, or else an embedded one; --against measures another beside it`;
const MAX_POOL = 100;
const DATABASE = 'carillon_bench';

interface Subject {
  name: string;
  client: MongoClient;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      against: { type: 'string' },
      only: { type: 'string', default: '' },
      ms: { type: 'string', default: '1500' },
    },
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const server = await startMongo({ dataDir, log: console.error });
  const uris = new Map([[server.kind, server.url]]);
  if (values.against !== undefined) uris.set('against', values.against);
  const subjects = await Promise.all([...uris].map(([name, uri]) => connect(name, uri)));
  try {
    console.log(describeMachine(subjects.map(({ name }) => name)));
    for (const workload of WORKLOADS.filter(({ name }) => name.includes(values.only))) {
      console.log(await row(workload, subjects, Number(values.ms)));
    }
  } finally {
    for (const { client } of subjects) await client.db(DATABASE).dropDatabase();
    for (const { client } of subjects) await client.close();
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

async function connect(name: string, uri: string): Promise<Subject> {
  const client = await MongoClient.connect(uri, { maxPoolSize: MAX_POOL });
  await client.db(DATABASE).dropDatabase();
  return { name, client };
}

function describeMachine(names: string[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const processors = cpus();
  const machine = `${processors.length} x ${processors[0]?.model.trim() ?? 'CPU'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  const columns = names.map((name) => `${name}: per second (p50 ms) by clients`).join(' | ');
  const ratio = names.length > 1 ? ' ratio |' : '';
  const rule = '|---|---|'.concat('---|'.repeat(names.length + (ratio === '' ? 0 : 1)));
  return `commit ${commit}, ${machine}, node ${process.version}\n\n| operation | unit | ${columns} |${ratio}\n${rule}`;
}

/** Every subject prepares the row; then each number of clients is measured with the subjects in turn. */
async function row(workload: Workload, subjects: Subject[], ms: number): Promise<string> {
  const operations = [];
  for (const { client } of subjects) operations.push(await workload.prepare(client.db(DATABASE)));
  const cells: Cell[][] = subjects.map(() => []);
  for (const clients of workload.clients) {
    for (const [at, operation] of operations.entries()) cells[at]?.push(await measure(operation, clients, ms));
  }
  const text = cells.map((own) => own.map(describeCell).join(', ')).join(' | ');
  return `| ${workload.name} | ${workload.unit} | ${text} |${ratios(cells)}`;
}

const describeCell = ({ clients, perSecond, p50Ms }: Cell): string =>
  `${clients}: ${Math.round(perSecond).toLocaleString('en')} (${p50Ms.toFixed(1)})`;

function ratios([own, other]: Cell[][]): string {
  if (own === undefined || other === undefined) return '';
  return ` ${own.map((cell, at) => (cell.perSecond / (other[at]?.perSecond ?? 1)).toFixed(2)).join(', ')} |`;
}

try {
  await main();
} catch (error) {
  console.error(error, `\n${USAGE}`);
  process.exitCode = 1;
}
