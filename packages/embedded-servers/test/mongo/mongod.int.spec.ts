import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { type RunningServer, startMongo } from '../../src/index.js';

const STAND_IN = join(dirname(fileURLToPath(import.meta.url)), 'support/replica-set-stand-in.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-mongod-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function start(script: string): Promise<RunningServer> {
  writeFileSync(join(folder, 'mongod'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  return startMongo({ dataDir: join(folder, 'data'), log: () => undefined, env });
}

const members = (): unknown =>
  (JSON.parse(readFileSync(join(folder, 'data/mongo/mongod/replica-set.json'), 'utf8')) as { members: unknown })
    .members;

describe('a mongod on PATH', () => {
  it('S5: becomes a replica set of one member that requires a password, whatever port it gets at each start', async () => {
    const script = `exec "${process.execPath}" "${STAND_IN}" "$@"`;
    for (let starts = 0; starts < 2; starts++) {
      const server = await start(script);
      expect(server.kind).toBe('mongod');
      const { host } = new URL(server.url);
      expect(members()).toEqual([{ _id: 0, host }]);
      const client = await MongoClient.connect(server.url);
      expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
      await client.close();
      const stranger = new MongoClient(`mongodb://${host}/?directConnection=true`);
      const asked = stranger.db('admin').command({ replSetGetConfig: 1 });
      await expect(asked).rejects.toMatchObject({ codeName: 'Unauthorized' });
      await stranger.close();
      await server.stop();
    }
  });

  it('is reported with its last output if it does not start', async () => {
    await expect(start('echo "no such option"; exit 2')).rejects.toThrow(
      /mongod did not start: exit code 2\s+no such option/,
    );
  });
});

describe('MONGODB_URI and NATS_URL', () => {
  it('are used unchanged, and no server is started or stopped', async () => {
    const url = 'mongodb://elsewhere.example:1/?replicaSet=x';
    const server = await startMongo({ dataDir: join(folder, 'data'), log: () => undefined, env: { MONGODB_URI: url } });
    expect(server).toMatchObject({ url, kind: 'MONGODB_URI', pids: [] });
    await server.stop();
  });
});
