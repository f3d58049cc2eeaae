import { deserialize, type Document } from 'bson';
import type { Engine } from '../../engine/engine.js';
import { EXPLAINABLE, explainStatement } from '../../engine/statements.js';
import { fieldsOf, readDocument, readString } from '../bson-fields.js';
import { GatewayError } from '../gateway-error.js';
import type { Request } from '../request.js';

/** A node of the engine's own plan, as its EXPLAIN prints it. */
export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Actual Total Time'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** The engine's plan, with the positions and names of stages and totals that readers of MongoDB's plans expect. */
export async function explain(engine: Engine, request: Request): Promise<Document> {
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
  const sort = readDocument(inner, fields.get('sort'));
  const inIdOrder = sort !== undefined && fieldsOf(sort).keys().next().value === '_id';
  const namespace = `${request.database}.${readString(inner, fields.get(command)) ?? ''}`;
  return {
    explainVersion: '1',
    queryPlanner: { namespace, winningPlan: stageOf(plan, inIdOrder), rejectedPlans: [] },
    ...(execute ? { executionStats: totalsOf(plan) } : {}),
    command: deserialize(inner),
    ok: 1,
  };
}

function readPlan(json: string): PlanNode {
  const plans = JSON.parse(json) as { Plan: PlanNode }[];
  const plan = plans[0]?.Plan;
  if (plan === undefined) throw new Error('the engine returned no plan');
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

/** Stages by MongoDB's names; the engine's wrappers, which have none, are left out. */
export function stageOf(node: PlanNode, inIdOrder: boolean): Document {
  const inputs = (node.Plans ?? []).map((input) => stageOf(input, inIdOrder));
  const name = STAGES.get(node['Node Type']);
  const [only, second] = inputs;
  if (name === undefined && only !== undefined && second === undefined) return only;
  if (name === 'IXSCAN' && isWholeCollection(node) && !inIdOrder) return { stage: 'COLLSCAN' };
  return {
    stage: name ?? node['Node Type'],
    ...(node['Index Name'] === undefined ? {} : { indexName: node['Index Name'] }),
    ...(only === undefined ? {} : second === undefined ? { inputStage: only } : { inputStages: inputs }),
  };
}

/** The key of a collection's table begins with a constant: a scan by that alone reads every document. */
function isWholeCollection(node: PlanNode): boolean {
  return node['Index Name'] === '_id_' && !(node['Index Cond'] ?? '').includes('object_id');
}

function totalsOf(plan: PlanNode): Document {
  return {
    executionSuccess: true,
    nReturned: rowsOf(plan),
    executionTimeMillis: Math.round(plan['Actual Total Time'] ?? 0),
    totalDocsExamined: examinedBy(plan),
  };
}

const rowsOf = (node: PlanNode): number => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1);

/** The rows that the scans at the bottom returned or refused; a bitmap is no scan of documents, but its reader is. */
export function examinedBy(node: PlanNode): number {
  const inputs = (node.Plans ?? []).filter((input) => input['Node Type'] !== 'Bitmap Index Scan');
  if (inputs.length > 0) return inputs.reduce((sum, input) => sum + examinedBy(input), 0);
  return rowsOf(node) + (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1);
}
