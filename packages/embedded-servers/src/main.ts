#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startMongo, startNats } from './servers.js';
import type { RunningServer } from './running-server.js';

const USAGE = 'usage: embedded-servers [--data DIR] [--nats-port N] [--mongo-port N]';
const EXIT_USAGE = 64;

interface Arguments {
  data: string;
  natsPort: number;
  mongoPort: number;
}

function readArguments(): Arguments {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: '.carillon/embedded' },
      'nats-port': { type: 'string', default: '0' },
      'mongo-port': { type: 'string', default: '0' },
    },
  });
  const port = (name: 'nats-port' | 'mongo-port'): number => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new Error(`--${name} is not a port number`);
    return number;
  };
  return { data: values.data, natsPort: port('nats-port'), mongoPort: port('mongo-port') };
}

const log = (line: string): void => {
  console.error(line);
};

/** Starts both servers, prints their addresses, and stops them on Ctrl-C. */
async function main({ data, natsPort, mongoPort }: Arguments): Promise<void> {
  const started = await Promise.allSettled([
    startNats({ dataDir: data, port: natsPort, log }),
    startMongo({ dataDir: data, port: mongoPort, log }),
  ]);
  const servers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async (exitCode: number): Promise<never> => {
    await Promise.all(servers.map((server) => server.stop()));
    process.exit(exitCode);
  };
  for (const result of started) if (result.status === 'rejected') console.error(String(result.reason));
  const [nats, mongo] = servers;
  if (nats === undefined || mongo === undefined) return stop(1);
  console.log(`NATS_URL=${nats.url}   # ${nats.kind}`);
  console.log(`MONGODB_URI=${mongo.url}   # ${mongo.kind}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));
  const died = (server: RunningServer): void => {
    void server.exited.then((reason) => {
      console.error(reason);
      return stop(1);
    });
  };
  servers.forEach(died);
}

try {
  await main(readArguments());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error), `\n${USAGE}`);
  process.exitCode = EXIT_USAGE;
}
