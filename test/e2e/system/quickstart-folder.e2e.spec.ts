/** One quickstart per folder, under a path prefix: a second one harms nothing, and a killed one is no obstacle. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { QuickstartProcess } from '../support/quickstart-process.js';

const TEST_LIMIT_MS = 240_000;
const STARTED_AT_ONCE = 8;

const quickstart = QuickstartProcess.inNewFolder({ PATH_PREFIX: '/x' });
const api = new Api(() => quickstart.state());

beforeAll(() => quickstart.start(), TEST_LIMIT_MS);
afterAll(() => quickstart.dispose(), TEST_LIMIT_MS);

const stateText = (): string => readFileSync(join(quickstart.dataDir, 'quickstart.json'), 'utf8');

async function checkRefused(): Promise<void> {
  const before = stateText();
  const { code, said } = await quickstart.startAnother();
  expect(code).not.toBe(0);
  expect(said).toContain(`process ${quickstart.pid}`);
  expect(said).toMatch(/since 20\d\d-/);
  expect(said).toContain(quickstart.state().uiUrl);
  expect(said).toContain(quickstart.dataDir);
  expect(said).not.toContain('stopping');
  expect(stateText()).toBe(before);
}

describe('quickstart under a path prefix', () => {
  it('shows its addresses with the prefix, and serves there', async () => {
    const { apiUrl, uiUrl } = quickstart.state();
    expect([apiUrl, uiUrl].map((url) => new URL(url).pathname)).toEqual(['/x/api/v1', '/x/']);
    expect(quickstart.output.filter((line) => line.includes(uiUrl))).not.toHaveLength(0);
    for (const url of [uiUrl, `${uiUrl}docs`, `${uiUrl}openapi.json`]) {
      const answer = await fetch(url);
      await answer.text();
      expect(answer.status).toBe(200);
    }
  });

  it(
    'runs the examples, including the web service that calls back',
    async () => {
      const run = await eventually('a FINISHED run of example-catalogue', async () =>
        (await api.runs('example-catalogue')).find(({ state }) => state === 'FINISHED'),
      );
      expect(await api.log(run.id)).toContain('refreshing 14 courses for demo');
    },
    TEST_LIMIT_MS,
  );
});

describe('a second quickstart in the same folder', () => {
  it(
    'names the process that uses the folder and ends; the first one, its files and its worker processes continue',
    async () => {
      await api.call('POST', '/workers', {
        id: 'sleeper',
        name: 'Sleeper',
        engine: 'process',
        command: ['sleep', '600'],
      });
      await api.call('POST', '/jobs', { id: 'sleeps', tenant: 'demo', name: 'Sleeps', worker: 'sleeper' });
      await api.call('POST', '/jobs/sleeps/run', {});
      const isAsleep = (pid: number): boolean => {
        const found = quickstart.processes().find((each) => each.pid === pid);
        return found?.command.startsWith('sleep') === true;
      };
      const pid = await eventually('the worker process', () => quickstart.workers().find(isAsleep));
      await checkRefused();
      expect(isAsleep(pid)).toBe(true);
      const [run] = await api.runs('sleeps');
      expect(run?.state).toBe('RUNNING');
    },
    TEST_LIMIT_MS,
  );

  it(
    'is refused as well while the first one stands still',
    async () => {
      const frozen = await quickstart.freeze();
      await checkRefused().finally(frozen.thaw);
    },
    TEST_LIMIT_MS,
  );

  it(
    'starts at once after the first one was killed, with the same data',
    async () => {
      const runs = (await api.runs('example-disk-report')).map(({ id }) => id);
      const { token } = quickstart.state();
      await quickstart.kill();
      await quickstart.start();
      expect(quickstart.state().token).toBe(token);
      expect((await api.runs('example-disk-report')).map(({ id }) => id)).toEqual(runs);
    },
    TEST_LIMIT_MS,
  );
});

test(
  'exactly one of several that ask for a folder at the same moment gets it, and the next one when that has ended',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-folder-'));
    const module = resolve(import.meta.dirname, '../../../dist/tools/quickstart/src/data-folder.js');
    const program = `
      const { DataFolder } = await import(process.argv[1]);
      try { globalThis.folder = DataFolder.take(process.argv[2]); console.log('mine'); }
      catch (error) { console.log(error.message); process.exit(3); }
      setInterval(() => globalThis.folder, 1000);`;
    const ask = (): { ended: Promise<number | null>; said: Promise<string>; kill: () => void } => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, module, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      const ended = new Promise<number | null>((done) => child.once('close', done));
      const said = new Promise<string>((done) =>
        child.stdout.once('data', (text: Buffer) => {
          done(text.toString());
        }),
      );
      return { ended, said, kill: () => child.kill('SIGKILL') };
    };
    const asked = Array.from({ length: STARTED_AT_ONCE }, ask);
    const words = await Promise.all(asked.map(({ said }) => said));
    const [winner] = asked.filter((_, i) => words[i]?.startsWith('mine'));
    expect(words.filter((word) => word.startsWith('mine'))).toHaveLength(1);
    expect(words.filter((word) => word.includes('another Carillon'))).toHaveLength(STARTED_AT_ONCE - 1);
    winner!.kill();
    await Promise.all(asked.map(({ ended }) => ended));
    const next = ask();
    expect(await next.said).toContain('mine');
    next.kill();
    await next.ended;
    rmSync(folder, { recursive: true });
  },
  TEST_LIMIT_MS,
);
