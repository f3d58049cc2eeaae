/**
 * The guide, page by page, as it is: its files are written, and its lines are run in their order. Pages that follow runs to their
 * end are run by `test/e2e/quickstart.e2e.spec.ts`, where an executor runs them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { secretProviders } from '#common/config/secret-providers.js';
import { contracts } from '#common/messages/registry.js';
import { FOLLOWING_PAGES, GUIDE_PAGES, guideBlocksNotRun, guidePage } from '#testing/guide-page.js';
import { until } from '#testing/until.js';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { CliUnderTest } from './cli-under-test.js';

const SECRETS = {
  REPORTS_SIGNING_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  UPLOAD_AUTHORIZATION: 'Bearer of-the-upload',
  UPLOAD_PASSWORD: 'of-the-upload',
  GITHUB_WEBHOOK_SECRET: 'of-the-releases-1',
  NEXT_WEBHOOK_SECRET: 'of-the-releases-2',
};

/** As docs/operations.md declares them. */
const PROVIDERS = secretProviders.parse(
  JSON.stringify({
    vault: {
      ...{ kind: 'vault', address: 'https://vault.test', auth: { method: 'token', file: '/token' } },
      paths: ['secret/data/{tenant}/**', 'database/creds/{tenant}'],
    },
    files: { kind: 'files', folder: '/secrets', paths: ['{tenant}/*'] },
  }),
);

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi({ env: { SECRET_PROVIDERS: PROVIDERS } });
  obligingScheduler(api);
  api.standIn(contracts.startBackfill, ({ from }) => ({ ok: true as const, slots: [from] }));
  await api.ask('POST', '/tenants', { body: { id: 'acme' } });
});
afterAll(async () => api.stop());

test('every page contains command lines, and each is run by a test', () => {
  expect(GUIDE_PAGES).toEqual(expect.arrayContaining(['command-line.md', 'first-job.md', 'moving.md', 'pods.md']));
  const others = GUIDE_PAGES.flatMap((page) => guidePage(page).lines).filter((line) => !line.startsWith('carillon '));
  expect(others).toEqual(['npm run quickstart']);
  expect(guideBlocksNotRun()).toEqual([]);
  for (const page of GUIDE_PAGES) expect(guidePage(page).lines).not.toEqual([]);
  expect(guidePage('command-line.md').lines.length).toBeGreaterThan(25);
});

describe.each(GUIDE_PAGES.filter((page) => !FOLLOWING_PAGES.includes(page)))('%s', (name) => {
  const { files, lines } = guidePage(name);
  let cli: CliUnderTest;

  beforeAll(() => {
    // The page about the command line signs in itself.
    const signIn = { CARILLON_SERVER: api.url, CARILLON_TOKEN: BOOTSTRAP, CARILLON_TENANT: 'acme' };
    cli = new CliUnderTest({ ...SECRETS, ...(name === 'command-line.md' ? {} : signIn) });
    for (const file of files) cli.write(file.name, file.text);
  });
  afterAll(() => {
    cli.dispose();
  });

  test.each(lines)('%s', async (line) => {
    const typed = line.replace('$CARILLON_SERVER', api.url).replace('$CARILLON_TOKEN', BOOTSTRAP);
    expect(await cli.run(typed.replace(/^carillon /, ''))).toMatchObject({ code: 0 });
  });
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
      ...{ log: `${carillon.url}/log`, status: `${carillon.url}/status`, jobStorage: `${carillon.url}/job_storage` },
      token: 'of-the-attempt',
    };
    const body = JSON.stringify({ job: { parameters: { rows: 8 } }, jobStorage: { last: 4 }, callback });
    const [, port] = await until('the port of the worker', () => /port (\d+)\n/.exec(output));
    const answered = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
    expect(answered.status).toBe(201);
    await until('the end of its work', () => carillon.calls.length === 3);
    const authorization = 'Bearer of-the-attempt';
    expect(carillon.calls).toEqual([
      { path: '/log', authorization, body: { lines: ['reading 8 rows after row 4'] } },
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
