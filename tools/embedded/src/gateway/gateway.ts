import type { Engine } from '../engine/engine.js';
import { definitionHandlers } from './commands/definitions.js';
import { diagnosticHandlers } from './commands/diagnostics.js';
import { singleNode } from './commands/hello.js';
import { readHandlers } from './commands/reads.js';
import { writeHandlers } from './commands/writes.js';
import { CursorTable } from './cursor-table.js';
import { Dispatcher } from './dispatcher.js';
import { Listener } from './listener.js';
import { Maintenance } from './maintenance.js';

/** A MongoDB server as far as clients can tell: MongoDB's protocol in front, the engine's functions behind. */
export interface Gateway {
  address: string;
  close(): void;
}

export async function openGateway(engine: Engine, port: number, log: (line: string) => void): Promise<Gateway> {
  const listener = new Listener();
  const address = await listener.bind(port);
  const maintenance = new Maintenance(engine, log);
  const handlers = {
    ...diagnosticHandlers(engine, singleNode(address), () => new Date()),
    ...definitionHandlers(engine, maintenance),
    ...readHandlers(engine, new CursorTable(() => performance.now())),
    ...writeHandlers(engine, (request, documents) => {
      maintenance.noteWrite(request, documents);
    }),
  };
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
