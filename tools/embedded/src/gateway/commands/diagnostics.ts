import { deserialize, type Document } from 'bson';
import { onlyValue, type Engine } from '../../engine/engine.js';
import { EXPLAINABLE, explainStatement } from '../../engine/statements.js';
import { fieldsOf, readString } from '../bson-fields.js';
import { GatewayError } from '../gateway-error.js';
import type { Request } from '../request.js';
import type { Handlers } from './handler.js';
import { helloOf, SERVER_VERSION, type Topology } from './hello.js';

/** What clients ask about the server itself, and about how it runs their queries. */
export function diagnosticHandlers(engine: Engine, topology: Topology, now: () => Date): Handlers {
  const hello = (request: Request): Document => helloOf(request, topology, now());
  const ok = (): Document => ({ ok: 1 });
  const buildInfo = (): Document => ({
    version: SERVER_VERSION,
    versionArray: [...SERVER_VERSION.split('.').map(Number), 0],
    gitVersion: 'carillon-embedded',
    storageEngines: ['documentdb'],
    modules: [],
    bits: 64,
    debug: false,
    maxBsonObjectSize: topology.maxBsonObjectBytes,
    ok: 1,
  });
  return {
    hello,
    isMaster: hello,
    ismaster: hello,
    ping: ok,
    endSessions: ok,
    refreshSessions: ok,
    killSessions: ok,
    buildInfo,
    buildinfo: buildInfo,
    getParameter: () => ({ featureCompatibilityVersion: { version: SERVER_VERSION.slice(0, 3) }, ok: 1 }),
    connectionStatus: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 }),
    whatsmyuri: (request) => ({ you: request.client.remoteAddress, ok: 1 }),
    serverStatus: () => ({
      host: topology.address,
      version: SERVER_VERSION,
      process: 'mongod',
      pid: process.pid,
      uptime: process.uptime(),
      localTime: now(),
      repl: { setName: topology.setName, hosts: [topology.address], primary: topology.address },
      ok: 1,
    }),
    collStats: async (request) => onlyValue(await engine.run('collStats', request.database, request.collection)),
    dbStats: async (request) => onlyValue(await engine.run('dbStats', request.database)),
    explain: (request) => explain(engine, request),
    commitTransaction: refuseTransaction,
    abortTransaction: refuseTransaction,
  };
}

export function refuseTransaction(): never {
  throw new GatewayError('OperationNotSupportedInTransaction', 'this server has no multi-document transactions');
}

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  Plans?: PlanNode[];
  [key: string]: unknown;
}

/** The engine's own plan, in the places where readers of MongoDB's look for the stages and the totals. */
async function explain(engine: Engine, request: Request): Promise<Document> {
  const inner = request.document('explain');
  if (inner === undefined) throw new GatewayError('BadValue', 'explain needs a command');
  const fields = fieldsOf(inner);
  const [command = ''] = fields.keys();
  const call = EXPLAINABLE.get(command);
  if (call === undefined) throw new GatewayError('CommandNotFound', `explain does not know the command ${command}`);
  const changes = command === 'update' || command === 'delete' || command === 'findAndModify';
  const execute = !changes && request.text('verbosity') !== 'queryPlanner';
  const rows = await engine.runStatement(explainStatement(call, execute), [request.database, inner]);
  const plan = readPlan(rows.map((row) => String(row[0] ?? '')).join(''));
  const namespace = `${request.database}.${readString(inner, fields.get(command)) ?? ''}`;
  return {
    explainVersion: '1',
    queryPlanner: { namespace, winningPlan: stageOf(plan), rejectedPlans: [] },
    ...(execute ? { executionStats: totalsOf(plan) } : {}),
    command: deserialize(inner),
    ok: 1,
  };
}

function readPlan(json: string): PlanNode {
  const plans = JSON.parse(json) as { Plan: PlanNode }[];
  const plan = plans[0]?.Plan;
  if (plan === undefined) throw new Error('the engine explained nothing');
  return plan;
}

const STAGES: ReadonlyMap<string, string> = new Map([
  ['Seq Scan', 'COLLSCAN'],
  ['Index Scan', 'IXSCAN'],
  ['Index Only Scan', 'IXSCAN'],
  ['Bitmap Index Scan', 'IXSCAN'],
  ['Bitmap Heap Scan', 'FETCH'],
  ['Sort', 'SORT'],
  ['Incremental Sort', 'SORT'],
  ['Limit', 'LIMIT'],
]);

function stageOf(node: PlanNode): Document {
  const [first, ...others] = (node.Plans ?? []).map(stageOf);
  const index = node['Index Name'];
  return {
    stage: STAGES.get(node['Node Type']) ?? node['Node Type'],
    ...(index === undefined ? {} : { indexName: index }),
    ...(first === undefined ? {} : { inputStage: first }),
    ...(others.length === 0 ? {} : { inputStages: [first, ...others] }),
  };
}

function totalsOf(plan: PlanNode): Document {
  const rows = (node: PlanNode): number => Number(node['Actual Rows'] ?? 0) * Number(node['Actual Loops'] ?? 1);
  const leaves = (node: PlanNode): PlanNode[] => (node.Plans === undefined ? [node] : node.Plans.flatMap(leaves));
  const examined = leaves(plan).reduce(
    (sum, leaf) => sum + rows(leaf) + Number(leaf['Rows Removed by Filter'] ?? 0),
    0,
  );
  return {
    executionSuccess: true,
    nReturned: rows(plan),
    executionTimeMillis: Math.round(Number(plan['Actual Total Time'] ?? 0)),
    totalDocsExamined: examined,
  };
}
