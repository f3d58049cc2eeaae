import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { startNats } from '../../src/index.js';
import { connectionOptions } from '../../../../test/support/servers.js';

const env = { ...process.env, NATS_URL: '' };
const log = (): void => undefined;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'carillon-nats-'));
});
afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

describe('a NATS server of our own', () => {
  it('has JetStream, and keeps a stream over a stop', async () => {
    const first = await startNats({ dataDir, log, env });
    const writer = await connect(connectionOptions(first.url));
    const manager = await jetstreamManager(writer);
    await manager.streams.add({ name: 'KEPT', subjects: ['kept.>'] });
    await jetstream(writer).publish('kept.a', 'payload');
    await writer.close();
    await first.stop();

    const second = await startNats({ dataDir, log, env });
    const reader = await connect(connectionOptions(second.url));
    const { state } = await (await jetstreamManager(reader)).streams.info('KEPT');
    expect(state.messages).toBe(1);
    await reader.close();
    await second.stop();
  }, 60_000);

  it('listens on the requested port, and reports its death', async () => {
    const first = await startNats({ dataDir, log, env });
    const port = Number(new URL(first.url).port);
    await first.stop();
    const second = await startNats({ dataDir, log, env, port });
    expect(Number(new URL(second.url).port)).toBe(port);
    process.kill(second.pids[0] ?? 0, 'SIGKILL');
    await expect(second.exited).resolves.toContain('killed by SIGKILL');
  }, 60_000);
});
