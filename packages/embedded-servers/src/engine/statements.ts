import type { Statement } from './pg-connection.js';

/** Every statement that the gateway sends to the engine. Documents go in and come out as their plain BSON bytes. */

/**
 * A write and, in the same transaction, its answer under the id of the request: a repeated request violates the key, so that its
 * write is rolled back and the first answer is returned again.
 */
const recorded = (name: string, call: string, id: string, when = 'true'): Statement => ({
  name,
  sql: `WITH done AS MATERIALIZED (SELECT p_result, p_success FROM ${call}),
    kept AS (INSERT INTO gateway.replies (id, reply) SELECT ${id}, p_result FROM done WHERE ${when})
    SELECT p_result, p_success FROM done`,
});

const cursor = (name: string, call: string): Statement => ({
  name,
  sql: `SELECT cursorpage, continuation, cursorid FROM documentdb_api.${call}_cursor_first_page($1, $2)`,
});

const plain = (name: string, sql: string): Statement => ({ name, sql });

export const STATEMENTS = {
  insert: recorded('insert', 'documentdb_api.insert($1, $2, $3, NULL)', '$4'),
  update: recorded('update', 'documentdb_api.update($1, $2, $3, NULL)', '$4'),
  delete: recorded('delete', 'documentdb_api.delete($1, $2, $3, NULL)', '$4'),
  findAndModify: recorded(
    'findAndModify',
    'documentdb_api.find_and_modify($1, $2, NULL)',
    '$3',
    `documentdb_core.bson_get_value_text(p_result, 'lastErrorObject.n') <> '0'`,
  ),
  changeEach: recorded('changeEach', 'gateway.change_each($1, $2, $3, $4, $5, $6)', '$7', 'p_result IS NOT NULL'),
  prepareEach: plain('prepareEach', 'SELECT gateway.prepare_each($1, $2, $3)'),
  recordedReply: plain('recordedReply', 'SELECT reply FROM gateway.replies WHERE id = $1'),
  purgeReplies: plain('purgeReplies', `DELETE FROM gateway.replies WHERE at < now() - interval '5 minutes'`),

  find: cursor('find', 'find'),
  aggregate: cursor('aggregate', 'aggregate'),
  listCollections: cursor('listCollections', 'list_collections'),
  listIndexes: cursor('listIndexes', 'list_indexes'),
  getMore: plain('getMore', 'SELECT cursorpage, continuation FROM documentdb_api.cursor_get_more($1, $2, $3)'),
  deleteCursors: plain('deleteCursors', 'SELECT documentdb_api_internal.delete_cursors($1::bigint[])'),
  count: plain('count', 'SELECT document FROM documentdb_api.count_query($1, $2)'),
  distinct: plain('distinct', 'SELECT document FROM documentdb_api.distinct_query($1, $2)'),

  zoneNames: plain('zoneNames', 'SELECT name FROM pg_timezone_names'),
  listDatabases: plain('listDatabases', 'SELECT documentdb_api.list_databases($1)'),
  create: plain('create', 'SELECT documentdb_api.create_collection_view($1, $2)'),
  drop: plain('drop', 'SELECT documentdb_api.drop_collection($1, $2)'),
  dropDatabase: plain('dropDatabase', 'SELECT documentdb_api.drop_database($1)'),
  renameCollection: plain('renameCollection', 'SELECT documentdb_api.rename_collection($1)'),
  collMod: plain('collMod', 'SELECT documentdb_api.coll_mod($1, $2, $3)'),
  collStats: plain('collStats', 'SELECT documentdb_api.coll_stats($1, $2, 1)'),
  dbStats: plain('dbStats', 'SELECT documentdb_api.db_stats($1, 1)'),
  createIndexes: plain('createIndexes', 'SELECT documentdb_api_internal.create_indexes_non_concurrently($1, $2, true)'),
  dropIndexes: plain('dropIndexes', 'CALL documentdb_api.drop_indexes($1, $2)'),

  indexByName: plain(
    'indexByName',
    `SELECT documentdb_api_internal.index_spec_as_bson(i.index_spec)
       FROM documentdb_api_catalog.collection_indexes i JOIN documentdb_api_catalog.collections c USING (collection_id)
      WHERE c.database_name = $1 AND c.collection_name = $2 AND (i.index_spec).index_name = $3`,
  ),
  indexById: plain(
    'indexById',
    `SELECT documentdb_api_internal.index_spec_as_bson(i.index_spec)
       FROM documentdb_api_catalog.collection_indexes i WHERE i.index_id = $1::int`,
  ),
  collectionId: plain(
    'collectionId',
    `SELECT collection_id::text FROM documentdb_api_catalog.collections
      WHERE database_name = $1 AND collection_name = $2`,
  ),
} as const;

/**
 * Many changes of single documents by their `_id` as one statement: NULL if the collection does not exist, or is not a plain one.
 * `change` is `update`, by operators, or `replace`, by whole documents. Each collection has functions of its own, made by
 * `prepare_each`, because only then the engine plans the statement once for each session and not for each call.
 */
const CHANGE_EACH = `CREATE OR REPLACE FUNCTION gateway.change_each(
    change text, db text, coll text,
    ids documentdb_core.bsonsequence, queries documentdb_core.bsonsequence, changes documentdb_core.bsonsequence,
    OUT p_result documentdb_core.bson, OUT p_success boolean)
  LANGUAGE plpgsql
  AS $function$
  DECLARE
    found_id bigint;
  BEGIN
    SELECT collection_id INTO found_id FROM documentdb_api_catalog.collections
     WHERE database_name = db AND collection_name = coll
       AND view_definition IS NULL AND validator IS NULL AND shard_key IS NULL;
    p_success := true;
    IF found_id IS NULL THEN RETURN; END IF;
    EXECUTE format('SELECT gateway.%s_each_%s($1, $2, $3)', change, found_id) INTO p_result USING ids, queries, changes;
  END $function$`;

/** The planner expects one row of a sequence, and is forced to start from the sequence and to find each document by its key. */
const PREPARE_EACH = `CREATE OR REPLACE FUNCTION gateway.prepare_each(change text, db text, coll text) RETURNS void
  LANGUAGE plpgsql
  AS $function$
  DECLARE
    found_id bigint;
  BEGIN
    SELECT collection_id INTO STRICT found_id FROM documentdb_api_catalog.collections
     WHERE database_name = db AND collection_name = coll;
    EXECUTE format($definition$
      CREATE OR REPLACE FUNCTION gateway.%2$s_each_%1$s(
          ids documentdb_core.bsonsequence, queries documentdb_core.bsonsequence, changes documentdb_core.bsonsequence,
          OUT p_result documentdb_core.bson)
        LANGUAGE plpgsql
        SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
        SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan
        AS $statement$
      BEGIN
        WITH changed AS (
          UPDATE documentdb_data.documents_%1$s AS d SET document = %3$s
            FROM ROWS FROM (gateway.each_of(ids), gateway.each_of(queries), gateway.each_of(changes)) AS i (id, q, u)
           WHERE d.shard_key_value = %1$s
             AND d.object_id OPERATOR(documentdb_core.=) i.id
             AND documentdb_api_catalog.bson_query_match(d.document, i.q)
          RETURNING (old.document::bytea <> new.document::bytea)::int AS differs)
        SELECT format('{"n": %%s, "nModified": %%s, "ok": 1}', count(*), coalesce(sum(differs), 0))::documentdb_core.bson
          FROM changed INTO p_result;
      END $statement$ $definition$,
      found_id, change, CASE change
        WHEN 'replace' THEN 'i.u'
        ELSE 'COALESCE(documentdb_api_internal.update_bson_document(d.document, i.u, i.q, NULL, NULL, NULL), d.document)'
      END);
  END $function$`;

/** Statements for a new database before the first command. */
export const SCHEMA = [
  'CREATE EXTENSION IF NOT EXISTS documentdb CASCADE',
  'CREATE EXTENSION IF NOT EXISTS documentdb_extended_rum',
  'CREATE SCHEMA IF NOT EXISTS gateway',
  `CREATE TABLE IF NOT EXISTS gateway.replies
     (id bytea PRIMARY KEY, reply documentdb_core.bson, at timestamptz NOT NULL DEFAULT now())`,
  'CREATE INDEX IF NOT EXISTS replies_at ON gateway.replies USING brin (at)',
  `CREATE OR REPLACE FUNCTION gateway.each_of(documentdb_core.bsonsequence) RETURNS SETOF documentdb_core.bson
     LANGUAGE c IMMUTABLE STRICT ROWS 1 AS '$libdir/pg_documentdb_core', 'bsonsequence_get_bson'`,
  'DROP FUNCTION IF EXISTS gateway.update_each',
  CHANGE_EACH,
  PREPARE_EACH,
];

/** Statements for data of another installation: its extensions and our functions may be older. */
export const UPGRADE = [
  ...['documentdb_core', 'documentdb', 'documentdb_extended_rum'].map(
    (extension) => `ALTER EXTENSION ${extension} UPDATE`,
  ),
  ...SCHEMA,
];

export const MAINTENANCE = {
  deleteExpired: 'CALL documentdb_api_internal.delete_expired_rows()',
  cleanCursors: 'SELECT documentdb_api_internal.cursor_directory_cleanup()',
  analyze: (collectionId: string): string => `ANALYZE documentdb_data.documents_${collectionId}`,
} as const;

export const EXPLAINABLE: ReadonlyMap<string, string> = new Map([
  ['find', 'find'],
  ['aggregate', 'pipeline'],
  ['count', 'count'],
  ['distinct', 'distinct'],
  ['update', 'update'],
  ['delete', 'delete'],
  ['findAndModify', 'find_and_modify'],
]);

export const explainStatement = (call: string, execute: boolean): Statement => ({
  name: '',
  sql: `EXPLAIN (FORMAT JSON, VERBOSE, ANALYZE ${execute}, BUFFERS ${execute})
    SELECT document FROM documentdb_api_catalog.bson_aggregation_${call}($1, $2)`,
});
