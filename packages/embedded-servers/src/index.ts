/** Everything that this package offers; the rest is its own. */
export { startDocumentDb } from './documentdb-server.js';
export { ReplicaSetRelay, type ElectionKind } from './elections/replica-set-relay.js';
export { missingForDocumentDb } from './install/documentdb-recipe.js';
export { DebianArchive } from './install/debian-archive.js';
export type { Recipe } from './install/install.js';
export { installedProgram } from './install/installed-program.js';
export { programRecipe } from './install/program-recipe.js';
export { findExecutable } from './machine/executable.js';
export { freePort, isFree } from './machine/free-port.js';
export { startGuarded, type GuardedProcess } from './machine/guarded-process.js';
export { natsProgram, startOwnNats, type OwnNatsOptions } from './nats-server.js';
export { startPostgres } from './postgres-server.js';
export { prometheusProgram, startPrometheus } from './prometheus-server.js';
export type { RunningServer, ServerOptions } from './running-server.js';
export { startMongo, startNats } from './servers.js';
