/** This version beside a newer one, which writes documents in a form of its own: they share the work, and neither changes the other's documents. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headers } from '@nats-io/transport-node';
import { asAttemptId, type RunId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { contracts } from '#common/messages/registry.js';
import { makeOtherVersion } from '#testing/other-version.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';
import { World } from '../../integration/executor/support/world.js';

const PATIENCE_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'carillon-newer-'));
const services: ServiceProcess[] = [];
let world: World;
let server: Server;

async function started(name: 'executor' | 'log-collector', root?: string): Promise<ServiceProcess> {
  const service = await startService(name, world.env, root);
  services.push(service);
  return service;
}

/** What a service reports about documents that it does not change. */
async function leftAlone(service: ServiceProcess): Promise<string[]> {
  const { metricsUrl = '' } = JSON.parse(
    service
      .output()
      .split('\n')
      .find((line) => line.includes('metricsUrl')) ?? '{}',
  ) as {
    metricsUrl?: string;
  };
  const text = await (await fetch(new URL('/metrics', metricsUrl))).text();
  return text.split('\n').filter((line) => /^carillon_newer_documents\{.*\} [1-9]/.test(line));
}

const begin = async (): Promise<RunId> => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return (await world.begin([], { worker: { engine: 'webservice', url } })).id;
};
const runs = (id: RunId): Promise<unknown> =>
  world.reaches(id, 'Running', ({ phase }) => phase === 'Running', PATIENCE_MS);
const report = (run: RunId): Promise<unknown> => {
  const status = { state: 'FINISHED' as const, message: null, exitCode: null, progress: null };
  const said = { v: 1 as const, attempt: asAttemptId(`${run}/0/main/0/1`), at: Date.now(), ...status };
  return world.nats.request(contracts.reportStatus, { shard: shardOf(run) }, said, 60_000);
};
/** While the shard has no owner the caller gets an error from its own side. */
const answerOf = async (run: RunId): Promise<unknown> =>
  until('an answer', async () => report(run).catch(() => null), PATIENCE_MS);

beforeAll(async () => {
  // The present code with a form later than each of this version: it is like a release that has raised the form.
  const raised = { file: 'dist/libs/common/src/domain/stored-form.js', from: /const FORM = 1\b/, to: 'const FORM = 9' };
  makeOtherVersion(folder, ['apps/executor'], [raised]);
  server = createServer((_request, response) => response.writeHead(201).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  world = await World.create();
  await started('log-collector');
}, 240_000);
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await world.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

test('an older executor takes over the shards of a newer one, does not change its runs and reports them; a newer one continues them', async () => {
  const newer = await started('executor', folder);
  const theirs = await begin();
  await runs(theirs);
  const older = await started('executor');
  await newer.kill();

  // Its own work continues, also in the shards of the other.
  const own = await Promise.all(Array.from({ length: 6 }, begin));
  for (const id of own) await runs(id);
  for (const id of own) expect(await answerOf(id)).toEqual({ ok: true });
  for (const id of own) expect(await world.ended(id, PATIENCE_MS)).toMatchObject({ phase: 'Completed' });

  const before = await world.load(theirs);
  expect(await answerOf(theirs)).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  expect(await until('it to say so', async () => (await leftAlone(older)).at(0))).toMatch(/collection="runs"\} 1$/);
  // Its output arrives a moment after the figure.
  const words = 'documents of a newer version are not processed by this version';
  await until('it to say so in its log', () => older.output().includes(words));
  expect(await world.load(theirs)).toEqual(before);

  const again = await started('executor', folder);
  await older.stop();
  expect(await answerOf(theirs)).toEqual({ ok: true });
  expect(await world.ended(theirs, PATIENCE_MS)).toMatchObject({ phase: 'Completed' });
  // Only the newer executor wrote these documents: they have the newer form.
  expect(await leftAlone(again)).toEqual([]);
});

test('a message of a later form is not handled, and the sender is told to try elsewhere', async () => {
  await Promise.all(services.splice(1).map((service) => service.stop()));
  await started('executor');
  const run = await begin();
  await runs(run);
  const { envelope } = world.nats;
  const original = envelope.headersFor.bind(envelope);
  envelope.headersFor = (...args) => {
    const changed = original(...args).headers ?? headers();
    changed.set('Carillon-Form', '2');
    return { headers: changed };
  };
  try {
    expect(await answerOf(run)).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  } finally {
    envelope.headersFor = original;
  }
  expect(await world.load(run)).toMatchObject({ phase: 'Running' });
  expect(await answerOf(run)).toEqual({ ok: true });
});
