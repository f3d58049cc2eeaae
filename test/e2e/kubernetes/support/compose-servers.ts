/**
 * What stands in for the images that deploy/compose names and no registry here has: instead of MongoDB a container forwards to that of the
 * tests, and instead of NATS one runs Debian's.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '#common/domain/service-name.js';
import { natsProgram } from '#embedded-servers';
import { freshDatabaseUri } from '#testing/servers.js';

/** In the container: each connection is forwarded to the mounted socket. */
const RELAY = `require('net').createServer((from) => { const to = require('net').connect('/stand-in/mongo.sock'); from.pipe(to).pipe(from);
for (const each of [from, to]) each.on('error', () => { from.destroy(); to.destroy(); }); }).listen(27017)`;
const DIAL = `require('net').connect(27017).on('connect', () => process.exit(0)).on('error', () => process.exit(1))`;
const ASK = `fetch('http://127.0.0.1:8222/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
const OFTEN = { interval: '1s', retries: 60 };

export class ComposeServers {
  /** Mounted into containers. */
  readonly folder = mkdtempSync(join(tmpdir(), 'carillon-composed-'));
  private toMongo: Server | null = null;

  /** Writes a Compose file that is used on top of ours, in which these servers run in this image of ours; gives its path. */
  async override(image: string): Promise<string> {
    const { folder } = this;
    const environment = { MONGODB_URI: await this.ledToMongo() };
    const asRoot = { image, user: '0:0' };
    const services = {
      ...Object.fromEntries(['migrate', ...SERVICES].map((name) => [name, { environment }])),
      mongo: {
        ...asRoot,
        entrypoint: ['node', '-e', RELAY],
        command: [],
        volumes: [`${folder}:/stand-in`],
        healthcheck: { test: ['CMD', 'node', '-e', DIAL], ...OFTEN },
      },
      nats: {
        ...asRoot,
        entrypoint: ['/stand-in/nats-server'],
        volumes: [`${await natsProgram({ log: () => undefined }, process.env)}:/stand-in/nats-server:ro`],
        healthcheck: { test: ['CMD', 'node', '-e', ASK], ...OFTEN },
      },
    };
    const path = join(folder, 'override.json');
    writeFileSync(path, JSON.stringify({ services }));
    return path;
  }

  async stop(): Promise<void> {
    const server = this.toMongo;
    if (server !== null) await new Promise((done) => server.close(done));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A socket in the folder that forwards to the database of the tests; gives the address under which containers reach it. */
  private async ledToMongo(): Promise<string> {
    const uri = new URL(freshDatabaseUri());
    const host = uri.hostname;
    const port = Number(uri.port);
    const server = createServer((from) => {
      const to = connect(port, host);
      from.pipe(to).pipe(from);
      for (const each of [from, to])
        each.on('error', () => {
          from.destroy();
          to.destroy();
        });
    });
    await new Promise<void>((done) => server.listen(join(this.folder, 'mongo.sock'), done));
    this.toMongo = server;
    uri.host = 'mongo:27017';
    uri.searchParams.delete('replicaSet');
    uri.searchParams.set('directConnection', 'true');
    return uri.toString();
  }
}
