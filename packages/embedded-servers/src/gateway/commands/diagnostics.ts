import type { Document } from 'bson';
import { onlyValue, type Engine } from '../../engine/engine.js';
import { GatewayError } from '../gateway-error.js';
import type { Request } from '../request.js';
import { explain } from './explain.js';
import type { Handlers } from './handler.js';
import { helloOf, SERVER_VERSION, type Topology } from './hello.js';

/** Commands about the server itself, and about how it runs queries. */
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
