/** The name of the only database and the only user, and the only port: reached only through a socket in a private folder. */
export const DATABASE = 'postgres';
export const USER = 'postgres';
export const PORT = 5432;

/** Settings of each of the gateway's sessions. */
export const SESSION_OPTIONS = [
  // Cursors are in files: any session serves the next page, and none is reserved for a client.
  'documentdb.useFileBasedPersistedCursors=on',
  // A deadlock rolls back the whole command, so that the gateway can repeat it.
  'documentdb.throwDeadlockOnCRUD=on',
  'client_min_messages=error',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** The text of postgresql.conf. */
export function postgresConf(socketDir: string): string {
  const settings: Record<string, string> = {
    port: String(PORT),
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    shared_preload_libraries: 'pg_cron,pg_documentdb_core,pg_documentdb,pg_documentdb_extended_rum',
    // Sorts are served by indexes only of this kind; it has to be chosen before an index is made.
    'documentdb.alternate_index_handler_name': 'extended_rum',
    // The engine connects to itself to read the name of a violated index.
    'documentdb.localhost_connection_string': `host=${socketDir}`,
    'documentdb.defaultCursorExpiryTimeLimitSeconds': '600',
    // The gateway does what these would: it expires documents itself, and builds indexes at once.
    'cron.database_name': DATABASE,
    'cron.host': socketDir,
    'cron.launch_active_jobs': 'off',
    'cron.log_run': 'off',
    'cron.log_statement': 'off',
    // It would open two sessions every other second for waiting builds of indexes, of which there are none.
    'documentdb.enableBackgroundWorker': 'off',
    // Writers of one unique key may deadlock: this is detected at once, and they are repeated.
    deadlock_timeout: '20ms',
    // Well above the gateway's sessions, since each may open one more to the engine itself.
    max_connections: '120',
    // The runs and indexes of five minutes of 500 runs a second. It is taken as the data grows.
    shared_buffers: '1GB',
    dynamic_shared_memory_type: 'mmap',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // No replication: the log contains only what recovery needs.
    wal_level: 'minimal',
    max_wal_senders: '0',
    wal_compression: 'lz4',
    // A checkpoint during a burst delays everything for seconds; a larger value would prolong the start after a crash.
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // Statistics decide whether an index is used at all: keep them fresh. Plans do not need their detail, and the condition of each partial
    // index is evaluated for each sampled row: 7,500 of them, not 30,000.
    default_statistics_target: '25',
    // The collection of runs has 21 indexes, so its statistics take 0.2 s and more: not again before it has grown by a sixth.
    autovacuum_analyze_scale_factor: '0.5',
    autovacuum_naptime: '5s',
    autovacuum_vacuum_cost_delay: '0',
    // Clients receive the errors of their statements; only the reason for the end of the server itself is logged.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    timezone: 'GMT',
    log_timezone: 'GMT',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
}
