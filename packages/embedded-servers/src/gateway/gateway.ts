import { deserialize, serialize } from 'bson';
import { onlyValue, type Engine } from '../engine/engine.js';
import { Authentication } from './authentication.js';
import { definitionHandlers } from './commands/definitions.js';
import { diagnosticHandlers } from './commands/diagnostics.js';
import { singleNode } from './commands/hello.js';
import { readHandlers } from './commands/reads.js';
import { writeHandlers } from './commands/writes.js';
import { CursorTable } from './cursor-table.js';
import { Dispatcher } from './dispatcher.js';
import { IndexBuilds } from './index-builds.js';
import { Listener } from './listener.js';
import { Maintenance } from './maintenance.js';

/** A MongoDB server as far as clients can tell: MongoDB's protocol in front, the engine's functions behind. */
export interface Gateway {
  address: string;
  close(): void;
}

export interface GatewayOptions {
  /** 0 is any free port. */
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** See `IndexBuilds`. */
  readonly indexBuildMs: number;
}

export async function openGateway(
  engine: Engine,
  options: GatewayOptions,
  log: (line: string) => void,
): Promise<Gateway> {
  const listener = new Listener();
  const address = await listener.bind(options.port);
  const maintenance = new Maintenance(engine, log);
  const builds = new IndexBuilds(options.indexBuildMs, async ({ database, body }) => {
    const count = serialize({ count: String(deserialize(body)['createIndexes']), limit: 1, query: {} });
    return Number(deserialize(onlyValue(await engine.run('count', database, Buffer.from(count))))['n']) > 0;
  });
  const handlers = new Authentication(options).guard({
    ...diagnosticHandlers(engine, singleNode(address), () => new Date()),
    ...definitionHandlers(engine, maintenance, builds),
    ...readHandlers(engine, new CursorTable(() => performance.now()), builds),
    ...writeHandlers(engine, (request, documents) => {
      maintenance.noteWrite(request, documents);
    }),
  });
  listener.open(new Dispatcher(handlers, engine, log));
  maintenance.start();
  return {
    address,
    close: () => {
      maintenance.stop();
      listener.close();
    },
  };
}
