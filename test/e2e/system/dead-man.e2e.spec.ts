/** An outside monitor gets pings while Carillon works, and gets none while a part of it stands still. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freeze } from '#testing/freeze.js';
import { eventually } from '../support/eventually.js';
import { QuickstartProcess } from '../support/quickstart-process.js';

const LIMIT_MS = 300_000;
const INTERVAL_MS = 10_000;
/** A replica that has been silent for this time does not count any more, whatever lease it had. */
const SILENT_MS = 30_000;

const heard: number[] = [];
const monitor = createServer((request, response) => {
  if (request.method === 'POST') heard.push(Date.now());
  request.resume();
  response.writeHead(200).end('OK');
});
let quickstart: QuickstartProcess;

beforeAll(async () => {
  monitor.listen(0, '127.0.0.1');
  await once(monitor, 'listening');
  const { port } = monitor.address() as AddressInfo;
  quickstart = QuickstartProcess.inNewFolder({
    EXECUTOR__DEAD_MAN_URL: `http://127.0.0.1:${port}/secret-of-the-monitor`,
    EXECUTOR__DEAD_MAN_SECONDS: String(INTERVAL_MS / 1_000),
  });
  await quickstart.start('--empty');
}, LIMIT_MS);
afterAll(async () => {
  await quickstart.dispose();
  monitor.closeAllConnections();
  monitor.close();
}, LIMIT_MS);

const hears = async (): Promise<void> => {
  const before = heard.length;
  await eventually('a ping', () => heard.length > before);
};

test(
  'the pings stop while the log-collector stands still, and return afterwards',
  async () => {
    await hears();
    await hears();
    const frozen = await freeze(() => [quickstart.state().services['log-collector'].pid]);
    try {
      const silentFrom = Date.now() + SILENT_MS + INTERVAL_MS;
      await eventually('some intervals to pass', () => Date.now() > silentFrom + 2 * INTERVAL_MS);
      expect(heard.filter((at) => at > silentFrom)).toEqual([]);
    } finally {
      frozen.thaw();
    }
    await hears();
    expect(quickstart.output.join('\n')).not.toContain('secret-of-the-monitor');
  },
  LIMIT_MS,
);
