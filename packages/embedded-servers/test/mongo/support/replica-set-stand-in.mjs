// Stands in for a mongod as far as its first minutes go: the same arguments, and a replica set that has to be initiated,
// and moved when the port is another one. For machines that have no mongod to test the start of one with.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Authentication } from '../../../../../dist/packages/embedded-servers/src/gateway/authentication.js';
import { Dispatcher } from '../../../../../dist/packages/embedded-servers/src/gateway/dispatcher.js';
import { GatewayError } from '../../../../../dist/packages/embedded-servers/src/gateway/gateway-error.js';
import { Listener } from '../../../../../dist/packages/embedded-servers/src/gateway/listener.js';
import { deserialize } from 'bson';

const { values } = parseArgs({
  options: {
    dbpath: { type: 'string' },
    port: { type: 'string' },
    bind_ip: { type: 'string' },
    replSet: { type: 'string' },
    unixSocketPrefix: { type: 'string' },
    quiet: { type: 'boolean' },
    auth: { type: 'boolean' },
    keyFile: { type: 'string' },
  },
});
const file = join(values.dbpath, 'replica-set.json');
const me = `${values.bind_ip}:${values.port}`;
const configuration = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
const isMember = () => configuration()?.members.some(({ host }) => host === me) === true;
const keep = (config) => {
  writeFileSync(file, JSON.stringify(config));
  return { ok: 1 };
};

const hello = () => ({
  helloOk: true,
  ...(isMember() ? { setName: values.replSet, hosts: [me], me, isWritablePrimary: true } : { isreplicaset: true }),
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
  ok: 1,
});
const handlers = {
  hello,
  ismaster: hello,
  ping: () => ({ ok: 1 }),
  endSessions: () => ({ ok: 1 }),
  replSetGetConfig: () => {
    const config = configuration();
    if (config === undefined)
      throw Object.assign(new GatewayError('BadValue', 'no config'), { toReply: notInitialized });
    return { config, ok: 1 };
  },
  replSetInitiate: (request) => keep({ version: 1, ...deserialize(request.body).replSetInitiate }),
  replSetReconfig: (request) => {
    const { replSetReconfig, force } = deserialize(request.body);
    if (force !== true || replSetReconfig.version <= configuration().version)
      throw new GatewayError('BadValue', 'not so');
    return keep(replSetReconfig);
  },
};
const notInitialized = () => ({ ok: 0, code: 94, codeName: 'NotYetInitialized', errmsg: 'no replset config' });

// Until there is a user, whoever is on this machine may begin a set and make one.
const usersFile = join(values.dbpath, 'users.json');
const ANYBODY = new Set(['hello', 'ismaster', 'ping', 'endSessions', 'replSetInitiate', 'createUser']);
const users = () => (existsSync(usersFile) ? JSON.parse(readFileSync(usersFile, 'utf8')) : undefined);
let authentication = users() && new Authentication(users());
handlers.createUser = (request) => {
  const { createUser: user, pwd: password, roles } = deserialize(request.body);
  if (users() || !isMember() || roles[0] !== 'root') throw new GatewayError('Unauthorized', 'not so');
  writeFileSync(usersFile, JSON.stringify({ user, password }));
  authentication = new Authentication(users());
  return { ok: 1 };
};
const refuse = (name) => () => {
  throw new GatewayError(name.startsWith('sasl') ? 'AuthenticationFailed' : 'Unauthorized', name);
};
const withoutUsers = (name) => (ANYBODY.has(name) ? handlers[name] : refuse(name));
const names = [...Object.keys(handlers), 'saslStart', 'saslContinue'];
const guarded = Object.fromEntries(
  names.map((name) => [
    name,
    (request) => (authentication ? authentication.guard(handlers)[name] : withoutUsers(name))(request),
  ]),
);
if (!values.auth || (statSync(values.keyFile).mode & 0o077) !== 0) throw new Error('no key file that is ours alone');

const listener = new Listener();
await listener.bind(Number(values.port));
listener.open(new Dispatcher(guarded, undefined, console.error));
process.once('SIGTERM', () => process.exit(0));
