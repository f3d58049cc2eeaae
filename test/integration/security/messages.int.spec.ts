/**
 * A client that reaches NATS, but has no secret of ours, pretends to be a service. @promise S5
 */
import { freePort } from '#embedded-servers';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { parseSecretKeys } from '#common/crypto/secret-box.js';
import { contracts } from '#common/messages/registry.js';
import type { Contract } from '#common/messages/contract.js';
import type { ServiceName } from '#common/domain/service-name.js';
import { MessageSigner, SIGNATURE_HEADER } from '#common/nats/message-signer.js';
import type { Nats } from '#common/nats/nats.js';
import { TEST_SECRET_KEYS } from '#testing/recorded-run.js';
import { connectionOptions, freshMongo, ownNats } from '#testing/servers.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { samples } from '../../contract/samples.js';

const OWNERS = ['scheduler', 'executor', 'log-collector'] as const satisfies readonly ServiceName[];
const ANSWER_LIMIT_MS = 30_000;

const stops: (() => Promise<unknown>)[] = [];
const services = new Map<ServiceName, { readonly process: ServiceProcess; readonly metricsUrl: string }>();
let stranger: NatsConnection;
let asker: Nats;

beforeAll(async () => {
  const [{ uri, drop }, { url, stop, nats }] = await Promise.all([freshMongo(), ownNats()]);
  asker = nats;
  stops.push(drop, stop);
  const env = { MONGODB_URI: uri, NATS_URL: url, SECRET_KEYS: TEST_SECRET_KEYS, ENGINES: 'webservice' };
  for (const name of OWNERS) {
    const port = await freePort();
    const process = await startService(name, { ...env, METRICS_PORT: String(port) });
    stops.push(() => process.stop());
    services.set(name, { process, metricsUrl: `http://127.0.0.1:${port}/metrics` });
  }
  stranger = await connect(connectionOptions(url));
  stops.push(() => stranger.close());
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const FORGERIES = [
  ['scheduler', 'admitRun'],
  ['executor', 'reportStatus'],
  ['log-collector', 'putStorage'],
] as const;
/** Any shard: one replica owns them all. */
const subjectOf = (contract: Contract): string => contract.subject({ shard: 7 });

async function refusals(service: ServiceName, contract: Contract, reason: string): Promise<number> {
  const text = await (await fetch(services.get(service)?.metricsUrl ?? '')).text();
  const labels = [`contract="${contract.template}"`, `reason="${reason}"`];
  const line = text
    .split('\n')
    .find(
      (each) => each.startsWith('carillon_messages_dropped_total{') && labels.every((label) => each.includes(label)),
    );
  return Number(line?.split(' ').at(-1) ?? 0);
}

async function send(contract: Contract, payload: unknown, signature?: string): Promise<unknown> {
  const sent = headers();
  if (signature !== undefined) sent.set(SIGNATURE_HEADER, signature);
  const options = { timeout: ANSWER_LIMIT_MS, headers: sent };
  return (await stranger.request(subjectOf(contract), JSON.stringify(payload), options)).json();
}

test.each(FORGERIES)('the %s refuses a forged %s, and counts it', async (service, name) => {
  const contract: Contract = contracts[name];
  const { payload } = samples[name];
  expect(await send(contract, payload)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  expect(await refusals(service, contract, 'unsigned')).toBe(1);
  const parts = { subject: subjectOf(contract), deadline: '', data: JSON.stringify(payload) };
  const guessed = new MessageSigner([{ id: 'test', key: Buffer.alloc(32, 9) }]).sign(parts, Date.now());
  expect(await send(contract, payload, guessed)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  expect(await refusals(service, contract, 'forged')).toBe(1);
});

test('a recorded message is not accepted again later, nor on another subject', async () => {
  const { payload } = samples.putStorage;
  const signer = new MessageSigner(parseSecretKeys(TEST_SECRET_KEYS));
  const parts = { subject: subjectOf(contracts.putStorage), deadline: '', data: JSON.stringify(payload) };
  const old = signer.sign(parts, Date.now() - 3_600_000);
  expect(await send(contracts.putStorage, payload, old)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  expect(await refusals('log-collector', contracts.putStorage, 'stale')).toBe(1);
  const elsewhere = signer.sign(parts, Date.now());
  expect(await send(contracts.deleteStorage, payload, elsewhere)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
});

test('an answer of a stranger is refused', async () => {
  const subject = contracts.sealOutputHere.subject({ replica: 'nobody' });
  const answer = JSON.stringify(samples.sealOutputHere.reply);
  const place = stranger.subscribe(subject, { callback: (_error, message) => void message.respond(answer) });
  await stranger.flush();
  const question = contracts.sealOutputHere.schema.parse(samples.sealOutputHere.payload);
  const asked = asker.request(contracts.sealOutputHere, { replica: 'nobody' }, question, ANSWER_LIMIT_MS);
  await expect(asked).rejects.toMatchObject({ cause: { message: expect.stringContaining('unsigned') as string } });
  place.unsubscribe();
});
