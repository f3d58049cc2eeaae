/**
 * A start of a process that another executor of the host overtakes: the first one stands still after it has created the folder, or its
 * supervisor is slow, so that the other one gives the start up and makes its own. In every interleaving the command runs once, and
 * an executor that reports that it exists is right.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { jest } from '@jest/globals';
import { systemClock } from '#common/clock/clock.js';
import { asAttemptId, asJobId, asTenantId, asWorkerId, parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { worlds } from '#testing/long-form.js';
import { until } from '#testing/until.js';
import type { CommandLaunch, StartResult } from '../../../apps/executor/src/engines/engine.js';
import { ProcessEngine } from '../../../apps/executor/src/engines/process/process-engine.js';
import { Spool } from '../../../apps/executor/src/engines/process/spool.js';

jest.setTimeout(600_000);

const HOST = 'this-host';
const MAX_TRIES = 5;
/** The other executor has created its folder, and its supervisor has not begun yet, when the first one learns that its own has ended. */
const FOUND = { slowMs: 5, heldMs: 0, otherSlowMs: 146, afterMs: 42, pauseMs: 138 };
const supervisorFile = resolve('dist/apps/executor/src/engines/process/supervisor.js');

let root: string;
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'carillon-overtaken-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/**
 * An executor whose supervisors begin this many milliseconds after their start. It learns of the end of one that did not begin this many
 * milliseconds later, as an executor that stands still does.
 */
async function engineOf({ slowMs, heldMs }: { slowMs: number; heldMs: number }): Promise<ProcessEngine> {
  const file = join(root, `supervisor-${slowMs}-${heldMs}.mjs`);
  const later = (ms: number): string => `new Promise((resolve) => setTimeout(resolve, ${ms}))`;
  await writeFile(
    file,
    `await ${later(slowMs)};\nawait import('${supervisorFile}').catch(() => undefined);\nawait ${later(heldMs)};\n`,
  );
  const environment = { PATH: process.env['PATH'] ?? '', HOME: root, LANG: 'C' };
  const options = {
    host: HOST,
    workdir: root,
    supervisorFile: file,
    environment,
    secretsDir: null,
    maxOutputBytes: 1_000,
  };
  const engine = new ProcessEngine(new Spool(join(root, 'spool')), options, systemClock);
  await engine.open(() => undefined);
  return engine;
}

const runsOf = async (attempt: AttemptId): Promise<number> =>
  (await readFile(fileOf(attempt), 'utf8').catch(() => '')).split('\n').length - 1;
const fileOf = (attempt: AttemptId): string => join(root, `${parseAttemptId(attempt)!.run}.runs`);

const launchOf = (attempt: AttemptId): CommandLaunch => ({
  engine: 'process',
  attempt,
  key: parseAttemptId(attempt)!,
  tenant: asTenantId('ibm'),
  job: asJobId('job'),
  jobName: 'A job',
  worker: asWorkerId('worker'),
  indexCount: 1,
  startBy: Date.now() + 60_000,
  timeoutSeconds: null,
  command: ['sh', '-c', `echo x >> '${fileOf(attempt)}'`],
  env: { plain: { CARILLON_TEST_MARK: process.env['CARILLON_TEST_MARK'] ?? '' }, secret: {} },
  envFrom: [],
  jobStorage: '',
  site: null,
  startedBy: 'test',
});

const exists = ({ type }: StartResult): boolean => ['started', 'created', 'alreadyStarted', 'failed'].includes(type);

/** What the executor that has taken over does: it checks, and starts what it does not find, again if that is refused. */
async function takeOver(engine: ProcessEngine, attempt: AttemptId, pauseMs: number): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [found] = await engine.recover([{ attempt, host: HOST, name: null, stoppedAt: null }]);
    if (found?.type !== 'absent') return true;
    // The decision to start it is saved meanwhile.
    await delay(pauseMs);
    if (exists(await engine.start(launchOf(attempt)))) return true;
  }
  return false;
}

test('a command runs once and is known to exist, however two executors of a host overtake each other', async () => {
  const ms = fc.integer({ min: 0, max: 150 });
  const way = fc.record({ slowMs: ms, heldMs: ms, otherSlowMs: ms, afterMs: ms, pauseMs: ms });
  await fc.assert(
    fc.asyncProperty(way, async ({ slowMs, heldMs, otherSlowMs, afterMs, pauseMs }) => {
      const attempt = asAttemptId(`overtaken-${++count}/0/main/0/1`);
      const [first, other] = await Promise.all([
        engineOf({ slowMs, heldMs }),
        engineOf({ slowMs: otherSlowMs, heldMs: 0 }),
      ]);
      const started = first.start(launchOf(attempt));
      await delay(afterMs);
      expect(await takeOver(other, attempt, pauseMs)).toBe(true);
      await started;
      await until(`${attempt} to run`, async () => (await runsOf(attempt)) > 0, 20_000);
      await Promise.all([first.cleanUp(attempt), other.cleanUp(attempt)]);
      expect(await runsOf(attempt)).toBe(1);
    }),
    { numRuns: worlds(20), examples: [[FOUND]] },
  );
});
