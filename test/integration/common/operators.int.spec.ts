/** Operations on a running service: a signal for more log lines, a heap snapshot and a CPU profile on demand. */
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { DiagnosisKind } from '#common/domain/operations.js';
import { contracts } from '#common/messages/registry.js';
import { subjectToken } from '#common/messages/contract.js';
import { TEST_SECRET_KEYS } from '#testing/recorded-run.js';
import { freshMongo, ownNats } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../support/service-process.js';

type Line = Record<string, unknown>;
/** The formats that the tools of browsers read. */
const profile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ url: z.string(), functionName: z.string() }) })),
  samples: z.array(z.number()),
  startTime: z.number(),
  endTime: z.number(),
});
const folder = mkdtempSync(join(tmpdir(), 'carillon-operators-'));
const closers: (() => Promise<unknown>)[] = [];
let service: ServiceProcess;
let nats: Awaited<ReturnType<typeof ownNats>>['nats'];

const lines = (): Line[] =>
  service
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Line] : []));
/** On a busy machine a heap snapshot takes its time. */
const PATIENCE_MS = 60_000;
const lineWith = (msg: string): Promise<Line> =>
  until(msg, () => lines().find((line) => line['msg'] === msg), PATIENCE_MS);

/** Makes the service write a diagnosis, and gives its file. */
async function taken(kind: DiagnosisKind, name: string): Promise<string> {
  const { replica } = (await lineWith('ready')) as { replica: string };
  nats.publish(contracts.diagnose, { replica: subjectToken(replica) }, { v: 1, kind, name, seconds: 1 });
  const isOfIt = (line: Line): boolean =>
    line['msg'] === 'a diagnosis file was written' && String(line['file']).includes(`/${name}.`);
  const { file } = (await until(`${name} to be taken`, () => lines().find(isOfIt), PATIENCE_MS)) as { file: string };
  return file;
}

beforeAll(async () => {
  const [mongo, broker] = await Promise.all([freshMongo(), ownNats()]);
  closers.push(mongo.drop, broker.stop);
  nats = broker.nats;
  service = await startService('scheduler', {
    MONGODB_URI: mongo.uri,
    NATS_URL: broker.url,
    SECRET_KEYS: TEST_SECRET_KEYS,
    DIAGNOSIS_DIR: join(folder, 'diagnoses'),
    LOG_LEVEL: 'info',
  });
});
afterAll(async () => {
  await service.stop();
  await Promise.all(closers.map((close) => close()));
  rmSync(folder, { recursive: true, force: true });
});

test('SIGUSR2 makes a service log more, and another one makes it log as usual', async () => {
  process.kill(service.pid, 'SIGUSR2');
  expect(await lineWith('the log level was set')).toMatchObject({ to: 'debug', forSeconds: 900 });
  process.kill(service.pid, 'SIGUSR2');
  expect(await lineWith('the log level was reset')).toMatchObject({ to: 'info' });
});

test('a heap snapshot of a running service is a complete file that only its user can read', async () => {
  const file = await taken('heapSnapshot', 'asked');
  expect(file).toBe(join(folder, 'diagnoses/asked.heapsnapshot'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { size } = statSync(file);
  const begin = textAt(file, 0);
  const end = textAt(file, Math.max(0, size - 100));
  // The tools of browsers read this format; its end exists only if all of it does.
  expect(begin).toMatch(/^\{"snapshot":\{"meta"/);
  expect(end).toMatch(/\]\s*\}\s*$/);
});

test('only its user can read a CPU profile of a running service, which names the functions of the service that ran meanwhile', async () => {
  const file = await taken('cpuProfile', 'worked');
  expect(file).toBe(join(folder, 'diagnoses/worked.cpuprofile'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { nodes, samples, startTime, endTime } = profile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const ids = new Set(nodes.map(({ id }) => id));
  expect(samples.length).toBeGreaterThan(0);
  expect(samples.filter((id) => !ids.has(id))).toEqual([]);
  // In microseconds.
  expect(endTime - startTime).toBeGreaterThanOrEqual(900_000);
  expect(nodes.filter(({ callFrame }) => callFrame.url.includes('/dist/libs/common/')).length).toBeGreaterThan(0);
});

function textAt(file: string, position: number): string {
  const descriptor = openSync(file, 'r');
  const bytes = Buffer.alloc(100);
  const read = readSync(descriptor, bytes, 0, bytes.length, position);
  closeSync(descriptor);
  return bytes.subarray(0, read).toString();
}
