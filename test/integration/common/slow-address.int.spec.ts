/** Each door to other hosts reaches one whose first address answers only when its packet is sent again, and whose other address refuses. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { lookup as systemLookup, LookupAddress } from 'node:dns';
import { once } from 'node:events';
import {
  connect,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
  type LookupFunction,
  type Socket,
} from 'node:net';
import mongoose from 'mongoose';
import { request } from 'undici';
import { delay } from '#common/clock/clock.js';
import { allowSlowAddresses } from '#common/config/connect-attempts.js';
import { outgoingAgent } from '#common/config/outgoing-proxy.js';
import { AddressGuard } from '../../../apps/executor/src/engines/webservice/address-guard.js';
import { HttpCaller } from '../../../apps/executor/src/engines/webservice/http-caller.js';
import { Mailer } from '../../../apps/executor/src/notify/mailer.js';

const SLOW = '127.0.0.2';
const REFUSING = '127.0.0.3';
const addressOf = (address: string): LookupAddress => ({ address, family: 4 });
/** The kernel drops the first packet of a connection while the queue of the stopped server is full; the next one follows after a second. */
const STOPPED_MS = 400;
const SERVER = `
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => {});
    if (process.argv[1] !== '') socket.end(process.argv[1]);
    else socket.once('data', () => socket.end('HTTP/1.1 200 OK\\r\\ncontent-length: 0\\r\\nconnection: close\\r\\n\\r\\n'));
  });
  server.listen({ port: 0, host: '${SLOW}', backlog: 1 }, () => console.log(server.address().port));
`;

const lookup: LookupFunction = (_host, options, done) => {
  if (options.all === true) done(null, [addressOf(SLOW), addressOf(REFUSING)]);
  else done(null, SLOW, 4);
};
const guard = new AddressGuard(['127.0.0.0/8'], undefined, lookup as unknown as typeof systemLookup);

const DOORS: Record<
  string,
  { readonly greeting?: string; readonly reach: (port: number) => Promise<unknown>; readonly answer: object }
> = {
  'calls of web services and webhooks': {
    reach: async (port) => {
      const caller = new HttpCaller(guard);
      const call = { url: `http://far.test:${port}/`, headers: {}, body: '{}', timeoutMs: 5_000 };
      return caller.post(call).finally(async () => caller.close());
    },
    answer: { type: 'answered', status: 200 },
  },
  'object stores and Vault': {
    reach: async (port) => {
      const dispatcher = outgoingAgent('http://far.test', {}, { lookup });
      const { statusCode } = await request(`http://far.test:${port}/`, { dispatcher });
      await dispatcher.close();
      return { statusCode };
    },
    answer: { statusCode: 200 },
  },
  mail: {
    greeting: '554 no\r\n',
    reach: async (port) => {
      const target = { type: 'email' as const, host: 'far.test', port, from: 'a@example.com', to: ['b@example.com'] };
      const mail = { from: target.from, to: target.to, subject: '', text: '', messageId: '<1@carillon>' };
      return new Mailer(guard).send(target, mail);
    },
    answer: { type: 'failed', status: 554 },
  },
  MongoDB: {
    greeting: 'not MongoDB, but connected',
    reach: async (port) => {
      const options = { lookup, serverSelectionTimeoutMS: 1_800, connectTimeoutMS: 2_000 };
      const client = new mongoose.mongo.MongoClient(`mongodb://far.test:${port}`, options);
      const messages: string[] = [];
      client.on('serverHeartbeatFailed', ({ failure }) => messages.push(failure.message));
      await client.connect().catch(() => undefined);
      await client.close();
      return { refusals: messages.filter((message) => message.includes('connect E')) };
    },
    answer: { refusals: [] },
  },
};

let child: ChildProcess;
let filling: Socket[] = [];
const before = getDefaultAutoSelectFamilyAttemptTimeout();
beforeAll(allowSlowAddresses);
afterAll(() => {
  setDefaultAutoSelectFamilyAttemptTimeout(before);
});
afterEach(async () => {
  for (const socket of filling) socket.destroy();
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test.each(Object.entries(DOORS))('%s', async (_door, { greeting = '', reach, answer }) => {
  const port = await stoppedServer(greeting);
  const continued = delay(STOPPED_MS).then(() => child.kill('SIGCONT'));
  expect(await reach(port)).toMatchObject(answer);
  await continued;
});

async function stoppedServer(greeting: string): Promise<number> {
  child = spawn(process.execPath, ['-e', SERVER, greeting], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(child.stdout!, 'data')) as [Buffer];
  child.kill('SIGSTOP');
  const port = Number(printed.toString());
  filling = Array.from({ length: 3 }, () => connect({ port, host: SLOW }).on('error', () => undefined));
  await once(filling[1]!, 'connect');
  return port;
}
