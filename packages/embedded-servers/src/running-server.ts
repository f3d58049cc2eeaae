/** The options of a server, and its state while it runs. */
export interface ServerOptions {
  /** Everything that outlives a stop is here, in `nats/` and `mongo/`. */
  dataDir: string;
  /** Where programs are installed, once per machine; `${XDG_CACHE_HOME:-~/.cache}/carillon` unless given. */
  cacheDir?: string;
  /** 0 or absent: a free one. */
  port?: number;
  /** Called with sentences about progress, and about problems while the server runs. */
  log: (line: string) => void;
  /** MongoDB: how long builds of indexes of collections with documents take on purpose, in milliseconds; only DocumentDB has this. */
  indexBuildMs?: number;
  /** Replaces process.env. */
  env?: NodeJS.ProcessEnv;
}

export interface NatsServerOptions extends ServerOptions {
  /** Entries of `authorization.users` in the server's configuration, beside the one of the URL that is given. */
  readonly users?: readonly string[];
}

export interface RunningServer {
  /** The URL, with the password if we run the server. */
  url: string;
  /** Its source: 'NATS_URL', 'nats-server on PATH', 'Debian package', 'MONGODB_URI', 'mongod', 'mongodb-memory-server' or 'documentdb'. */
  kind: string;
  /** The processes that serve; kept up to date when one is replaced. Empty for a server that we do not run. */
  pids: number[];
  stop(): Promise<void>;
  /** Resolves with the reason if the server dies by itself. */
  exited: Promise<string>;
}
