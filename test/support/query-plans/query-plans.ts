/**
 * Records every query that services and stores send while tests run, and has the server explain one of each shape on filled
 * collections: one that reads a whole collection, or sorts what an index could give in order, fails the test run.
 */
import { MongoClient, type Db, type Document } from 'mongodb';
import { delay } from '#common/clock/clock.js';
import { createLogger } from '#common/logging/logger.js';
import { COLLECTIONS, type CollectionName } from '#common/mongo/collections.js';
import { Mongo } from '#common/mongo/mongo.js';
import { MongoRelay } from '../mongo-relay.js';
import { FILLING, middleOf } from './filling.js';
import { isDocument, queriesIn, shapeOf, type Query } from './query-shape.js';

/** Collections whose size is bounded by how many replicas there are: a scan of them is cheap, an index would cost more. */
const SMALL: ReadonlySet<string> = new Set<CollectionName>(['members']);
/** Two indexes give these in order, each its part: MongoDB merges the parts, DocumentDB sorts them. */
const MERGED: readonly string[] = ['jobs: {"$or":[{"worker":'];
/** The server gathers its statistics by itself; until then it may choose otherwise. */
const STATISTICS_LIMIT_MS = 40_000;
const STATISTICS_POLL_MS = 1_000;

export class QueryPlans {
  private readonly seen = new Map<string, Query>();
  private relay: MongoRelay | null = null;

  private constructor(
    private readonly target: string,
    private readonly database: string,
  ) {}

  /** `database`: where queries are explained, in collections that are filled for it. */
  static async record(uri: string, database: string): Promise<QueryPlans> {
    const plans = new QueryPlans(uri, database);
    plans.relay = await MongoRelay.start(uri, (command) => {
      for (const query of queriesIn(command)) plans.note(query);
    });
    return plans;
  }

  /** The address under which queries are recorded. */
  get uri(): string {
    return this.relay?.uri ?? '';
  }

  /** Ends the recording; gives a line for each shape of query that no index serves. */
  async stop(): Promise<string[]> {
    await this.relay?.stop();
    if (this.seen.size === 0) return [];
    const uri = new URL(this.target);
    uri.pathname = `/${this.database}`;
    const [indexes, client] = await Promise.all([
      Mongo.connect(uri.toString(), createLogger('test', 'silent')),
      MongoClient.connect(uri.toString()),
    ]);
    try {
      return await this.explainAll(client.db());
    } finally {
      await indexes.close();
      await client.close();
    }
  }

  private note(query: Query): void {
    const isKeyed = '_id' in query.filter && !isDocument(query.filter['_id']);
    if (!(query.collection in COLLECTIONS) || SMALL.has(query.collection) || isKeyed) return;
    const shape = shapeOf(query);
    if (!this.seen.has(shape)) this.seen.set(shape, query);
  }

  private async explainAll(db: Db): Promise<string[]> {
    for (const name of new Set([...this.seen.values()].map(({ collection }) => collection as CollectionName)))
      await db.collection(name).insertMany(FILLING.get(name)?.() ?? []);
    let open = [...this.seen];
    let problems: string[] = [];
    for (let waitedMs = 0; open.length > 0 && waitedMs < STATISTICS_LIMIT_MS; waitedMs += STATISTICS_POLL_MS) {
      const explained = await Promise.all(open.map(async (each) => [each, await problemOf(db, each[1])] as const));
      open = explained.filter(([, problem]) => problem !== null).map(([each]) => each);
      problems = explained.flatMap(([[shape], problem]) => (problem === null ? [] : [`${shape}: ${problem}`]));
      if (open.length > 0) await delay(STATISTICS_POLL_MS);
    }
    return problems;
  }
}

async function problemOf(db: Db, { collection, filter, sort, hint }: Query): Promise<string | null> {
  const asked = withCommonValues(filter) as Document;
  const plan = await db
    .collection(collection)
    .find(asked, { ...(sort === null ? {} : { sort }), ...(hint === null ? {} : { hint }), limit: 100 })
    .explain('queryPlanner');
  const text = JSON.stringify(plan['queryPlanner']);
  if (text.includes('"COLLSCAN"')) return 'reads the whole collection';
  const isMerged = MERGED.some((start) => shapeOf({ collection, filter, sort, hint }).startsWith(start));
  return text.includes('"SORT"') && !isMerged ? 'sorts what it has found' : null;
}

/**
 * The same query for values that many documents have. Of a list only one is queried: MongoDB merges what the index gives in
 * order for each, DocumentDB sorts it.
 */
function withCommonValues(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withCommonValues(each, field));
  if (!isDocument(value)) return typeof value === 'boolean' || value === null ? value : (middleOf(field) ?? value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]): [string, unknown] => {
      // An expression is evaluated for documents that an index has found.
      if (name === '$expr') return [name, inner];
      if (name === '$in') return [name, [middleOf(field) ?? (inner as unknown[])[0]]];
      return [name, withCommonValues(inner, name.startsWith('$') ? field : name)];
    }),
  );
}
