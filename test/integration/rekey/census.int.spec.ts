/** What the services report at their start about the keys that the database needs. */
import { SecretBox } from '#common/crypto/secret-box.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { SERVICES } from '#common/domain/service-name.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { freshMongo, ownNats } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../support/service-process.js';

const KEYS = ['k1', 'k2', 'k3'].map((id, i) => ({ id, key: Buffer.alloc(32, i + 1) }));
const [k1, k2] = KEYS.map((key) => new SecretBox([key]));

test('every service names missing keys, and keys that nothing needs', async () => {
  const [{ mongo, uri, drop }, { url, stop }] = await Promise.all([freshMongo(), ownNats()]);
  await new JobsStore(mongo).insert(
    {
      id: asJobId('j1'),
      tenant: asTenantId('ibm'),
      version: 1,
      rev: 1,
      createdAt: 1,
      updatedAt: 1,
      updatedBy: 'test',
      paused: null,
      deletedAt: null,
      spec: { tenant: 'ibm', name: 'first', worker: 'w1' },
      sealed: { secureParameters: k1!.seal('{"a":1}'), httpHeaders: { X: k2!.seal('x') } },
    },
    'a',
  );
  const SECRET_KEYS = KEYS.slice(1)
    .map(({ id, key }) => `${id}:${key.toString('base64')}`)
    .join(',');
  const env = { MONGODB_URI: uri, NATS_URL: url, SECRET_KEYS, ENGINES: 'webservice' };
  const services: ServiceProcess[] = await Promise.all(SERVICES.map((name) => startService(name, env)));
  const linesOf = (service: ServiceProcess): Record<string, unknown>[] =>
    service
      .output()
      .split('\n')
      .flatMap((line) =>
        line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Record<string, unknown>] : [],
      );
  for (const service of services) {
    await until('its word on the keys', () => service.output().includes('no stored secret needs this key'));
    const lines = linesOf(service);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        key: 'k1',
        values: { jobs: 1 },
        msg: 'stored secrets need a key that is not in SECRET_KEYS',
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'info', key: 'k3', msg: 'no stored secret needs this key' }),
    );
    const { metricsUrl } = lines.find(({ msg }) => msg === 'starting') as { metricsUrl: string };
    const metrics = await (await fetch(new URL('/metrics', metricsUrl), { headers: { connection: 'close' } })).text();
    expect(metrics).toContain('carillon_secret_values{key="k1",state="missing"} 1');
    expect(metrics).toContain('carillon_secret_values{key="k2",state="sealing"} 1');
  }
  await Promise.all(services.map((service) => service.stop()));
  await stop();
  await drop();
});
