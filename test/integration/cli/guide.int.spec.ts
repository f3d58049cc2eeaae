/** The guide as it is, as far as no running product is needed; `test/e2e/quickstart.e2e.spec.ts` types its pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { GUIDE_PAGES, guideBlocksNotRun, guidePage } from '#testing/guide-page.js';
import { until } from '#testing/until.js';
import { CliUnderTest } from './cli-under-test.js';

test('every page contains command lines, and each is run by a test', () => {
  expect(GUIDE_PAGES).toEqual(expect.arrayContaining(['command-line.md', 'first-job.md', 'moving.md', 'pods.md']));
  expect(guideBlocksNotRun()).toEqual([]);
  for (const page of GUIDE_PAGES) expect(guidePage(page).lines).not.toEqual([]);
  expect(guidePage('command-line.md').lines.length).toBeGreaterThan(25);
});

/** The callbacks that a server without a library got from its worker, one entry for each. */
async function told(): Promise<{
  readonly url: string;
  readonly calls: { path: string; authorization: string | undefined; body: unknown }[];
  readonly stop: () => Promise<void>;
}> {
  const calls: { path: string; authorization: string | undefined; body: unknown }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(parts).toString());
      calls.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, stop };
}

test('the web service of the guide answers its call and calls back', async () => {
  const cli = new CliUnderTest({});
  for (const { name, text } of guidePage('web-service.md').files) cli.write(name, text);
  const carillon = await told();
  const worker = spawn(process.execPath, [join(cli.folder, 'worker.mjs')], { env: { PORT: '0' } });
  let output = '';
  worker.stdout.on('data', (part: Buffer) => (output += part.toString()));
  try {
    const callback = {
      log: `${carillon.url}/log`,
      status: `${carillon.url}/status`,
      jobStorage: `${carillon.url}/job_storage`,
      token: 'of-the-attempt',
    };
    const body = JSON.stringify({ job: { parameters: { rows: 8 } }, jobStorage: { last: 4 }, callback });
    const [, port] = await until('the port of the worker', () => /port (\d+)\n/.exec(output));
    const answered = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
    expect(answered.status).toBe(201);
    await until('the end of its work', () => carillon.calls.length === 3);
    const authorization = 'Bearer of-the-attempt';
    expect(carillon.calls).toEqual([
      { path: '/log', authorization, body: { seq: 1, lines: ['reading 8 rows after row 4'] } },
      { path: '/job_storage', authorization, body: { last: 12 } },
      { path: '/status', authorization, body: { state: 'FINISHED', message: '8 rows' } },
    ]);
  } finally {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await carillon.stop();
    cli.dispose();
  }
});
